// Which file imports which, and what each exports, as esbuild itself reads the sources: a name that is missing fails here, with its place.

import { join } from "node:path";
import { assets } from "./assets.mjs";
import { keyOf, packageOf } from "./esbuild.mjs";
import { REACT, reactAsModules } from "./react.mjs";

/** The module that each `import()` goes through, as esbuild's metafile names it. */
export const partLoader = ({ root, loader }) => keyOf(root, join(loader, "src/island/load_part.ts"));

/**
 * Reads the graph below `entries` ({ id, contents }). `files` maps each file to its imports ({ to, kind, original }), `bytes`
 * gives the size of each file's code before it is minified, and `exportsOf` asks for the names of files; style sheets and other assets are left out, since they go with who imports them.
 */
export async function readGraph(here, entries) {
  const { root, run, site } = here;
  const loadPart = partLoader(here);
  const whole = REACT.map(({ from }) => `import "${from}";`).join("\n");
  const all = [...entries, { id: "more", contents: `${whole}\nimport ${JSON.stringify(specifier(loadPart))};` }];
  const { metafile } = await run({
    entryPoints: all.map(({ id }) => `entry:${id}`),
    format: "esm",
    splitting: true,
    minify: false,
    plugins: [
      virtual("entry", new Map(all.map(({ id, contents }) => [id, contents])), root),
      assets(here),
      reactAsModules(root),
    ],
  });
  const files = new Map();
  for (const [key, { imports }] of Object.entries(metafile.inputs)) {
    if (!isCode(key)) continue;
    const to = imports.filter((it) => !it.external && isCode(it.path));
    const found = to.map(({ path, kind, original }) => ({ to: path, kind, original }));
    if (found.some(isDynamic)) found.push({ to: loadPart, kind: "import-statement", original: "" });
    files.set(key, found);
  }
  dissolve(files, site.copied);
  const bytes = new Map();
  for (const { inputs } of Object.values(metafile.outputs))
    for (const [key, { bytesInOutput }] of Object.entries(inputs)) bytes.set(key, bytesInOutput);
  return { files, bytes, loadPart, exportsOf: (keys) => readExports(here, keys) };
}

/**
 * Lets who imports a file that is copied import what that file imports: it lies in no chunk of its own then, and esbuild puts
 * what is used of it where it is used.
 */
function dissolve(files, copied) {
  const isCopied = (key) => copied.some((folder) => !packageOf(key) && key.includes(`/${folder}/`));
  const beyond = (key, seen) =>
    files.get(key).flatMap((it) => {
      if (!isCopied(it.to)) return [{ ...it, original: "" }];
      return seen.has(it.to) ? [] : beyond(it.to, seen.add(it.to));
    });
  const before = [...files];
  const after = before.map(([key, imports]) => {
    const kept = imports.filter(({ to }) => !isCopied(to));
    const through = imports.filter(({ to }) => isCopied(to)).flatMap(({ to }) => beyond(to, new Set([to])));
    return [key, isCopied(key) ? kept : [...kept, ...through]];
  });
  for (const [key, imports] of after) files.set(key, imports);
}

/** Whether an import asks for a chunk of its own. */
export const isDynamic = ({ kind }) => kind === "dynamic-import";

const isCode = (key) => !/\.(css|woff2)$/.test(key) && !key.startsWith("asset:");

/** Modules that stand in no file, by name behind `<namespace>:`. */
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

/** An import of a metafile's file, as source text names it. */
export function specifier(key) {
  return key.includes(":") ? key : `./${key}`;
}

async function readExports(here, keys) {
  const { root, run } = here;
  const { metafile } = await run({
    entryPoints: keys.map(specifier),
    format: "esm",
    splitting: true,
    minify: false,
    plugins: [assets(here), reactByKey, reactAsModules(root)],
  });
  const names = new Map();
  for (const { entryPoint, exports } of Object.values(metafile.outputs)) if (entryPoint) names.set(entryPoint, exports);
  return names;
}

/** React's files under the names that the metafile gives them. */
export const reactByKey = {
  name: "react-by-key",
  setup(builder) {
    builder.onResolve({ filter: /^react:/ }, ({ path }) => ({ path: path.slice("react:".length), namespace: "react" }));
  },
};
