#!/usr/bin/env node
// `npm create croupier FOLDER` is `croupier new FOLDER`.

process.argv.splice(2, 0, "new");
await import("@croupier/cli/bin/croupier.mjs");
