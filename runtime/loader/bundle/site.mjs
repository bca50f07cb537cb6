// Reads the settings of a site's bundle, such as the folders of islands and style sheets. Without `bundle.config.mjs`, the defaults
// below apply.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Default settings. Paths are relative to the runtime's folder. */
const DEFAULTS = {
  /** Folder of islands. Each folder below it with an island.tsx, at any depth, is an island of that name. */
  islands: "islands",
  /** Folder of site.css, of pages/ with a style sheet for each kind of page, and of images that templates refer to. */
  styles: "styles",
  /** The site's own code: `start` runs when the page is idle, `head` in the head. */
  start: "start.ts",
  head: "head.ts",
  /** Islands of the base layout, which every page has. */
  shell: [],
  /** Names of folders with stateless code. Each chunk gets its own copy of the code that it uses. */
  copied: [],
  /**
   * Islands and lazy components (`entries`) that load together, by page. Bytes of a page count `weight` times, once by default. The
   * bundler assumes that other entries load alone. With `compileAhead`, Chromium compiles the chunks of a page while they load, which
   * is faster if the page calls most of their functions.
   */
  pages: {},
  /** Returns the precache list of the service worker for a folder. Hashed names need no revision. */
  precache: (_out, files) => files.map((url) => ({ url, revision: null })),
  /** esbuild plugins for the site's style sheets. */
  plugins: [],
};

/** Reads the settings of the runtime in folder `root`. */
export async function readSite(root) {
  const file = join(root, "bundle.config.mjs");
  const own = existsSync(file) ? (await import(pathToFileURL(file).href)).site : {};
  return { ...DEFAULTS, ...own };
}
