// Creates the tarballs of the npm packages from built binaries:
//
//     node pack.mjs --out FOLDER PLATFORM=BINARY...
//
// PLATFORM is `<os>-<cpu>` as Node names them, such as linux-x64 or darwin-arm64.

import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const here = import.meta.dirname;
/** Every platform with a published binary. `@croupier/cli` names all of them. */
const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"];

const { values, positionals } = parseArgs({ options: { out: { type: "string" } }, allowPositionals: true });
if (!values.out || positionals.length === 0) {
  console.error("usage: node pack.mjs --out FOLDER PLATFORM=BINARY...");
  process.exit(2);
}
const out = resolve(values.out);
const version = /^version = "([^"]+)"/m.exec(readFileSync(join(here, "../../Cargo.toml"), "utf8"))?.[1];
if (!version) throw new Error("Cargo.toml has no version");

/** Packs a folder below `stage`, after its package.json is written. */
function pack(folder, manifest) {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...manifest, version }, undefined, 2)}\n`);
  cpSync(join(here, "../../LICENSE"), join(folder, "LICENSE"));
  execFileSync("npm", ["pack", "--silent", "--pack-destination", out], { cwd: folder, stdio: "inherit" });
}

const manifestOf = (name) => JSON.parse(readFileSync(join(here, name, "package.json"), "utf8"));
const stage = mkdtempSync(join(tmpdir(), "croupier-npm-"));
try {
  mkdirSync(out, { recursive: true });
  for (const argument of positionals) {
    const [platform, binary] = argument.split("=");
    if (!PLATFORMS.includes(platform) || !binary) throw new Error(`unknown platform in ${argument}`);
    const [os, cpu] = platform.split("-");
    const folder = join(stage, platform);
    mkdirSync(join(folder, "bin"), { recursive: true });
    cpSync(binary, join(folder, "bin/croupier"));
    chmodSync(join(folder, "bin/croupier"), 0o755);
    const { description, license } = manifestOf("cli");
    pack(folder, { name: `@croupier/cli-${platform}`, description, license, os: [os], cpu: [cpu], files: ["bin"] });
  }
  const optionalDependencies = Object.fromEntries(PLATFORMS.map((it) => [`@croupier/cli-${it}`, version]));
  for (const [name, more] of [
    ["cli", { optionalDependencies }],
    ["create-croupier", { dependencies: { "@croupier/cli": version } }],
  ]) {
    cpSync(join(here, name), join(stage, name), { recursive: true });
    pack(join(stage, name), { ...manifestOf(name), ...more });
  }
} finally {
  rmSync(stage, { recursive: true });
}
