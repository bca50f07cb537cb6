// Compiles each module of a site separately, so that an edit compiles one file. Imports between modules stay `require` calls, which the
// registry in the browser resolves.

import { readFile, stat } from "node:fs/promises";
import { dirname, extname, join, resolve } from "node:path";
import { transform } from "@swc/core";
import { build } from "esbuild";
import { virtual } from "../chunks/graph.mjs";
import { keyOf } from "../esbuild.mjs";
import { environment } from "../imports/environment.mjs";
import { imports } from "../imports/imports.mjs";
import { sheetImports } from "../report/class_names.mjs";

const CODE = /\.[mc]?[jt]sx?$/;
const LOADER_FILES = /\/src\/(island|loader|react)\/|\/src\/signals\.ts$/;

/**
 * Creates the modules of the site in `project`. They are compiled at the first `update`, and again if one of their files changed.
 * A module is ({ key, code, map, css, imports, inputs, loads, sheets, warnings }): `imports` are the keys of modules and packages that it
 * requires, `loads` those that it loads with `import()`, and `sheets` its imports of CSS Modules.
 */
export function createModules(project) {
  const modules = new Map();
  const stamps = new Map();
  /** Other files that modules emit, such as fonts of their style sheets, by output path. */
  const emitted = new Map();

  /** Compiles the modules below `entries` whose files changed. Returns the keys of all compiled modules. */
  async function update(entries) {
    for (const key of await changedModules(entries)) modules.delete(key);

    const compiled = [];
    const contents = new Map(entries.map((entry) => [entry.id, entry.contents]));
    const entryKeys = entries.map(({ key }) => key);

    // A module whose last compilation failed is missing, too.
    let missing = missingBelow(entryKeys);
    while (missing.length > 0) {
      const began = Date.now();
      const list = await compile(project, missing, { contents, emitted });
      for (const it of list) modules.set(it.key, it);
      for (const file of new Set(list.flatMap(({ inputs }) => inputs))) stamps.set(file, await stampOf(file, began));
      compiled.push(...missing);
      missing = missingBelow(missing);
    }

    const reached = reachedFrom(modules, entryKeys);
    for (const key of modules.keys()) if (!reached.has(key)) modules.delete(key);
    return compiled.filter((key) => modules.has(key));
  }

  /** Returns the modules that `keys` need and that are not compiled. */
  function missingBelow(keys) {
    return [...reachedFrom(modules, keys)].filter((key) => !isPackage(key) && !modules.has(key));
  }

  /** Returns the modules with a changed file. Modules that are deleted are removed. */
  async function changedModules(entries) {
    const changed = new Set(entries.filter((it) => modules.get(it.key)?.source !== it.contents).map((it) => it.key));
    await Promise.all([...keysByFile(modules)].map(([file, keys]) => addChanged(changed, file, keys)));

    for (const key of changed)
      if (!key.startsWith("entry:") && !(await stampOf(join(project.root, key)))) {
        changed.delete(key);
        modules.delete(key);
      }
    return [...changed];
  }

  /** Adds the modules `keys` of a changed file. The importers of a deleted module count as changed, because their imports fail. */
  async function addChanged(changed, file, keys) {
    const now = await stampOf(file);
    if (now === stamps.get(file)) return;
    for (const key of keys) changed.add(key);

    if (now !== undefined) return;
    for (const [key, { imports, loads }] of modules)
      if ([...imports, ...loads].some((it) => keys.includes(it))) changed.add(key);
  }

  return {
    modules,
    emitted,
    update,
    reachedFrom: (keys, isLazy) => reachedFrom(modules, keys, isLazy),
    importsOf: (key) => importsOf(modules, key),
  };
}

/** Returns the keys of the modules that a file is part of, by file. */
function keysByFile(modules) {
  const files = new Map();
  for (const [key, { inputs }] of modules)
    for (const file of inputs) files.set(file, [...(files.get(file) ?? []), key]);
  return files;
}

/** Returns all modules and packages that `keys` need, in the order of their execution. `import()` is followed if `isLazy`. */
function reachedFrom(modules, keys, isLazy = true) {
  const found = new Set();
  const seen = new Set();

  function visit(key) {
    if (seen.has(key)) return;
    seen.add(key);

    for (const to of isLazy ? importsOf(modules, key) : (modules.get(key)?.imports ?? [])) visit(to);
    found.add(key);
  }

  for (const key of keys) visit(key);
  return found;
}

/** Returns the keys of all that a module needs. */
function importsOf(modules, key) {
  const { imports = [], loads = [] } = modules.get(key) ?? {};
  return [...imports, ...loads];
}

/** Returns whether a key is that of an npm package's file. */
export const isPackage = (key) => key.startsWith("package:");

