// Bundles the casino with the loader's bundler: node bundle.mjs --out FOLDER [--mode production|development].

import "@croupier/loader/bundle";
