// The statements through which chunks load and import each other: stubs in place of files of other chunks, exports under short names, and
// calls that load a lazy component in place of `import("./details")`.

import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { init, parse } from "es-module-lexer";
import { transform } from "esbuild";
import { keyOf } from "../esbuild.mjs";
import { isDynamic, specifier } from "./graph.mjs";

/** Creates the statements of an assignment. `names` are the exports of each file that other chunks import. */
export function createStubs(graph, names, { chunkOf, entries }) {
  const aliasOf = createAliases(chunkOf, entries);

  /** Returns the statement that exports names of a file under their aliases. `at` is unique in the chunk. */
  function exportStatement(file, at, exportNames) {
    const from = JSON.stringify(specifier(file));
    if (exportNames.length === 0) return `import ${from};`;
    if (graph.commonJs.has(file))
      return `const value${at} = require(${from});\nexport { value${at} as ${aliasOf(file, "default")} };`;
    return `export { ${exportNames.map((name) => `${name} as ${aliasOf(file, name)}`).join(", ")} } from ${from};`;
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
    return new Map(
      imports.map((to) => {
        const files = [...used].filter(([file]) => chunkOf.get(file) === to);
        const list = files.flatMap(([file, of]) => [...of].map((name) => aliasOf(file, name)));
        return [to, `export { ${list.sort().join(", ")} } from "./@${to}.js@";`];
      }),
    );
  }

  return { aliasOf, exportStatement, draftStub, finalStub, reexports };
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

/** Returns the plugin that rewrites files with an `import()`. `chunkOf` maps the file of a lazy component to its chunk. */
export const lazyParts = (root, graph, chunkOf) => ({
  name: "lazy-parts",
  setup(builder) {
    builder.onLoad({ filter: /\.[mc]?[jt]sx?$/ }, async ({ path, namespace }) => {
      const imports = (graph.files.get(keyOf(root, path, namespace)) ?? []).filter(isDynamic);
      if (!imports.length) return undefined;

      const loader = extname(path).replace(/^\.[mc]?/, "");
      const source = await readFile(path, "utf8");
      const { code } = await transform(source, { loader, jsx: "automatic", target: "es2022" });

      const refersByName = isCommon(chunkOf.get(keyOf(root, path, namespace)));
      return {
        contents: await rewriteImports(code, join(root, graph.loadPart), { graph, imports, chunkOf, refersByName }),
        loader: "js",
      };
    });
  },
});

/**
 * Returns whether an island and its lazy components share a chunk. Such a chunk contains no file names of lazy components: each of
 * them imports it, so a change of one would rename all. The island's entry registers the names instead.
 */
const isCommon = (id) => id.endsWith("_common");

/** Returns the code for an island's entry that registers lazy components for the chunk that it shares with them. */
export function namesOfParts(root, graph, chunkOf, island) {
  const files = [...graph.files.keys()].filter((file) => chunkOf.get(file) === `${island}_common`);
  const ids = files.flatMap((file) =>
    graph.files
      .get(file)
      .filter(isDynamic)
      .map(({ to }) => chunkOf.get(to)),
  );

  if (!ids.length) return "";

  const table = Object.fromEntries([...new Set(ids)].sort().map((id) => [id, `@files:${id}@`]));
  return `import { nameParts } from ${JSON.stringify(join(root, graph.loadPart))};\nnameParts(${JSON.stringify(table)});`;
}

/**
 * Returns the code of a module with each `import()` of a lazy component replaced by a call that loads its chunk and its style sheets. A
 * lexer finds the positions, so strings that look like code are left alone.
 */
export async function rewriteImports(code, loadPart, { graph, imports, chunkOf, refersByName }) {
  await init;
  let text = code;
  let hasCommonJs = false;
  for (const { n, ss, se, d } of [...parse(code)[0]].reverse()) {
    const target = d > -1 && imports.find(({ original }) => original === n);
    if (!target) continue;

    const id = chunkOf.get(target.to);
    const reference = refersByName ? id : `@files:${id}@`;
    const isCommonJs = graph.commonJs.has(target.to);
    const part = `croupierPart(${JSON.stringify(reference)})${isCommonJs ? ".then(croupierNamespace)" : ""}`;
    hasCommonJs ||= isCommonJs;
    text = `${text.slice(0, ss)}${part}${text.slice(se)}`;
  }

  const names = `loadPart as croupierPart${hasCommonJs ? ", namespaceOf as croupierNamespace" : ""}`;
  return `import { ${names} } from ${JSON.stringify(loadPart)};\n${text}`;
}
