// The esbuild plugin for imports of files other than code: images and `?url` imports become URLs, CSS Modules become class names,
// Sass becomes CSS, and custom properties stay as they are written.

import { addCssModules } from "./css_modules.mjs";
import { addCustomProperties } from "./custom_properties.mjs";
import { addSass } from "./sass.mjs";
import { addUrls } from "./urls.mjs";

/**
 * Returns the state of the plugin, which belongs to `project`: published files by output path, their output paths by name in the
 * metafile, files that were read, warnings of esbuild, and compiled CSS Modules by path.
 */
export const importState = () => ({
  pictures: new Map(),
  urls: new Map(),
  inputs: new Set(),
  warnings: [],
  cssModules: new Map(),
});

/** Returns the plugin, which adds to the state in `project`. */
export const imports = (project) => ({
  name: "imports",
  setup(builder) {
    addUrls(project, builder);
    // Before Sass, because a module can be a Sass file.
    addCssModules(project, builder);
    addSass(project, builder);
    addCustomProperties(builder);
  },
});

/** Returns whether a file of the metafile has code, and not only class names, URLs or styles, which belong to the chunk of its importer. */
export const isCode = (key) => !/\.(css|s[ac]ss|woff2)$/.test(key) && !/^(asset|css-module|<define):/.test(key);
