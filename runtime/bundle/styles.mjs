// The site's style sheet with its fonts, the sheets of its kinds of pages, and the assets that templates name.

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { assetPath } from "./assets.mjs";
import { smallFonts } from "./fonts.mjs";

const DESIGN = "src/casino/design";
/** Each sheet in here is of one kind of pages, whose templates name it. */
const PAGES = `${DESIGN}/pages`;

/**
 * Adds the site's sheet, those of kinds of pages and the assets beside them. Gives output paths of assets by logical name,
 * the names of the sheets of pages, and the order of cascade layers as CSS.
 */
export async function addStyles({ root, run }, names) {
  const { outputFiles } = await run({
    entryPoints: [{ in: `${DESIGN}/site.css`, out: "site" }],
    plugins: [smallFonts],
  });
  const layers = await layersOf(join(root, DESIGN, "site.css"));
  const pages = await sheetsOf(join(root, PAGES));
  for (const file of pages) names.add(file, await sheetOfPages({ root, run }, file, layers));
  const assets = {};
  for (const { path, contents, text } of outputFiles)
    if (path.endsWith(".css")) names.add("site.css", text);
    else assets[path.slice(1).replace(/-[A-Z0-9]+(\.\w+)$/, "$1")] = addFont(names, path, contents);
  for (const file of await readdir(join(root, DESIGN)))
    if (file.endsWith(".svg")) {
      const contents = await readFile(join(root, DESIGN, file));
      assets[file] = assetPath(file, contents);
      names.addAsset(assets[file], contents);
    }
  return { assets, pages, layers };
}

async function sheetsOf(folder) {
  const files = existsSync(folder) ? await readdir(folder) : [];
  return files.filter((file) => file.endsWith(".css")).sort();
}

/** What one kind of pages looks like lies in the layer `pages`, whichever sheet comes first. */
async function sheetOfPages({ root, run }, file, layers) {
  const contents = `${layers}\n@import "./${file}" layer(pages);`;
  const { outputFiles } = await run({
    stdin: { contents, resolveDir: resolve(root, PAGES), loader: "css", sourcefile: `${file} in its layer` },
  });
  return outputFiles[0].text;
}

function addFont(names, path, contents) {
  const output = `assets${path}`;
  names.addAsset(output, contents);
  return output;
}

/** The statement that orders the layers, for sheets that may come before or without the site's own. */
async function layersOf(file) {
  return existsSync(file) ? (/^@layer [^;{]+;/m.exec(await readFile(file, "utf8"))?.[0] ?? "") : "";
}
