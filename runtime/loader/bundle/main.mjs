// Bundles a runtime into a folder: hashed files, the renderer, the service worker, and a manifest that lists them.

import "./wake_workers.mjs";
import { existsSync, realpathSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { assign, VENDOR } from "./chunks/assign.mjs";
import { buildChunks } from "./chunks/build.mjs";
import { isDynamic, readGraph } from "./chunks/graph.mjs";
import { bundler, ownInputs, recording } from "./esbuild.mjs";
import { environment, privateVariables } from "./imports/environment.mjs";
import { importState } from "./imports/imports.mjs";
import { addLoader, buildRenderer, buildWorker } from "./loader.mjs";
import { compileHints, filesOf, importsOf, islandOf, loadPhasesOf, partOf } from "./manifest.mjs";
import { messagesOf } from "./messages.mjs";
import { createNames } from "./names.mjs";
import { assertWhole, REACT } from "./react.mjs";
import { unknownClasses } from "./report/class_names.mjs";
import { ownWarnings, reportFailure } from "./report/failure.mjs";
import { readEntries, readPropsSchema, readSite } from "./site.mjs";
import { addStyles } from "./styles.mjs";

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    mode: { type: "string", default: "production" },
    root: { type: "string" },
    loader: { type: "string" },
  },
});
if (!values.out) {
  console.error("name a folder with --out");
  process.exit(1);
}
const out = resolve(values.out);
const own = dirname(dirname(fileURLToPath(import.meta.url)));
// esbuild reports real paths, without symbolic links.
const [root, loader] = [values.root ?? process.cwd(), values.loader ?? own].map((folder) => realpathSync(folder));
process.setUncaughtExceptionCaptureCallback((error) => {
  reportFailure({ root, out }, error);
  process.exit(1);
});
const site = await readSite(root);
const isProduction = values.mode === "production";
const imported = importState(root);
const run = recording(bundler(root, isProduction, environment(isProduction)), imported);
const project = { root, loader, run, site, ...imported };

let { islands, entries } = await readEntries(project);
let graph = await readGraph(project, entries);
const messages = await messagesOf(project, islands, graph.importsOf);
if (messages.size > 0) {
  // Only these islands contain the code that shows messages.
  ({ islands, entries } = await readEntries(project, messages));
  graph = await readGraph(project, entries);
}
const reactNames = await graph.exportsOf(REACT.map(({ key }) => key));
assertWhole(root, (key) => reactNames.get(key));
const assigned = assign({ site, islands }, graph, entries);
const names = createNames();
// These steps do not depend on each other. They start after the graph is read, so that an error in a file is reported once.
const [chunks, { assets, pages, layers }, worker, renderer] = await Promise.all([
  buildChunks(project, graph, assigned),
  addStyles(project, names),
  buildWorker(project),
  buildRenderer(project, islands, messages),
]);

const parts = assigned.entries.filter((it) => it.isPart);
for (const { id, family } of parts) {
  const { js, css } = filesOf(chunks, id);
  // Files that are already loaded: those of its island, and those that all importing chunks have in common.
  const island = chunks.has(family) ? filesOf(chunks, family).js : [];
  const loadedFiles = [...island, ...common(importersOf(id).map((importer) => filesOf(chunks, importer).js))];
  names.setPart(id, [...js.slice(0, 1), ...css, ...js.slice(1).filter((file) => !loadedFiles.includes(file))]);
}
const withHint = compileHints(chunks, site.pages, VENDOR);
for (const [id, { js, css, others }] of chunks) {
  names.add(`${id}.js`, withHint(id, js));
  if (css !== undefined) names.add(`${id}.css`, `${layers}\n${css}`);
  for (const { path, contents } of others) names.addAsset(`assets${path}`, contents);
}
for (const [path, contents] of project.pictures) names.addAsset(path, contents);
const { head, rules } = await addLoader(project, names, {
  hasStart: chunks.has("start"),
  shell: assigned.shared.map((id) => `${id}.js`),
});
await mkdir(out, { recursive: true });
await names.write(out);
await writeFile(join(out, "sw.js"), worker);
await writeFile(join(out, "server.cjs"), renderer.code);
await writeFile(join(out, "server.cjs.map"), renderer.map);

const context = { chunks, names, parts };
const islandEntries = {};
for (const [name, folder] of islands)
  islandEntries[name] = {
    ...islandOf(context, name),
    props: await readPropsSchema(project, folder),
    messages: messages.get(name),
  };
const inShell = [...islands.keys()].filter((name) => site.shell.includes(name));
const loadPhases = loadPhasesOf(chunks, names, inShell);
const schema = join(root, "config.schema.json");
const classes = await Promise.all([...graph.sheets].map(([file, imports]) => unknownClasses(project, file, imports)));
const fonts = Object.values(assets).filter((path) => path.endsWith(".woff2"));
const manifest = {
  boot: names.path("boot.js"),
  deferred: names.path("deferred.js"),
  styles: names.path("site.css"),
  head,
  rules,
  islands: islandEntries,
  parts: parts.filter(({ family }) => !islands.has(family)).map((it) => partOf(context, it)),
  shared: islands.size
    ? common([...islands.keys()].map((name) => importsOf(chunks, name))).map((id) => names.path(`${id}.js`))
    : [],
  start: chunks.has("start") ? names.path("start.js") : undefined,
  config: existsSync(schema) ? JSON.parse(await readFile(schema, "utf8")) : undefined,
  assets: {
    ...Object.fromEntries([...project.urls].sort()),
    ...assets,
    ...Object.fromEntries(["site.css", ...pages].map((file) => [file, names.path(file)])),
  },
  load_phases: loadPhases,
  precache: await site.precache(out, [...pages.map(names.path), ...Object.values(loadPhases).flat(), ...fonts]),
  inputs: ownInputs(project),
  warnings: [...ownWarnings(project), ...(await privateVariables(project, [...graph.files.keys()])), ...classes.flat()],
  server: "server.cjs",
  worker: "sw.js",
};
await writeFile(join(out, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);

/** Returns the chunks that import a lazy component. */
function importersOf(part) {
  const files = [...graph.files].filter(([, found]) =>
    found.some((it) => isDynamic(it) && assigned.chunkOf.get(it.to) === part),
  );
  return [...new Set(files.map(([file]) => assigned.chunkOf.get(file)))];
}

/** Returns the items that all lists contain. */
function common([first = [], ...others]) {
  return first.filter((it) => others.every((list) => list.includes(it)));
}
