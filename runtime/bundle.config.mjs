// Settings of the casino's bundle; bundle/site.mjs has the defaults. Chunks follow from `import()` and from the islands that use a file.

import { smallFonts } from "./fonts.mjs";

export const site = {
  islands: "src/casino",
  styles: "src/casino/design",
  start: "src/casino/start.ts",
  head: "src/casino/head.ts",
  // Only islands that guests use count: `opt_ins` wakes for players.
  shell: ["account_menu", "mobile_menu", "modal"],
  // The generated API contract: one file has all calls and decoders, and each chunk uses a few of them.
  copied: ["contract"],
  plugins: [smallFonts],
};
