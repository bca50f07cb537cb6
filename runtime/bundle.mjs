// Bundles the runtime: node bundle.mjs --out FOLDER [--mode production|development] [--root FOLDER] [--loader FOLDER]. The work is done in bundle/.

import "./bundle/main.mjs";
