// Bundles the site's style sheet with its fonts, the style sheets for kinds of pages, and the images that templates refer to.

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { imports } from "./imports/imports.mjs";
import { assetPath } from "./names.mjs";

/**
 * Adds the site's style sheet, the sheets for kinds of pages, and the assets in the same folder. Returns the output paths of assets
 * by logical name, the names of the sheets for pages, and the order of cascade layers as CSS.
 */
export async function addStyles(project, names) {
  const { root, run, site } = project;
  const design = join(root, site.styles);
  const file = join(design, "site.css");

  // A site whose base layout links its style sheets itself has none here.
  const hasSheet = existsSync(file);
  const { outputFiles } = await run({
    ...(hasSheet ? { entryPoints: [{ in: file, out: "site" }] } : { stdin: { contents: "", loader: "css" } }),
    plugins: [...site.plugins, imports(project)],
  });
  const layers = hasSheet ? await layersOf(file) : "";

  // Each sheet in pages/ belongs to one kind of page, whose templates refer to it.
  const pages = await sheetsOf(join(design, "pages"));
  for (const sheet of pages) names.add(sheet, await sheetOfPages(project, sheet, layers));

  const assets = {};
  for (const { path, contents, text } of outputFiles)
    if (path.endsWith(".css")) names.add("site.css", text);
    else assets[path.slice(1).replace(/-[A-Z0-9]+(\.\w+)$/, "$1")] = addFont(names, path, contents);

  for (const picture of existsSync(design) ? await readdir(design) : [])
    if (picture.endsWith(".svg")) {
      const contents = await readFile(join(design, picture));
      assets[picture] = assetPath(picture, contents);
      names.addAsset(assets[picture], contents);
    }

  return { assets, pages, layers };
}

async function sheetsOf(folder) {
  const files = existsSync(folder) ? await readdir(folder) : [];
  return files.filter((file) => file.endsWith(".css")).sort();
}

/** Bundles the sheet for one kind of page in the layer `pages`, independent of the order in which sheets load. */
async function sheetOfPages(project, file, layers) {
  const { root, run, site } = project;
  const contents = `${layers}\n@import "./${file}" layer(pages);`;

  const { outputFiles } = await run({
    stdin: {
      contents,
      resolveDir: resolve(root, site.styles, "pages"),
      loader: "css",
      sourcefile: `${file} in its layer`,
    },
    plugins: [imports(project)],
  });
  return outputFiles[0].text;
}

function addFont(names, path, contents) {
  const output = `assets${path}`;
  names.addAsset(output, contents);
  return output;
}

/** Returns the statement that orders the layers, for sheets that may load before or without the site's own. */
async function layersOf(file) {
  return /^@layer [^;{]+;/m.exec(await readFile(file, "utf8"))?.[0] ?? "";
}
