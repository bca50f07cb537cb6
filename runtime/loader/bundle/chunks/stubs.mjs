// The statements through which chunks import from each other: stubs in place of files of other chunks, and exports under short names.

import { specifier } from "./graph.mjs";

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
