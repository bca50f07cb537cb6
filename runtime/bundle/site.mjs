// What a site tells its bundle: where islands and style sheets lie, and which code belongs together. `bundle.config.mjs` says it; a site without one has the folders below.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * The defaults. Folders and files are relative to the runtime's own folder.
 *
 * `groups` are named groups of code that several chunks share, earliest first: a group imports from those before it only. The
 * first is React's, and the second has what code of idle time shares with islands. `folders` are files and folders, of which
 * the most exact one counts; `packages` come from npm. What one chunk alone needs lies in that chunk, whatever its folder. The
 * group with `rest` takes what others share and no group names; without one that is a mistake.
 */
const DEFAULTS = {
  /** Each folder in here with an island.tsx is an island. */
  islands: "islands",
  /** site.css, pages/ with a sheet for each kind of pages, and pictures that templates name. */
  styles: "styles",
  /** Code of the site's own for idle time, and for the head. */
  start: "start.ts",
  head: "head.ts",
  groups: [
    { name: "vendor", folders: [], packages: ["react", "react-dom", "scheduler"] },
    { name: "base", folders: [], packages: [] },
    { name: "shared", folders: [], packages: [], rest: true },
  ],
  /** Islands that stand in every page's shell: their code is what the first touch may ask for. */
  shell: [],
  /** Files and folders that hold plain values and no state: each chunk has a copy of what it uses of them. */
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
