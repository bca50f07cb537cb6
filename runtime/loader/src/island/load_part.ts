// Loads a lazy component that an island imports with `import()`, together with its style sheets.

import { send } from "../signals";

/** Files of lazy components by name, for chunks that must not contain the file names. */
const filesByName = new Map<string, string>();
/** Promises of style sheets, loading or loaded, by file name. */
const sheets = new Map<string, Promise<unknown>>();
const failures = new Map<string, number>();

/** Registers the files of lazy components before they load. The bundle adds the call to an island's entry. */
export function nameParts(parts: Readonly<Record<string, string>>): void {
  for (const [name, files] of Object.entries(parts)) filesByName.set(name, files);
}

/**
 * Loads a lazy component. The bundle replaces `import()` with it. `filesOrName` is a list of file names in this chunk's folder, separated
 * by spaces: the module, then the style sheets and modules that it needs. It can also be a name that `nameParts` registered.
 * A failure is reported as a fault, and the next call tries again.
 */
export async function loadPart(filesOrName: string): Promise<unknown> {
  const [module = "", ...dependencies] = (filesByName.get(filesOrName) ?? filesOrName).split(" ");
  const failureCount = failures.get(module);

  try {
    const loading = dependencies.map((file) => (file.endsWith(".css") ? loadSheet(file) : preload(file)));
    // Some browsers cache the failure of a module, so each retry has a URL of its own.
    const part: unknown = await import(fileUrl(module) + (failureCount ? `?again=${failureCount}` : ""));
    await Promise.all(loading);
    return part;
  } catch (error) {
    failures.set(module, (failureCount ?? 0) + 1);
    send("croupier:fault", { error, part: module.replace(/-\w+\.js$/, ""), lost: true });
    throw error;
  }
}

/**
 * Returns the namespace of a lazy component that is a CommonJS module: the names that its value has, and the value as `default`. A value
 * that is compiled from an ES module is a namespace.
 */
export function namespaceOf(part: unknown): unknown {
  const { default: value } = part as { readonly default: unknown };
  return Object(value).__esModule ? value : { ...Object(value), default: value };
}

/**
 * Returns the absolute URL of a file in this chunk's folder. The search for lost style sheets of the document goes by paths, and
 * skips sheets that are still loading.
 */
const fileUrl = (file: string) => new URL(file, import.meta.url).href;

function loadSheet(file: string): Promise<unknown> {
  const loaded = sheets.get(file);
  if (loaded !== undefined) return loaded;

  const link = document.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href$="/${file}"]`);
  if (link?.sheet) return Promise.resolve();

  const loading = whenLoaded(link ?? append("stylesheet", file));
  sheets.set(file, loading);
  loading.catch(() => sheets.delete(file));
  return loading;
}

function whenLoaded(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`The style sheet ${link.href} failed to load.`));
    });
  });
}

function preload(file: string) {
  if (!document.head.querySelector(`link[href$="/${file}"]`)) append("modulepreload", file);
}

function append(rel: string, file: string): HTMLLinkElement {
  const link = Object.assign(document.createElement("link"), { rel, href: fileUrl(file) });
  document.head.append(link);
  return link;
}
