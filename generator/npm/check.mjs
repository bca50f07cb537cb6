// Installs packed tarballs in an empty folder, as `npm install` does from a registry, and creates and builds a site with them:
//
//     node check.mjs FOLDER

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const packages = resolve(process.argv[2] ?? ".");
const tarballs = readdirSync(packages).filter((name) => name.endsWith(".tgz"));
const folder = mkdtempSync(join(tmpdir(), "croupier-install-"));
const run = (command, ...args) => execFileSync(command, args, { cwd: folder, stdio: "inherit" });

try {
  // The packages depend on each other by version. Without a registry, the tarballs override these versions.
  const nameOf = (tarball) => tarball.replace(/-\d+\.\d+\.\d+.*\.tgz$/, "").replace(/^croupier-cli/, "@croupier/cli");
  const files = Object.fromEntries(tarballs.map((it) => [nameOf(it), `file:${join(packages, it)}`]));
  const manifest = { private: true, dependencies: files, overrides: files };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  run("npm", "install", "--no-audit", "--no-fund", "--loglevel=error");
  run("npx", "--no-install", "croupier", "--version");
  run("npx", "--no-install", "create-croupier", "created", "--template", "blog");
  run("npx", "--no-install", "croupier", "new", "site", "--template", "plain");
  for (const site of ["created", "site"]) {
    mkdirSync(join(folder, site), { recursive: true });
    run("npx", "--no-install", "croupier", "build", "--root", site);
    const isBuilt = ["public", ".croupier/preview"].some((out) => existsSync(join(folder, site, out, "index.html")));
    if (!isBuilt) throw new Error(`${site} has no index.html`);
  }
  console.log("The packages work.");
} finally {
  rmSync(folder, { recursive: true });
}
