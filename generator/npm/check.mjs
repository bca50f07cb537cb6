// Installs packed tarballs in empty folders with the commands of the README, and creates and builds sites with them:
//
//     node check.mjs FOLDER

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withRegistry } from "./registry.mjs";

await withRegistry(process.argv[2] ?? ".", undefined, async (folder, run) => {
  const assertBuilt = (site) => {
    if (!existsSync(join(site, "public/index.html"))) throw new Error(`${site} has no index.html`);
  };
  const own = join(folder, "own");
  mkdirSync(own);
  await run(own, "npm install --save-dev @croupier/cli && npx croupier --version");
  await run(own, "npx croupier new my-site && npx croupier build --root my-site");
  assertBuilt(join(own, "my-site"));

  // npm asks before it downloads a package.
  await run(folder, "npm create --yes croupier@latest created -- --template docs 2>&1 | tee output");
  const printed = /start it with: npx (.*) dev /.exec(readFileSync(join(folder, "output"), "utf8"))?.[1];
  await run(folder, `npx --yes ${printed} build --root created`);
  assertBuilt(join(folder, "created"));
  for (const template of ["plain", "blog", "docs", "casino"]) {
    // The live site of the casino is refused until its brand is filled in.
    const options = template === "casino" ? "--preview --out casino/public" : "";
    await run(own, `npx croupier new ${template} --template ${template}`);
    await run(own, `npx croupier build --root ${template} ${options}`);
    assertBuilt(join(own, template));
  }
  console.log("The packages work.");
});
