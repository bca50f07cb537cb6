// Settings of the casino's bundle. The defaults are in bundle/site.mjs. Chunks result from `import()` and from the islands that use a
// file.

import { smallFonts } from "./fonts.mjs";

export const site = {
  islands: "src/casino",
  styles: "src/casino/design",
  start: "src/casino/start.ts",
  head: "src/casino/head.ts",
  // Only islands that guests use are listed: `opt_ins` hydrates only for players.
  shell: ["account_menu", "mobile_menu", "modal"],
  // The generated API contract has all calls and decoders in one file, and each chunk uses a few of them.
  copied: ["contract"],
  plugins: [smallFonts],
};
