// Common options for all esbuild runs, the minification by swc of the code for browsers, and the files that a bundle is made from.

import { relative, resolve } from "node:path";
import { minify as minifyWithSwc } from "@swc/core";
import { build } from "esbuild";

/**
 * Returns a function that runs esbuild for the runtime in folder `root`. `define` are replacements in all code. It writes and prints
 * nothing. With `minify` values in style sheets stay as they are written.
 */
export function bundler(root, minify, define) {
  const common = {
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    outdir: "/",
    target: "es2022",
    // Style sheets keep their licences. Scripts lose them with all other comments.
    legalComments: "inline",
    jsx: "automatic",
    define: { ...define, "process.env.NODE_ENV": '"production"' },
    assetNames: "fonts/[name]-[hash]",
    loader: { ".woff2": "file" },
    logLevel: "silent",
    logLimit: 0,
  };

  return async ({ minify: isMinified = minify, ...options }) => {
    const allOptions = {
      ...common,
      // Not `minifySyntax`, which rewrites custom properties, too. swc shortens the syntax of scripts.
      minifyWhitespace: isMinified,
      minifyIdentifiers: isMinified,
      ...options,
      define: { ...common.define, ...options.define },
    };

    const built = await build(allOptions);
    if (!isMinified || allOptions.format === "cjs") return built;

    return {
      ...built,
      outputFiles: await Promise.all(built.outputFiles.map((file) => minifyOutput(file, allOptions.format))),
    };
  };
}

/** Minifies a script for browsers: after swc it is about 3 % smaller than after esbuild alone. */
async function minifyOutput(file, format) {
  if (!file.path.endsWith(".js")) return file;

  const module = format === "esm";
  const { code } = await minifyWithSwc(file.text, {
    module,
    ecma: 2022,
    compress: { passes: 3, keep_fargs: false },
    mangle: true,
  });

  return { path: file.path, text: code };
}

/** Returns the name of a file in esbuild's metafile from the path and namespace that a plugin gets. */
export function keyOf(root, path, namespace = "file") {
  return namespace === "file" ? relative(root, path).replaceAll("\\", "/") : `${namespace}:${path}`;
}

/** Returns the path of a source of esbuild's source maps, which are URLs relative to the root of the file system. */
export const sourcePath = (source) => resolve("/", decodeURIComponent(source));

/** Returns the npm package of a file in the metafile; `undefined` for files of the runtime. */
export function packageOf(key) {
  const path = key.startsWith("react:") ? key.slice("react:".length) : key.split("node_modules/").slice(1).pop();
  return path && /^(@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

/** An error in the runtime's sources. It is printed without a stack trace. */
export class SourceError extends Error {}

/** Returns `run` with the files that it reads added to `inputs`, as names of the metafile, and its warnings to `warnings`. */
export const recording =
  (run, { inputs, warnings }) =>
  async (options) => {
    const built = await run(options);
    for (const key of Object.keys(built.metafile.inputs)) inputs.add(key);
    warnings.push(...built.warnings);
    return built;
  };

/**
 * Returns the inputs that no package manager and no loader provides. The generator bundles again after a change of those that it does not
 * find in the runtime's folder: files of workspace packages, of folders of tests, and hidden files.
 */
export function ownInputs({ root, loader, inputs }) {
  const own = keyOf(root, loader);
  const isOwn = (key) => !key.includes("node_modules/") && !key.startsWith(`${own}/`);
  return [...inputs].filter(isOwn).sort();
}
