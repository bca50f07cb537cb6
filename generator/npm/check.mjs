// Installs packed tarballs in empty folders with the commands of the README, and creates and builds sites with them:
//
//     node check.mjs FOLDER

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { withRegistry } from "./registry.mjs";

await withRegistry(process.argv[2] ?? ".", undefined, async (folder, run) => {
  const assertBuilt = (site) => {
    if (!existsSync(join(site, ".croupier/preview/index.html"))) throw new Error(`${site} has no index.html`);
  };
  const own = join(folder, "own");
  mkdirSync(own);
  await run(own, "npm install --save-dev @croupier/cli && npx croupier --version");
  await run(own, "npx croupier new my-site && npx croupier build --root my-site");
  assertBuilt(join(own, "my-site"));

  await run(folder, "npm create --yes croupier@latest created -- --template blog");
  await run(join(folder, "created"), "npx --yes @croupier/cli build");
  assertBuilt(join(folder, "created"));
  console.log("The packages work.");
});
