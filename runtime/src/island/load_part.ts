// Loads a lazy component that an island or a panel imports with `import()`, together with its style sheets.

import { send } from "../signals";

/** Files of lazy components by name, for chunks that must not contain the file names. */
const named = new Map<string, string>();
/** Promises of style sheets, loading or loaded, by file name. */
const sheets = new Map<string, Promise<unknown>>();
const failures = new Map<string, number>();

/** Registers the files of lazy components before they load. The bundle adds the call to an island's entry. */
export function nameParts(parts: Readonly<Record<string, string>>): void {
  for (const [name, files] of Object.entries(parts)) named.set(name, files);
}

/**
 * Loads a lazy component. The bundle replaces `import()` with it. `asked` is a list of file names in this chunk's folder, separated
 * by spaces: the module, then the style sheets and modules that it needs. It can also be a name that `nameParts` registered.
 * A failure is reported as a fault, and the next call tries again.
 */
export async function loadPart(asked: string): Promise<unknown> {
  const [module = "", ...needs] = (named.get(asked) ?? asked).split(" ");
  const failed = failures.get(module);
  try {
    const coming = needs.map((file) => (file.endsWith(".css") ? bringSheet(file) : preload(file)));
    // Some browsers cache the failure of a module, so each retry has a URL of its own.
    const part: unknown = await import(address(module) + (failed ? `?again=${failed}` : ""));
    await Promise.all(coming);
    return part;
  } catch (error) {
    failures.set(module, (failed ?? 0) + 1);
    send("croupier:fault", { error, part: module.replace(/-\w+\.js$/, ""), lost: true });
    throw error;
  }
}

/**
 * Returns the absolute URL of a file in this chunk's folder. The search for lost style sheets of the document goes by paths, and
 * skips sheets that are still loading.
 */
const address = (file: string) => new URL(file, import.meta.url).href;

function bringSheet(file: string): Promise<unknown> {
  const known = sheets.get(file);
  if (known !== undefined) return known;
  const link = document.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href$="/${file}"]`);
  if (link?.sheet) return Promise.resolve();
  const coming = arrived(link ?? append("stylesheet", file));
  sheets.set(file, coming);
  coming.catch(() => sheets.delete(file));
  return coming;
}

function arrived(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    link.addEventListener("load", resolve, { once: true });
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`A style sheet did not come: ${new URL(link.href).pathname}`));
    });
  });
}

function preload(file: string) {
  if (!document.head.querySelector(`link[href$="/${file}"]`)) append("modulepreload", file);
}

function append(rel: string, file: string): HTMLLinkElement {
  const link = Object.assign(document.createElement("link"), { rel, href: address(file) });
  document.head.append(link);
  return link;
}
