// Loads a lazy component that an island or a panel imports with `import()`, together with its style sheets.

import { send } from "../signals";

/** Files of parts by name, where the code that asks for a part must not name them. */
const named = new Map<string, string>();
/** Style sheets that are loading or loaded, by name. */
const sheets = new Map<string, Promise<unknown>>();
const failures = new Map<string, number>();

/** Names the files of parts ahead of their loading; written into an island's entry by the bundle. */
export function nameParts(parts: Readonly<Record<string, string>>): void {
  for (const [name, files] of Object.entries(parts)) named.set(name, files);
}

/**
 * What the bundle makes of `import()`. `asked` are names of files beside this chunk, parted by spaces: the part's module, then style
 * sheets and modules that it needs; or the name of a part whose files are named elsewhere. Code that does not come is told as a
 * fault and can be asked for again.
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
 * The address of a file that has its name beside this chunk. It is said whole: who looks for sheets of the document that were lost
 * goes by paths, and passes over those that are still on their way.
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
