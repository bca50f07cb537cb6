// The development bundle: one script with all modules of the site, one with all packages, and a style sheet for each module.

import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { recording } from "../esbuild.mjs";
import { importState } from "../imports/imports.mjs";
import { buildRenderer } from "../loader.mjs";
import { messagesOf } from "../messages.mjs";
import { createFiles } from "../names.mjs";
import { readEntries, readSite } from "../site.mjs";
import { addStyles } from "../styles.mjs";
import { cachedRuns } from "./cached_runs.mjs";
import { describe } from "./manifest.mjs";
import { createModules } from "./modules.mjs";
import { createScripts, createSourceMaps, PACKAGES_SHEET, sheetOf } from "./scripts.mjs";

/** Creates the development bundle of the runtime in folder `root`. `build` writes it to the folder `out`. */
export async function createBundle({ root, loader, out }) {
  // Another process may have written it.
  await rm(out, { recursive: true, force: true });

  const site = await readSite(root);
  const project = { root, loader, site, ...importState(root) };
  project.run = recording(cachedRuns(root), project);

  const own = createModules(project);
  const files = createFiles();
  const maps = createSourceMaps(loader === root ? join(root, "src/island") : loader);
  const scripts = createScripts(project, own, files, maps);
  /** The last bundle: the texts that decide whether open pages can apply the next one. */
  let last;
  /** The calls that show messages, by island. */
  let messages = new Map();

  /** Builds what changed. Calls `onUpdate` with the script for open pages as soon as the modules are compiled. */
  async function build(onUpdate) {
    files.reset();
    project.warnings.length = 0;
    const { islands, entries, hasSameMessages, ...read } = await readMessages(project, own, messages);
    messages = read.messages;

    // The modules come first, because open pages wait for them. Pages get messages with their HTML, so that they are reloaded.
    const sendScript = hasSameMessages ? onUpdate : () => {};
    const { packages, packageStyles, sendUpdate, isRelinked } = await scripts.add(
      islands,
      entries,
      last?.packages,
      sendScript,
    );

    // If one part fails, the next build must not start before the other has ended.
    const parts = [addStyles(project, files), buildRenderer(project, islands, messages)];
    const failed = (await Promise.allSettled(parts)).find((it) => it.status === "rejected");
    if (failed) throw failed.reason;
    if (isRelinked) sendUpdate();

    const [styles, renderer] = await Promise.all(parts);
    const sheets = [...own.modules.values()].map(({ key, css }) => [sheetOf(key), css]);
    addSheets(files, [[PACKAGES_SHEET, packageStyles], ...sheets], styles.layers);
    for (const [path, contents] of [...project.pictures, ...own.emitted]) files.addAsset(path, contents);
    const manifest = await describe(project, own, files, { islands, entries, styles, messages });

    const { changed, digest } = await files.write(out);
    if (last?.renderer !== renderer.code) {
      await writeFile(join(out, "server.cjs"), renderer.code);
      await writeFile(join(out, "server.cjs.map"), renderer.map);
    }
    await writeFile(join(out, "manifest.json"), JSON.stringify({ ...manifest, revision: digest }));

    const text = textOf(manifest);
    const isSame = last !== undefined && last.packages === packages && last.manifest === text;
    const hot = isSame && changed.every((path) => isReplaced(path, files, islands));
    last = { manifest: text, packages, renderer: renderer.code };

    return { done: true, hot, styles: changed.filter((path) => path.endsWith(".css")) };
  }

  return { build, locate: maps.locate, mapOf: maps.mapOf };
}

/**
 * Compiles the modules, and reads which messages they show. The entries of islands depend on that. `before` are the messages of the
 * last build.
 */
async function readMessages(project, own, before) {
  const known = await readEntries(project, before);
  await own.update(known.entries);
  const messages = await messagesOf(project, known.islands, own.importsOf);

  const hasSameMessages = keysOf(messages) === keysOf(before);
  if ([...messages.keys()].join() === [...before.keys()].join()) return { ...known, messages, hasSameMessages };

  const found = await readEntries(project, messages);
  await own.update(found.entries);
  return { ...found, messages, hasSameMessages };
}

/** Adds style sheets ([file, css]) that have styles. */
function addSheets(files, sheets, layers) {
  for (const [file, css] of sheets) if (css !== undefined) files.add(file, `${layers}\n${css}`);
}

/** Returns the parts of the manifest that open pages depend on, as a text. */
function textOf(manifest) {
  // An edit moves the calls of messages without a change for open pages.
  const withoutPlaces = (name, value) => (name === "messages" ? value?.map(({ key }) => key) : value);
  return JSON.stringify({ ...manifest, inputs: [], warnings: [] }, withoutPlaces);
}

/** Returns whether open pages get the new content of a file as an update. */
function isReplaced(path, files, islands) {
  const names = ["croupier_modules", "start", ...islands.keys()];
  return path.endsWith(".css") || names.some((name) => path === files.path(`${name}.js`));
}

/** Returns the keys of the messages that each island names, as a text. */
const keysOf = (messages) => JSON.stringify([...messages].map(([name, calls]) => [name, calls.map(({ key }) => key)]));
