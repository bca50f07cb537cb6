// Builds each chunk separately. A chunk imports files of other chunks by name, so that all chunks share one copy of each store.

import { join } from "node:path";
import { keyOf, packageOf } from "../esbuild.mjs";
import { imports as otherImports } from "../imports/imports.mjs";
import { REACT, reactAsModules } from "../react.mjs";
import { isDynamic, reactByKey, virtual } from "./graph.mjs";
import { createStubs, lazyParts, namesOfParts, rewriteImports } from "./stubs.mjs";

/**
 * Builds the chunks of an assignment, importers first, because a chunk exports only the names that its importers use. Returns
 * the script, style sheet (`undefined` if none) and other files of each. `@<chunk>.js@` is a placeholder for a file name.
 */
export async function buildChunks(project, graph, { chunkOf, entries, order }) {
  const byFile = orderOfFiles(project);
  const names = await graph.exportsOf(named(graph, chunkOf, entries));
  const stubs = createStubs(graph, names, { chunkOf, entries });

  // Few sites use the default exports of React, whose objects would make its chunk larger.
  const reactNames = (key) => new Set(names.get(key).filter((name) => name !== "default"));
  /** Used exports by file; empty if a file is imported only for its effects. React exports all, so that its chunk rarely changes. */
  const usedExports = new Map(REACT.map(({ key }) => [key, reactNames(key)]));
  for (const [file, of] of usedExports) for (const name of of) stubs.aliasOf(file, name);

  const finals = [];
  for (const { id, imports } of order) {
    const contents = await entryOf(id);
    const used = await usedBy(id, contents);
    addUsed(used);

    const reexports = stubs.reexports(imports, used);
    const stubOf = (file) => stubs.finalStub(file, used);
    const built = project.run(optionsOf(project, graph, chunkOf, { id, contents, stubOf, reexports }));
    // Later drafts depend on this draft only, so they need not wait for its minified chunk.
    finals.push(outputOf(id, imports, built));
  }

  return new Map(await Promise.all(finals));

  /** Returns the names that a chunk uses of files of other chunks. A draft of the chunk shows them. */
  async function usedBy(id, contents) {
    const used = new Map();
    const stubOf = (file) => stubs.draftStub(file, used);
    const draft = await project.run({
      ...optionsOf(project, graph, chunkOf, { id, contents, stubOf, reexports: new Map() }),
      minify: false,
    });

    for (const { text } of draft.outputFiles)
      for (const [, file, name] of text.matchAll(/"@use (.+?) ([\w$]+)@"/g)) used.get(file).add(name);
    return used;
  }

  /** Adds the names that a chunk uses, in their order: esbuild loads files in any order, and the same input must give the same aliases. */
  function addUsed(used) {
    for (const [file, of] of [...used].sort(byFile)) {
      usedExports.set(file, new Set([...(usedExports.get(file) ?? []), ...of].sort()));
      for (const name of [...of].sort()) stubs.aliasOf(file, name);
    }
  }

  /** Returns the source of a chunk's entry: the island's own code, and exports of all names that other chunks use. */
  async function entryOf(id) {
    const entry = entries.find((it) => it.id === id);
    const files = [...usedExports].filter(([file]) => chunkOf.get(file) === id && file !== entry?.key);
    const lines = files.sort(byFile).map(([file, of], at) => stubs.exportStatement(file, at, [...of]));

    if (entry && isLazyFile(entry)) lines.push(stubs.exportStatement(entry.key, lines.length, names.get(entry.key)));
    if (!entry?.contents) return lines.join("\n");
    return `${await ownContents(project, graph, chunkOf, entry)}\n${lines.join("\n")}`;
  }
}

/**
 * Returns a comparison of entries by file: those of packages first, then the site's own, and the loader last. So the order does not
 * depend on the names of folders.
 */
function orderOfFiles({ root, loader }) {
  const folder = `${keyOf(root, loader)}/`;
  const rankOf = (file) => {
    if (file.startsWith(folder)) return 2;
    return packageOf(file) ? 0 : 1;
  };

  return ([one], [other]) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1);
}

/** Returns the generated code of an entry, which refers to its lazy components by their chunks. */
async function ownContents({ root }, graph, chunkOf, { id, key, contents }) {
  const imports = graph.files.get(key).filter(isDynamic);
  const own = imports.length
    ? await rewriteImports(contents, join(root, graph.loadPart), { graph, imports, chunkOf, refersByName: false })
    : contents;
  return `${namesOfParts(root, graph, chunkOf, id)}\n${own}`;
}

/** Returns the options of esbuild for a chunk with the entry `contents`. */
function optionsOf(project, graph, chunkOf, { id, contents, stubOf, reexports }) {
  const { root } = project;
  return {
    entryPoints: [{ in: `entry:${id}`, out: "chunk" }],
    format: "esm",
    plugins: [
      virtual("entry", new Map([[id, contents]]), root),
      fromOthers({ root, graph, chunkOf, id, stubOf, reexports }),
      lazyParts(root, graph, chunkOf),
      otherImports(project),
      reactByKey,
      reactAsModules(root),
    ],
  };
}

/** Returns the name and the output of a chunk when its esbuild run ends. */
async function outputOf(id, imports, built) {
  const { outputFiles } = await built;
  const found = (extension) => outputFiles.find(({ path }) => path.endsWith(extension));
  const others = outputFiles.filter(({ path }) => !/\.(js|css)$/.test(path));
  return [id, { imports, js: found(".js").text, css: found(".css")?.text, others }];
}

/** True for a lazy component that is a file of the site; the `hydrate` part of an island has generated `contents`. */
const isLazyFile = (entry) => entry.isPart && !entry.contents;

/** Returns the files that other chunks import, including lazy components. */
function named(graph, chunkOf, entries) {
  const parts = entries.filter(isLazyFile);
  const found = new Set([...REACT.map(({ key }) => key), ...parts.map(({ key }) => key)]);
  for (const [file, id] of chunkOf)
    for (const it of graph.files.get(file)) if (!isDynamic(it) && chunkOf.get(it.to) !== id) found.add(it.to);
  return [...found].sort();
}

/** Returns the plugin that replaces imports from other chunks with stubs. */
const fromOthers = ({ root, graph, chunkOf, id, stubOf, reexports }) => ({
  name: "from-others",
  setup(builder) {
    builder.onResolve({ filter: /.*/ }, ({ path, importer, namespace, kind }) => {
      if (kind === "entry-point") return undefined;
      if (namespace === "reexport") return { path, external: true };
      if (path.startsWith("chunk:")) return { path: path.slice("chunk:".length), namespace: "reexport" };

      if (path === join(root, graph.loadPart)) return other(graph.loadPart);
      // The same specifier can be another file for `require`.
      const isSame = (it) => it.original === path && it.kind === kind;
      const target = graph.files.get(keyOf(root, importer, namespace))?.find(isSame);
      return target && other(target.to);
    });

    const other = (file) => (chunkOf.get(file) === id ? undefined : { path: file, namespace: "stub" });
    builder.onLoad({ filter: /.*/, namespace: "stub" }, ({ path }) => ({ contents: stubOf(path), loader: "js" }));
    builder.onLoad({ filter: /.*/, namespace: "reexport" }, ({ path }) => ({
      contents: reexports.get(path),
      loader: "js",
    }));
  },
});
