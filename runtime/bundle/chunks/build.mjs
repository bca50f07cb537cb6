// Builds each chunk separately. A chunk imports files of other chunks by name, so that all chunks share one copy of each store.

import { join } from "node:path";
import { keyOf } from "../esbuild.mjs";
import { imports as otherImports } from "../imports/imports.mjs";
import { REACT, reactAsModules } from "../react.mjs";
import { isDynamic, reactByKey, specifier, virtual } from "./graph.mjs";
import { lazyParts, namesOfParts, rewriteImports } from "./parts.mjs";

/**
 * Builds the chunks of an assignment, importers first, because a chunk exports only the names that its importers use. Returns
 * the script, style sheet (`undefined` if none) and other files of each. `@<chunk>.js@` is a placeholder for a file name.
 */
export async function buildChunks(project, graph, { chunkOf, entries, order }) {
  const { root, run } = project;
  const names = await graph.exportsOf(named(graph, chunkOf, entries));
  const aliasOf = createAliases(chunkOf, entries);
  /** Used exports by file; empty if a file is imported only for its effects. React exports all, so that its chunk rarely changes. */
  const usedExports = new Map(REACT.map(({ key }) => [key, new Set(names.get(key))]));
  for (const [file, of] of usedExports) for (const name of of) aliasOf(file, name);
  const finals = [];
  for (const { id, imports } of order) {
    const contents = await entryOf(id);
    const used = new Map();
    const draft = await run({ ...options(id, contents, (file) => draftStub(file, used)), minify: false });
    for (const { text } of draft.outputFiles)
      for (const [, file, name] of text.matchAll(/"@use (.+?) ([\w$]+)@"/g)) used.get(file).add(name);
    // esbuild loads the files in any order, and the runs below overlap. The same input must give the same names.
    for (const [file, of] of [...used].sort(([a], [b]) => (a < b ? -1 : 1))) {
      usedExports.set(file, new Set([...(usedExports.get(file) ?? []), ...of].sort()));
      for (const name of [...of].sort()) aliasOf(file, name);
    }
    // Later drafts depend on this draft only, so they need not wait for its minified chunk.
    finals.push(
      final(id, imports, run(options(id, contents, (file) => finalStub(file, used), reexports(imports, used)))),
    );
  }
  return new Map(await Promise.all(finals));

  /** Returns the name and the output of a chunk when its esbuild run ends. */
  async function final(id, imports, built) {
    const { outputFiles } = await built;
    const found = (extension) => outputFiles.find(({ path }) => path.endsWith(extension));
    const others = outputFiles.filter(({ path }) => !/\.(js|css)$/.test(path));
    return [id, { imports, js: found(".js").text, css: found(".css")?.text, others }];
  }

  /** Returns the source of a chunk's entry: the island's own code, and exports of all names that other chunks use. */
  async function entryOf(id) {
    const entry = entries.find((it) => it.id === id);
    const files = [...usedExports].filter(([file]) => chunkOf.get(file) === id && file !== entry?.key);
    const lines = files
      .sort()
      .map(([file, of], at) => exported(file, at, new Map([...of].map((name) => [name, aliasOf(file, name)]))));
    if (entry && isLazyFile(entry))
      lines.push(exported(entry.key, lines.length, new Map(names.get(entry.key).map((name) => [name, name]))));
    if (!entry?.contents) return lines.join("\n");
    const imports = graph.files.get(entry.key).filter(isDynamic);
    const own = imports.length
      ? await rewriteImports(entry.contents, join(root, graph.loadPart), {
          graph,
          imports,
          chunkOf,
          refersByName: false,
        })
      : entry.contents;
    return `${namesOfParts(root, graph, chunkOf, id)}\n${own}\n${lines.join("\n")}`;
  }

  /** Returns the statement that exports names of a file under other names. */
  function exported(file, at, aliases) {
    const from = JSON.stringify(specifier(file));
    if (!aliases.size) return `import ${from};`;
    if (graph.commonJs.has(file))
      return `const value${at} = require(${from});\nexport { value${at} as ${aliases.get("default")} };`;
    return `export { ${[...aliases].map(([name, alias]) => `${name} as ${alias}`).join(", ")} } from ${from};`;
  }

  /** Returns a stub for a file of another chunk. The draft run uses it to detect which names are used. */
  function draftStub(file, used) {
    used.set(file, new Set());
    if (graph.commonJs.has(file)) return `module.exports = ${JSON.stringify(`@use ${file} default@`)};`;
    const consts = names.get(file).map((name, at) => `const n${at} = ${JSON.stringify(`@use ${file} ${name}@`)};`);
    const list = names.get(file).map((name, at) => `n${at} as ${name}`);
    return `${consts.join("\n")}\nexport { ${list.join(", ")} };`;
  }

  /**
   * Returns a stub that exports the used names from the other chunk. Names that only removed code uses are 0. The stub of a CommonJS
   * module is one as well, so that esbuild converts its value for each importer.
   */
  function finalStub(file, used) {
    const of = used.get(file) ?? new Set();
    const chunk = JSON.stringify(`chunk:${chunkOf.get(file)}`);
    if (graph.commonJs.has(file))
      return of.size ? `module.exports = require(${chunk}).${aliasOf(file, "default")};` : `import ${chunk};`;
    const list = [...of].map((name) => `${aliasOf(file, name)} as ${name}`);
    const others = names.get(file).filter((name) => !of.has(name));
    const nothing = others.length
      ? `const nothing = 0;\nexport { ${others.map((name) => `nothing as ${name}`)} };`
      : "";
    return `export { ${list.join(", ")} } from ${chunk};\n${nothing}`;
  }

  /** Returns one export statement for each imported chunk, with all used names in a deterministic order. */
  function reexports(imports, used) {
    const statement = (to) => {
      const files = [...used].filter(([file]) => chunkOf.get(file) === to);
      const list = files.flatMap(([file, of]) => [...of].map((name) => aliasOf(file, name)));
      return `export { ${list.sort().join(", ")} } from "./@${to}.js@";`;
    };
    return new Map(imports.map((to) => [to, statement(to)]));
  }

  function options(id, contents, stubOf, statements = new Map()) {
    return {
      entryPoints: [{ in: `entry:${id}`, out: "chunk" }],
      format: "esm",
      plugins: [
        virtual("entry", new Map([[id, contents]]), root),
        fromOthers({ root, graph, chunkOf, id, stubOf, statements }),
        lazyParts(root, graph, chunkOf),
        otherImports(project),
        reactByKey,
        reactAsModules(root),
      ],
    };
  }
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

/**
 * Returns a function from a file and a name to the name of the export in the file's chunk: a short one, because each importing chunk
 * repeats it. Lazy components keep their names, because `import()` uses them.
 */
function createAliases(chunkOf, entries) {
  const parts = new Set(entries.filter((it) => it.isPart).map(({ key }) => key));
  const counts = new Map();
  const alias = new Map();
  return (file, name) => {
    if (parts.has(file)) return name;
    const key = `${file} ${name}`;
    if (!alias.has(key)) {
      const count = counts.get(chunkOf.get(file)) ?? 0;
      counts.set(chunkOf.get(file), count + 1);
      alias.set(key, shortName(count));
    }
    return alias.get(key);
  };
}

/** Returns `a` to `z`, then `a1` to `z1` and so on. */
function shortName(at) {
  const letter = String.fromCharCode("a".charCodeAt(0) + (at % 26));
  return at < 26 ? letter : `${letter}${Math.floor(at / 26)}`;
}

/** Returns the plugin that replaces imports from other chunks with stubs. */
const fromOthers = ({ root, graph, chunkOf, id, stubOf, statements }) => ({
  name: "from-others",
  setup(builder) {
    builder.onResolve({ filter: /.*/ }, ({ path, importer, namespace, kind }) => {
      if (kind === "entry-point") return undefined;
      if (namespace === "reexport") return { path, external: true };
      if (path.startsWith("chunk:")) return { path: path.slice("chunk:".length), namespace: "reexport" };
      if (path === join(root, graph.loadPart)) return other(graph.loadPart);
      // The same specifier can be another file for `require`.
      const isSame = (it) => it.original === path && it.kind === kind;
      const known = graph.files.get(keyOf(root, importer, namespace))?.find(isSame);
      return known && other(known.to);
    });
    const other = (file) => (chunkOf.get(file) === id ? undefined : { path: file, namespace: "stub" });
    builder.onLoad({ filter: /.*/, namespace: "stub" }, ({ path }) => ({ contents: stubOf(path), loader: "js" }));
    builder.onLoad({ filter: /.*/, namespace: "reexport" }, ({ path }) => ({
      contents: statements.get(path),
      loader: "js",
    }));
  },
});
