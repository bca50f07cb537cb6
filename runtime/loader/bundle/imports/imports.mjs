// The esbuild plugin for imports: those of packages find the right module. Images and `?url` imports become URLs, CSS Modules become class
// names, Sass becomes CSS, and custom properties stay as they are written.

import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { compilerSettings } from "../compiler_settings.mjs";
import { keyOf } from "../esbuild.mjs";
import { assetPath } from "../names.mjs";
import { addCssModules, addSass } from "./css_modules.mjs";
import { addCustomProperties } from "./custom_properties.mjs";
import { addFileReferences, decoded, unreadable } from "./file_references.mjs";
import { addCommonJs, addLoaderPackage } from "./packages.mjs";

/**
 * Returns the state of the plugin, which belongs to `project`: published files by output path, their output paths by name in the
 * metafile, files that were read, warnings of esbuild, and compiled CSS Modules by path.
 */
export const importState = (root) => ({
  pictures: new Map(),
  urls: new Map(),
  inputs: new Set(compilerSettings(root).map((file) => keyOf(root, file))),
  warnings: [],
  cssModules: new Map(),
});

/** Returns the plugin, which adds to the state in `project`. */
export const imports = (project) => ({
  name: "imports",
  setup(builder) {
    addUrls(project, builder);
    addFileReferences(project, builder);
    addLoaderPackage(project, builder);
    addCommonJs(builder);
    // Before Sass, because a module can be a Sass file.
    addCssModules(project, builder);
    addSass(project, builder);
    addCustomProperties(builder);
  },
});

/** Returns whether a file of the metafile has code, and not only class names, URLs or styles, which belong to the chunk of its importer. */
export const isCode = (key) => !/\.(css|s[ac]ss|woff2)$/.test(key) && !/^(asset|css-module|<define):/.test(key);

/** Marks the resolution of a file, which the plugin itself starts. */
const FILE = Symbol("file");

/**
 * Adds each imported file to `pictures`, by output path, and its name to `urls`. In the browser the URL includes the site's base path.
 * In Node it does not, because the generator adds the base path to the HTML.
 */
export function addUrls({ root, pictures, urls, inputs }, builder) {
  addEscapes(builder);
  const isNode = builder.initialOptions.platform === "node";

  const publish = async (path) => {
    const contents = await readFile(path);
    const output = assetPath(path, contents);

    pictures.set(output, contents);
    urls.set(keyOf(root, path), output);
    inputs.add(keyOf(root, path));
    return output;
  };

  /** Resolves a file. Without one, esbuild reports the missing file at its import. */
  const resolveFile = async ({ path, kind, importer, namespace, resolveDir }) => {
    const plain = path.replace(/\?url$/, "");
    const found = await builder.resolve(plain, { kind, importer, namespace, resolveDir, pluginData: FILE });
    if (found.errors.length > 0) return plain === path ? undefined : { errors: found.errors };

    const errors = unreadable(found.path);
    return errors.length > 0 ? { errors } : found;
  };

  builder.onResolve({ filter: /(\.(svg|png|jpe?g|webp|avif|gif)|\?url)$/ }, async (args) => {
    if (args.pluginData === FILE || args.kind !== "import-statement") return undefined;
    const found = await resolveFile(args);
    return found?.path && !found.external ? { path: found.path, namespace: "asset" } : found;
  });

  builder.onResolve({ filter: /./ }, async (args) => {
    if (args.pluginData === FILE || args.kind !== "url-token" || isUrl(args.path)) return undefined;
    // esbuild publishes fonts of this type, which a plugin of the site may change.
    if (/\.woff2(?!\?url$)([?#].*)?$/.test(args.path)) return undefined;

    const found = await resolveFile(args);
    if (!found?.path || found.external) return found;
    // A query and a fragment, such as `#icon`, are for the browser.
    return { path: `./${basename(await publish(found.path))}${found.suffix}`, external: true };
  });

  builder.onLoad({ filter: /.*/, namespace: "asset" }, async ({ path }) => {
    const output = await publish(path);
    // A chunk is in the same folder as the file.
    const url = `/* @__PURE__ */ (() => new URL("./${basename(output)}", import.meta.url).pathname)()`;
    return { contents: `export default ${isNode ? JSON.stringify(`/${output}`) : url};`, loader: "js" };
  });
}

/** Returns whether a `url()` names no file: it is a URL with a scheme or a host, or a fragment. */
const isUrl = (path) => /^([a-z][a-z+.-]*:|\/\/|#)/i.test(path);

/** Resolves `url()` of files whose names have escapes, such as `url(./My%20Logo.svg)`. */
function addEscapes(builder) {
  builder.onResolve({ filter: /%[0-9a-f][0-9a-f]/i }, async (args) => {
    const { path, kind, importer, namespace, resolveDir, pluginData } = args;
    if (kind !== "url-token" || isUrl(path) || pluginData === FILE) return undefined;

    const found = await builder.resolve(decoded(path), { kind, importer, namespace, resolveDir });
    return found.errors.length > 0 ? undefined : found;
  });
}
