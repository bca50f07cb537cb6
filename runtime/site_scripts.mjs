// Builds the search of sites, the script that plays videos, and the tabs of texts into the generator, which publishes them as they are:
// node site_scripts.mjs [--out FOLDER]. Sites without Node have them, too, so the built files are part of the repository; a test compares them
// with a new build.

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({ options: { out: { type: "string", default: folder("../generator/engine/scripts") } } });
const outdir = values.out;

/** Imports a style sheet as a minified text. */
const styleText = {
  name: "style-text",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path, pluginData }) => {
      if (pluginData === "style") return undefined;
      const { outputFiles } = await build({ entryPoints: [path], minify: true, write: false, logLevel: "silent" });
      return { contents: outputFiles[0].text.trim(), loader: "text" };
    });
  },
};

mkdirSync(outdir, { recursive: true });
for (const name of readdirSync(outdir)) rmSync(join(outdir, name));
const shared = {
  absWorkingDir: folder("."),
  outdir,
  bundle: true,
  minify: true,
  // As in the bundle of a runtime: the browsers of the last two years.
  target: ["chrome117", "firefox121", "safari16.4"],
  legalComments: "inline",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
};
const { metafile } = await build({
  ...shared,
  entryPoints: { search_worker: "src/search/text_worker.ts" },
  format: "esm",
  metafile: true,
});
await build({
  ...shared,
  define: { WORKER: JSON.stringify(basename(Object.keys(metafile.outputs)[0])) },
  entryPoints: { search: "src/search/open.ts" },
  chunkNames: "search_[name]-[hash]",
  format: "esm",
  splitting: true,
  plugins: [styleText],
});
await build({ ...shared, entryPoints: { noscript: "src/search/noscript.css" } });
await build({ ...shared, entryPoints: { embed: "src/embed/embed.ts" }, format: "esm" });
// A classic script runs before the browser paints the page. A module would run after it is parsed.
await build({ ...shared, entryPoints: { tabs: "src/tabs/tabs.ts" }, format: "iife" });
await build({ ...shared, entryPoints: { tabs_style: "src/tabs/tabs.css" } });
