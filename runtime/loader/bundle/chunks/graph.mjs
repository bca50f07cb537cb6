// Reads the imports and exports of all files with esbuild. A missing export fails here, with its location.

import { join } from "node:path";
import { keyOf, packageOf } from "../esbuild.mjs";
import { isCode, imports as otherImports } from "../imports/imports.mjs";
import { isReexport } from "../imports/packages.mjs";
import { REACT, reactAsModules } from "../react.mjs";
import { sheetImports } from "../report/class_names.mjs";
import { TOP_LEVEL_AWAIT } from "../report/failure.mjs";

/** Returns the metafile name of the module that replaces `import()`. */
export const partLoader = ({ root, loader }) => keyOf(root, join(loader, "src/island/load_part.ts"));

/**
 * Reads the graph below `entries` ({ id, contents }). `files` maps each file to its imports ({ to, kind, original }), `sheets` to its
 * imports of CSS Modules, and `bytes` to its size before minification. `importsOf` returns the files that a file imports, also those
 * that are copied. `commonJs` has the files that are CommonJS modules. `exportsOf`
 * reads the exported names of files. Style sheets and other assets are left out, because they belong to the chunk of their importer.
 */
export async function readGraph(project, entries) {
  const { root, run, site } = project;
  const loadPart = partLoader(project);
  const whole = REACT.map(({ from }) => `import "${from}";`).join("\n");
  const all = [...entries, { id: "more", contents: `${whole}\nimport ${JSON.stringify(specifier(loadPart))};` }];

  const options = {
    entryPoints: all.map(({ id }) => `entry:${id}`),
    format: "esm",
    splitting: true,
    minify: false,
    plugins: [
      virtual("entry", new Map(all.map(({ id, contents }) => [id, contents])), root),
      otherImports(project),
      reactAsModules(root),
    ],
  };

  // `croupier dev` cannot run such modules of a site. Those of packages can be part of a script.
  const withoutAwait = { ...options, supported: { "top-level-await": false } };
  const isOfPackage = ({ text, location }) => TOP_LEVEL_AWAIT.test(text) && packageOf(location?.file ?? "");
  const { metafile } = await run(withoutAwait).catch((error) => {
    if (error.errors?.every(isOfPackage)) return run(options);
    throw error;
  });

  const files = new Map();
  const sheets = new Map();
  for (const [key, { imports }] of Object.entries(metafile.inputs)) {
    if (!isCode(key)) continue;
    sheets.set(key, sheetImports(imports));
    const to = imports.filter((it) => !it.external && isCode(it.path));
    const found = to.map(({ path, kind, original }) => ({ to: path, kind, original }));
    if (found.some(isDynamic)) found.push({ to: loadPart, kind: "import-statement", original: "" });
    files.set(key, found);
  }

  // `importsOf` also returns copied files, so the imports are stored before these files are removed.
  const written = new Map(files);
  inlineCopiedFiles(files, site.copied);

  const bytes = new Map();
  for (const { inputs } of Object.values(metafile.outputs))
    for (const [key, { bytesInOutput }] of Object.entries(inputs)) bytes.set(key, bytesInOutput);

  const commonJs = commonJsFiles(files, metafile.inputs);
  const importsOf = (key) => (written.get(key) ?? []).map(({ to }) => to);

  return {
    files,
    sheets,
    bytes,
    commonJs,
    loadPart,
    importsOf,
    exportsOf: (keys) => readExports(project, keys, commonJs),
  };
}

/** Returns the files whose value is `module.exports`, such as JSON files that a CommonJS module requires. */
function commonJsFiles(files, inputs) {
  const required = new Set([...files.values()].flat().flatMap(({ to, kind }) => (kind === "require-call" ? [to] : [])));
  const isCommonJs = (key) => inputs[key].format === "cjs" || (inputs[key].format !== "esm" && required.has(key));
  return new Set([...files.keys()].filter(isCommonJs));
}

/**
 * Removes copied files from the graph: their importers get their imports instead. A copied file then has no chunk, and esbuild puts
 * a copy of the used code in each chunk.
 */
function inlineCopiedFiles(files, copied) {
  const isCopied = (key) => isReexport(key) || copied.some((folder) => !packageOf(key) && key.includes(`/${folder}/`));
  const importsThrough = (key, seen) =>
    files.get(key).flatMap((it) => {
      if (!isCopied(it.to)) return [{ ...it, original: "" }];
      return seen.has(it.to) ? [] : importsThrough(it.to, seen.add(it.to));
    });

  const before = [...files];
  const after = before.map(([key, imports]) => {
    const kept = imports.filter(({ to }) => !isCopied(to));
    const through = imports.filter(({ to }) => isCopied(to)).flatMap(({ to }) => importsThrough(to, new Set([to])));
    return [key, isCopied(key) ? kept : [...kept, ...through]];
  });

  for (const [key, imports] of after) files.set(key, imports);
}

/** Returns whether an import is an `import()` whose target gets its own chunk. */
export const isDynamic = ({ kind, isEager }) => kind === "dynamic-import" && !isEager;

/** Returns a plugin for modules without a file. They are imported as `<namespace>:<name>`. */
export const virtual = (namespace, contents, root) => ({
  name: `virtual-${namespace}`,
  setup(builder) {
    builder.onResolve({ filter: new RegExp(`^${namespace}:`) }, ({ path }) => ({
      path: path.slice(namespace.length + 1),
      namespace,
    }));

    builder.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: contents.get(path),
      loader: "ts",
      resolveDir: root,
    }));
  },
});

/** Returns the import specifier of a file in the metafile. */
export function specifier(key) {
  return key.includes(":") ? key : `./${key}`;
}

/** Returns the exported names of files. The only export of a CommonJS module is its value, because its names are not known. */
async function readExports(project, keys, commonJs) {
  const { root, run } = project;
  const { metafile } = await run({
    entryPoints: keys.map(specifier),
    format: "esm",
    splitting: true,
    minify: false,
    plugins: [otherImports(project), reactByKey, reactAsModules(root)],
  });

  const names = new Map();
  for (const { entryPoint, exports } of Object.values(metafile.outputs))
    if (entryPoint) names.set(entryPoint, commonJs.has(entryPoint) ? ["default"] : exports);
  return names;
}

/** Plugin that resolves React's files by their metafile names. */
export const reactByKey = {
  name: "react-by-key",
  setup(builder) {
    builder.onResolve({ filter: /^react:/ }, ({ path }) => ({ path: path.slice("react:".length), namespace: "react" }));
  },
};
