// Subsets the font files of npm packages: removes weights that no style uses and glyphs that no text needs.

import { Worker } from "node:worker_threads";

/** Subset options by family, which is the prefix of the file name. A number fixes the weight. */
const KEPT = {
  manrope: { variationAxes: { wght: { min: 400, max: 800 } } },
  // Headings have one weight and no stylistic alternates.
  fraunces: { variationAxes: { wght: 560 }, noLayoutClosure: true },
};

/** The characters of the packages' own `latin` files. */
const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœˆ˚˜–—‘’‚“”„†•…‹›⁄€™−`;

/** Subsets by path: a bundle for development is built many times. */
const subsets = new Map();

/** Plugin that replaces each woff2 file of a style sheet with a subset. */
export const smallFonts = {
  name: "small-fonts",
  setup(builder) {
    builder.onLoad({ filter: /\.woff2$/ }, async ({ path }) => {
      const family = Object.keys(KEPT).find((name) => path.split("/").pop().startsWith(`${name}-latin-`));
      if (!family) return undefined;
      if (!subsets.has(path)) subsets.set(path, subset(path, { targetFormat: "woff2", ...KEPT[family] }));
      return { contents: await subsets.get(path), loader: "file" };
    });
  },
};

/** Subsets the font at `path` in a worker thread, because the rest of the bundle needs the main thread. */
function subset(path, options) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./font_worker.mjs", import.meta.url), {
      workerData: { path, text: LATIN, options },
    });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the thread that subsets ${path} ended with code ${code}`)));
  });
}

function range(first, last) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
}
