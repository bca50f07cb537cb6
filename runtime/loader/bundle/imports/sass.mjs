// Compiles `.scss` and `.sass` files with the package `sass`, if the site has it.

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { keyOf } from "../esbuild.mjs";
import { hideCustomProperties } from "./custom_properties.mjs";

/** Returns whether a file is a style sheet in Sass. */
export const isSass = (path) => /\.s[ac]ss$/.test(path);

/** Compiles imports of Sass files. Modules are compiled as CSS Modules. */
export function addSass(project, builder) {
  const loader = builder.initialOptions.loader?.[".css"] ?? "css";

  builder.onResolve({ filter: /\.s[ac]ss$/ }, () => {
    if (loadSass(project.root)) return undefined;
    const detail = { code: "import", hint: "run `npm install -D sass`" };
    return { errors: [{ text: "Sass files need the package `sass`, which is not installed", detail }] };
  });

  builder.onLoad({ filter: /\.s[ac]ss$/, namespace: "file" }, ({ path }) => {
    const { css, errors } = compileSass(project, path);
    return errors ? { errors } : { contents: hideCustomProperties(css), loader, resolveDir: dirname(path) };
  });
}

/** Compiles a file to CSS. Returns `css`, and `errors` if it is invalid. */
export function compileSass({ root, inputs }, path) {
  const sass = loadSass(root);

  try {
    const { css, loadedUrls } = sass.compile(path, { importers: [new sass.NodePackageImporter(root)] });
    const files = loadedUrls.filter(({ protocol }) => protocol === "file:");
    for (const url of files) inputs.add(keyOf(root, fileURLToPath(url)));
    return { css };
  } catch (error) {
    if (!error.sassMessage) throw error;

    const { url, start, end } = error.span;
    const file = keyOf(root, url ? fileURLToPath(url) : path);
    const length = end.line === start.line ? end.column - start.column : 1;

    return {
      css: "",
      errors: [{ text: error.sassMessage, location: { file, line: start.line + 1, column: start.column, length } }],
    };
  }
}

function loadSass(root) {
  const require = createRequire(join(root, "package.json"));

  try {
    return require("sass");
  } catch (error) {
    if (error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}
