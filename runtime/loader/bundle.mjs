// Bundles the runtime in the current folder: node bundle.mjs --out FOLDER [--mode production|development] [--root FOLDER]
// [--loader FOLDER]. The implementation is in bundle/.

import "./bundle/main.mjs";
