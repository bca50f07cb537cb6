// Fonts as the site uses them: weights that no style asks for, and shapes that no text reaches, are left out of the packages' files.

import { Worker } from "node:worker_threads";

/** What is kept of each family, by the beginning of its file's name. A figure fixes the weight. */
const KEPT = {
  manrope: { variationAxes: { wght: { min: 400, max: 800 } } },
  // Headings have one weight and no stylistic alternates.
  fraunces: { variationAxes: { wght: 560 }, noLayoutClosure: true },
};

/** Latin as the packages' own files of that name have it. */
const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœˆ˚˜–—‘’‚“”„†•…‹›⁄€™−`;

/** The plugin that hands on a smaller font for each woff2 that a style sheet names. */
export const smallFonts = {
  name: "small-fonts",
  setup(builder) {
    builder.onLoad({ filter: /\.woff2$/ }, async ({ path }) => {
      const family = Object.keys(KEPT).find((name) => path.split("/").pop().startsWith(`${name}-latin-`));
      if (!family) return undefined;
      const contents = await subset(path, { targetFormat: "woff2", ...KEPT[family] });
      return { contents, loader: "file" };
    });
  },
};

/** Subsets the font at `path` in a thread, because the rest of the bundle needs this one. */
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
