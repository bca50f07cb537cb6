// Resolves imports of npm packages where esbuild alone would find another file, or another default export.

import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { init, parse } from "es-module-lexer";
import { packageOf } from "../esbuild.mjs";
import { REACT_PACKAGES } from "../react.mjs";

/** Marks the resolution of a package, which the plugin itself starts. */
const PACKAGE = Symbol("package");
const NAMESPACE = "common-js";

/** Returns whether a file of the metafile only exports what a CommonJS module of a package has. Each chunk that imports it has a copy. */
export const isReexport = (key) => key.startsWith(`${NAMESPACE}:`);

/**
 * Resolves `@croupier/loader` to the loader of the bundle. pnpm, Yarn and Bun install a copy, which can be older. State that two copies of a
 * module have would differ.
 */
export function addLoaderPackage({ loader }, builder) {
  builder.onResolve({ filter: /^@croupier\/loader(\/|$)/ }, ({ path, kind, importer, namespace, pluginData }) =>
    pluginData === PACKAGE
      ? undefined
      : builder.resolve(path, { kind, importer, namespace, resolveDir: loader, pluginData: PACKAGE }),
  );
}

/**
 * Makes the default export of a CommonJS module with `__esModule` its `exports.default`, as TypeScript and other bundlers do. For importers
 * below a package.json with `"type": "module"`, esbuild does the same as Node, whose default export is the object of all exports.
 */
export function addCommonJs(builder) {
  // In browsers, `import()` loads a chunk, and `namespaceOf` in load_part.ts does the same.
  const isNode = builder.initialOptions.platform === "node";

  builder.onResolve({ filter: /^[^./]/, namespace: "file" }, async (args) => {
    const { path, kind, importer, namespace, resolveDir, pluginData } = args;
    const isImport = kind === "import-statement" || (isNode && kind === "dynamic-import");
    if (pluginData !== undefined || !isImport || packageOf(importer) || !isNodeModule(importer)) return undefined;

    const found = await builder.resolve(path, { kind, importer, namespace, resolveDir, pluginData: PACKAGE });
    const isFile = found.errors.length === 0 && !found.external && found.namespace === "file";
    const name = isFile ? packageOf(found.path) : undefined;
    // React's modules are no compiled ES modules, and have builds of their own.
    if (name === undefined || REACT_PACKAGES.includes(name)) return undefined;
    return (await isCommonJs(found.path)) ? { path: found.path, namespace: NAMESPACE } : undefined;
  });

  builder.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => {
    const from = JSON.stringify(path);
    // This module is below no package.json.
    const contents = `export * from ${from};\nexport { default } from ${from};`;
    return { contents, loader: "js", resolveDir: dirname(path) };
  });
}

/** Returns whether Node takes a file for an ES module. */
function isNodeModule(file) {
  if (/\.m[jt]s$/.test(file)) return true;

  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const settings = join(folder, "package.json");
    if (existsSync(settings)) return JSON.parse(readFileSync(settings, "utf8")).type === "module";
    if (dirname(folder) === folder) return false;
  }
}

/** Returns whether a file is a CommonJS module. esbuild reports syntax errors. */
async function isCommonJs(file) {
  if (!/\.c?js$/.test(file)) return false;
  await init;

  try {
    const [, , , hasModuleSyntax] = parse(await readFile(file, "utf8"));
    return !hasModuleSyntax;
  } catch {
    return false;
  }
}
