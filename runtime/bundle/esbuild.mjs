// What every run of esbuild has in common; what browsers run is made smaller by swc afterwards.

import { relative } from "node:path";
import { minify as squeeze } from "@swc/core";
import { build } from "esbuild";

/**
 * Makes the function that runs esbuild for the runtime in folder `root`. Nothing is written; on an error esbuild itself has
 * said where it is.
 */
export function bundler(root, minify) {
  const common = {
    absWorkingDir: root,
    bundle: true,
    minify,
    write: false,
    metafile: true,
    outdir: "/",
    target: "es2022",
    legalComments: "none",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    assetNames: "fonts/[name]-[hash]",
    loader: { ".woff2": "file" },
    logLevel: "error",
  };
  return async (options) => {
    const given = { ...common, ...options, define: { ...common.define, ...options.define } };
    const built = await build(given);
    if (!given.minify || given.format === "cjs") return built;
    return { ...built, outputFiles: await Promise.all(built.outputFiles.map((file) => smaller(file, given.format))) };
  };
}

/** What browsers run, once more: swc leaves about 3 % less than esbuild alone. */
async function smaller(file, format) {
  if (!file.path.endsWith(".js")) return file;
  const module = format === "esm";
  const { code } = await squeeze(file.text, {
    module,
    ecma: 2022,
    compress: { passes: 3, keep_fargs: false },
    mangle: true,
  });
  return { path: file.path, text: code };
}

/** The name of a file in esbuild's metafile, from what a plugin is told of it. */
export function keyOf(root, path, namespace = "file") {
  return namespace === "file" ? relative(root, path).replaceAll("\\", "/") : `${namespace}:${path}`;
}

/** The npm package that a file of the metafile is of; undefined for one of ours. */
export function packageOf(key) {
  const path = key.startsWith("react:") ? key.slice("react:".length) : key.split("node_modules/").slice(1).pop();
  return path && /^(@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

/** A mistake in the runtime's sources, said without a stack. */
export class Mistake extends Error {}
