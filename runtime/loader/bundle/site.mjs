// Reads the settings of a site's bundle, its islands and the schemas of their props. Without `bundle.config.mjs`, the defaults below apply.

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadPhaseOf, SESSION, VENDOR } from "./chunks/assign.mjs";
import { SourceError } from "./esbuild.mjs";

/** Default settings. Paths are relative to the runtime's folder. */
const DEFAULTS = {
  /** Folder of islands. Each folder below it with an island.tsx, at any depth, is an island of that name. */
  islands: "islands",
  /** Folder of site.css, of pages/ with a style sheet for each kind of page, and of images that templates refer to. */
  styles: "styles",
  /** The site's own code: `start` runs when the page is idle, `head` in the head. */
  start: "start.ts",
  head: "head.ts",
  /** Whether `start` waits until `<html>` has the attribute `data-start`, which the base layout or the code in the head sets. */
  startWaits: false,
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

/**
 * Returns the islands below a folder: their names, and their folders relative to `root`. Each folder with an island.tsx is an island. Throws
 * if two have the same name.
 */
async function findIslands(root, folder) {
  const found = new Map();
  if (!existsSync(join(root, folder))) return found;
  const files = await readdir(join(root, folder), { recursive: true });

  for (const file of files.filter((it) => basename(it) === "island.tsx").sort()) {
    const at = join(folder, dirname(file));
    const name = basename(at);

    // The names of chunks are URLs, and placeholders in scripts.
    if (!/^[\w-]+$/.test(name))
      throw new SourceError(
        `${at}: the name of an island has only letters from a to z, digits, \`_\` and \`-\`: rename it`,
      );

    if (found.has(name)) throw new SourceError(`${at} and ${found.get(name)} have the same name: rename one`);
    found.set(name, at);
  }

  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The chunks of the bundle that no island has. */
const CHUNKS = ["boot", "deferred", "start", VENDOR, SESSION];

/**
 * Returns the entries of the bundle: all islands, and the site's own start code if it exists. `messages` has the islands that show
 * messages.
 */
export async function readEntries({ root, loader, site }, messages = new Map()) {
  const islands = await findIslands(root, site.islands);
  const taken = [...islands.keys()].find((name) => CHUNKS.includes(name));
  if (taken) throw new SourceError(`${islands.get(taken)} has the name of a chunk of the bundle: rename it`);

  const entries = [];
  for (const [name, folder] of islands)
    entries.push(...(await entriesOfIsland({ root, loader, site }, name, folder, messages.has(name))));
  if (existsSync(join(root, site.start)))
    entries.push(entryOf(site, "start", "start", `export * from "./${site.start}";`));

  return { islands, entries };
}

/**
 * Returns the entry of an island. An enhance.ts runs on the island's HTML without React, until the island hydrates. With it, the component
 * is a lazy component: the island's own chunk needs no React.
 */
async function entriesOfIsland({ root, loader, site }, name, folder, hasMessages) {
  const { properties } = await readPropsSchema({ root }, folder);
  const contents = hydrateCode(loader, folder, { hasChildren: properties?.children !== undefined, hasMessages });
  if (!existsSync(join(root, folder, "enhance.ts"))) return [entryOf(site, name, "island", contents)];

  const enhanceCode = `export { enhance } from "./${folder}/enhance";\nexport const load = () => import("entry:${name}-hydrate");`;
  const hydrate = entryOf(site, `${name}-hydrate`, "part", contents);
  return [entryOf(site, name, "island", enhanceCode), { ...hydrate, family: name, name: "hydrate", isPart: true }];
}

function entryOf({ shell }, id, kind, contents) {
  return { id, key: `entry:${id}`, family: id, loadPhase: loadPhaseOf(kind, shell.includes(id)), contents };
}

/** Returns the code that exports the function that hydrates an island. */
function hydrateCode(loader, folder, { hasChildren, hasMessages }) {
  const islandModule = (file) => JSON.stringify(join(loader, "src/island", file));
  const hydrate = hasMessages ? "withMessages(Island, hydrated)" : "hydrated(Island)";
  return `import { Island } from "./${folder}/island";
import { hydrated, prepared } from ${islandModule("hydrated")};
${hasChildren ? `import { withChildren } from ${islandModule("children")};` : ""}
${hasMessages ? `import { withMessages } from ${islandModule("messages/messages")};` : ""}
export const hydrate = prepared(Island, ${hasChildren ? `withChildren(${hydrate})` : hydrate});`;
}

/** Reads the JSON schema of an island's props. The generator checks every use of the island against it. */
export async function readPropsSchema({ root }, folder) {
  const file = `${folder}/props.schema.json`;
  if (!existsSync(join(root, file))) throw withoutSchema(folder);

  try {
    return JSON.parse(await readFile(join(root, file), "utf8"));
  } catch (error) {
    throw new SourceError(`${file} is not valid JSON: ${error.message}`);
  }
}

function withoutSchema(folder) {
  const text = "`props.schema.json` is missing in the folder of the island: it describes the props";
  const location = { file: `${folder}/island.tsx`, line: 1, column: 0, length: 0 };
  const detail = { hint: 'create it; for an island without props, write `{ "type": "object" }`' };
  return Object.assign(new SourceError(text), { errors: [{ text, location, detail }] });
}
