// Settings of a site's bundle: where islands and style sheets are. A site without `bundle.config.mjs` has the defaults below.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The defaults. Folders and files are relative to the runtime's own folder. */
const DEFAULTS = {
  /** Each folder below it, at any depth, with an island.tsx is an island of that name. */
  islands: "islands",
  /** site.css, pages/ with a sheet for each kind of pages, and pictures that templates name. */
  styles: "styles",
  /** Code of the site's own for idle time, and for the head. */
  start: "start.ts",
  head: "head.ts",
  /** Islands of the base layout, which every page has. */
  shell: [],
  /** Names of folders below src/ that hold plain values and no state: each chunk has a copy of what it uses of them. */
  copied: [],
  /** What the service worker keeps from the start, of the files in a folder; a name that changes with its file is its own revision. */
  precache: (_out, files) => files.map((url) => ({ url, revision: null })),
  /** Plugins of esbuild for the site's style sheets. */
  plugins: [],
};

/** Reads what the runtime in folder `root` says. */
export async function readSite(root) {
  const file = join(root, "bundle.config.mjs");
  const own = existsSync(file) ? (await import(pathToFileURL(file).href)).site : {};
  return { ...DEFAULTS, ...own };
}
