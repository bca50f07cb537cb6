// Compiles CSS Modules and Sass, if the site has the package `sass`. The name of a class depends only on its file and its name in it, so
// that HTML, style sheets and scripts agree, although each of them comes from another run of esbuild.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { keyOf } from "../esbuild.mjs";
import { hideCustomProperties } from "./custom_properties.mjs";

const MODULE = /\.module\.(css|s[ac]ss)$/;

/** Returns whether a file is a CSS Module. */
export const isCssModule = (path) => MODULE.test(path);

/** Makes `import styles from "./box.module.css"` an object with the class names, which loads the style sheet as well. */
export function addCssModules(project, builder) {
  const loader = builder.initialOptions.loader?.[".css"] ?? "css";

  builder.onLoad({ filter: MODULE, namespace: "file" }, async ({ path }) => {
    const { script, errors } = await compile(project, path);
    const contents = `import ${JSON.stringify(`css-module:${path}`)};\n${script}`;
    return errors ? { errors } : { contents, loader: "js", resolveDir: dirname(path) };
  });

  builder.onResolve({ filter: /^css-module:/ }, ({ path }) => ({
    path: path.slice("css-module:".length),
    namespace: "css-module",
  }));

  builder.onLoad({ filter: /.*/, namespace: "css-module" }, async ({ path }) => {
    const { sheet, errors } = await compile(project, path);
    return errors ? { errors } : { contents: sheet, loader, resolveDir: dirname(path) };
  });
}

/** Returns the class names of a module, as its file has them. */
export async function classNames(project, path) {
  const { script = "export default {};" } = await compile(project, path);
  const { default: classes } = await import(`data:text/javascript,${encodeURIComponent(script)}`);
  return Object.keys(classes);
}

/** Returns the script with the class names and the style sheet of a module, or errors. */
async function compile(project, path) {
  const { text, errors } = await textOf(project, path);
  if (errors) return { errors };

  const known = project.cssModules.get(path);
  if (known?.text === text) return known.compiled;

  const compiled = compileText(project, path);
  // A module that composes classes of another one changes with it.
  if (!text.includes("composes")) project.cssModules.set(path, { text, compiled });
  return compiled;
}

async function compileText(project, path) {
  const { root } = project;
  // A module has classes of its own for those that it composes. Their copy for another module, in a later sheet, would override its rules.
  const scoped = (file) => ({
    path: scopeOf(root, path, ...(file === path ? [] : [file])),
    namespace: "scoped",
    pluginData: file,
  });

  const plugin = {
    name: "scoped",
    setup(builder) {
      builder.onResolve({ filter: /.*/ }, ({ path: to, kind, pluginData }) => {
        if (kind === "entry-point") return { path: to, namespace: "entry" };
        if (kind === "import-statement") return scoped(path);

        const isRelative = /^\.\.?\//.test(to);
        const target = isRelative ? resolve(dirname(pluginData), to) : to;
        // The run of the importer resolves images and other style sheets.
        if (kind !== "composes-from") return { path: target, external: true };
        return existsSync(target) ? scoped(target) : { errors: [{ text: `Could not resolve "${to}"` }] };
      });

      builder.onLoad({ filter: /.*/, namespace: "entry" }, () => ({ contents: 'export { default } from "module";' }));
      builder.onLoad({ filter: /.*/, namespace: "scoped" }, async ({ pluginData: file }) => {
        project.inputs.add(keyOf(root, file));
        const { text, errors } = await textOf(project, file);
        return errors ? { errors } : { contents: hideCustomProperties(text), loader: "local-css", pluginData: file };
      });
    },
  };

  const options = { bundle: true, write: false, format: "esm", target: "es2022", outdir: "/", logLevel: "silent" };
  const moved = (it) => ({ ...it, location: it.location && { ...it.location, file: keyOf(root, path) } });

  try {
    const { outputFiles, warnings } = await build({ ...options, entryPoints: ["module"], plugins: [plugin] });
    project.warnings.push(...warnings.map(moved));

    const of = (extension) => outputFiles.find((file) => file.path.endsWith(extension))?.text ?? "";
    return { script: of(".js"), sheet: of(".css") };
  } catch (error) {
    if (!error.errors) throw error;
    return { errors: error.errors.map(moved) };
  }
}

async function textOf(project, path) {
  if (!isSass(path)) return { text: await readFile(path, "utf8") };
  const { css, errors } = compileSass(project, path);
  return { text: css, errors };
}

/** Returns the prefix of the class names of a file: a letter, and five letters or digits from the digest of these paths. */
function scopeOf(root, ...paths) {
  const hash = createHash("sha256")
    .update(paths.map((path) => keyOf(root, path)).join("\n"))
    .digest();
  return `k${(hash.readUInt32BE() % 36 ** 5).toString(36).padStart(5, "0")}`;
}

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