/** Compiles modules by their keys. Rejects with esbuild's errors. */
async function compile(project, keys, { contents, emitted }) {
  const { root } = project;
  const links = new Map(keys.map((key) => [key, { imports: new Set(), loads: new Set() }]));
  const options = optionsOf(root, keys);
  const plugins = [virtual("entry", contents, root), separate(root, links), imports(project)];

  const { outputFiles, metafile, warnings } = await build({
    ...options,
    plugins: [...plugins, refreshable(project)],
  }).catch(async (error) => {
    // These locations are in the code that swc generated. Without it, esbuild reports the same errors with locations in the sources.
    await build({ ...options, plugins });
    throw error;
  });

  const files = new Map(outputFiles.map((file) => [file.path, file]));
  for (const { path, contents: bytes } of outputFiles)
    if (!/\.(js|css)(\.map)?$/.test(path)) emitted.set(`assets${path}`, bytes);

  const inputsOf = (path) =>
    Object.keys(metafile.outputs[join(root, path)]?.inputs ?? metafile.outputs[keyOf(root, path)]?.inputs ?? {});

  return keys.map((key) => {
    const path = `/${outputName(key)}`;
    const inputs = [`${path}.js`, `${path}.css`].flatMap(inputsOf);
    const paths = inputs
      .filter((it) => !it.startsWith("entry:"))
      .map((it) => resolve(root, it.replace(/^[a-z-]+:/, "")));

    return {
      key,
      source: key.startsWith("entry:") ? contents.get(key.slice("entry:".length)) : undefined,
      // esbuild's helper treats modules of packages with `"type": "module"` as if they were CommonJS.
      code: files
        .get(`${path}.js`)
        .text.replace(/__toESM\((require\("[^"]*"\)), 1\)/g, "__toESM($1)")
        .replace(/\bimport\("/g, '$load("'),
      map: files.get(`${path}.js.map`).text,
      css: files.get(`${path}.css`)?.text,
      imports: [...links.get(key).imports],
      loads: [...links.get(key).loads],
      inputs: [...new Set(paths)],
      warnings: warnings.filter(({ location }) => inputs.includes(location?.file)),
      sheets: sheetImports(metafile.inputs[key]?.imports),
    };
  });
}

/** Returns esbuild's options, without plugins. */
function optionsOf(root, keys) {
  return {
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    outdir: "/",
    entryPoints: keys.map((key) => ({ in: key.startsWith("entry:") ? key : join(root, key), out: outputName(key) })),
    entryNames: "[name]",
    assetNames: "fonts/[name]-[hash]",
    format: "cjs",
    platform: "browser",
    target: "es2022",
    sourcemap: "external",
    jsx: "automatic",
    jsxDev: true,
    legalComments: "none",
    logLevel: "silent",
    define: { ...environment(false), "process.env.NODE_ENV": '"development"', "import.meta.url": "$moduleUrl" },
    loader: { ".woff2": "file" },
  };
}

/** Returns the name of a module's output without extension. */
function outputName(key) {
  return key.replace(/[^\w.-]/g, (it) => `$${it.charCodeAt(0)}$`);
}

/** Returns the plugin that leaves imports of other modules and of packages as they are, and records them in `links` by importer. */
const separate = (root, links) => ({
  name: "separate-modules",
  setup(builder) {
    builder.onResolve({ filter: /.*/ }, async ({ path, importer, namespace, resolveDir, kind, pluginData }) => {
      // With data, a plugin resolves an import on its own behalf.
      const isInner = pluginData !== undefined || kind === "entry-point";
      if (isInner || /^(import-rule|composes-from|url-token)$/.test(kind)) return undefined;

      const found = links.get(keyOf(root, importer, namespace));
      if (!found) return undefined;

      const entry = /^entry:/.test(path);
      const resolved = entry
        ? { path, namespace: "file", errors: [] }
        : await builder.resolve(path, { importer, namespace, resolveDir, kind, pluginData: { isSeparated: true } });
      if (resolved.errors.length > 0 || resolved.external) return resolved;
      if (!entry && (resolved.namespace !== "file" || !CODE.test(resolved.path)))
        return { ...resolved, warnings: undefined };

      const key = entry ? path : keyOf(root, resolved.path);
      const to = /(^|\/)node_modules\//.test(key) ? `package:${key}` : key;
      (kind === "dynamic-import" ? found.loads : found.imports).add(to);
      return { path: to, external: true };
    });
  },
});

/** Returns the plugin that adds the calls of React Refresh to the site's own modules. */
const refreshable = ({ root, loader }) => ({
  name: "react-refresh",
  setup(builder) {
    builder.onLoad({ filter: CODE }, async ({ path }) => {
      if (path.includes("/node_modules/") || (path.startsWith(`${loader}/`) && LOADER_FILES.test(path)))
        return undefined;
      const extension = extname(path);
      if (/^\.[mc]?js$/.test(extension)) return undefined;

      const source = await readFile(path, "utf8");
      try {
        const { code } = await transform(source, {
          filename: path,
          cwd: root,
          swcrc: false,
          configFile: false,
          sourceMaps: "inline",
          inlineSourcesContent: true,
          module: { type: "es6" },
          jsc: {
            target: "es2022",
            parser: { syntax: "typescript", tsx: extension.endsWith("x"), decorators: true },
            transform: { react: { runtime: "automatic", development: true, refresh: true } },
          },
        });
        return { contents: code, loader: "js", resolveDir: dirname(path) };
      } catch {
        // esbuild reports the syntax error with its location.
        return undefined;
      }
    });
  },
});

/** How long before a read a file must have been written, because the clock of a file system can be coarse. */
const TICK_MS = 20;

/**
 * Returns a text that changes with the file, or `undefined` if there is none. The stamp of a file that was written since `readAt` is
 * unlike any other: the reader may have seen its text before or after.
 */
export async function stampOf(file, readAt = Number.POSITIVE_INFINITY) {
  try {
    const { size, ino, mtimeMs, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    return `${size} ${ino} ${mtimeNs} ${ctimeNs}${Number(mtimeMs) > readAt - TICK_MS ? " unsure" : ""}`;
  } catch {
    return undefined;
  }
}
