// The esbuild plugin for imports of files other than code: images and `?url` imports become URLs, CSS Modules become class names,
// and Sass becomes CSS.

import { addCssModules } from "./css_modules.mjs";
import { addSass } from "./sass.mjs";
import { addUrls } from "./urls.mjs";

/** Returns the plugin. It adds published files to `here.pictures`, and files outside of packages that it reads to `here.inputs`. */
export const imports = (here) => ({
  name: "imports",
  setup(builder) {
    addUrls(here, builder);
    // Before Sass, because a module can be a Sass file.
    addCssModules(here, builder);
    addSass(here, builder);
  },
});

/** Returns whether a file of the metafile has code, and not only class names, URLs or styles, which belong to the chunk of its importer. */
export const isCode = (key) => !/\.(css|s[ac]ss|woff2)$/.test(key) && !/^(asset|css-module|<define):/.test(key);
