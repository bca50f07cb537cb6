// A registry on this machine that has only packed tarballs, so that npm runs the same commands as with published packages.

import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";

/** Reads the tarballs of a folder, by the names of their packages. */
function readPackages(folder) {
  const packages = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".tgz"))) {
    const path = join(folder, file);
    const manifest = JSON.parse(execFileSync("tar", ["-xzOf", path, "package/package.json"], { encoding: "utf8" }));
    const bytes = readFileSync(path);
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    packages.set(manifest.name, { manifest, bytes, integrity, file });
  }
  return packages;
}

/** Serves the packages to npm. Resolves to the server once it listens. */
function serve(packages) {
  const server = createServer((request, response) => {
    const url = decodeURIComponent(request.url.slice(1));
    const tarball = [...packages.values()].find(({ file }) => url === `-/${file}`);
    if (tarball) return response.end(tarball.bytes);
    const found = packages.get(url);
    if (!found) return response.writeHead(404).end("{}");
    const { manifest, integrity, file } = found;
    const dist = { integrity, tarball: `http://${request.headers.host}/-/${file}` };
    const versions = { [manifest.version]: { ...manifest, dist } };
    response.end(JSON.stringify({ name: manifest.name, "dist-tags": { latest: manifest.version }, versions }));
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

/**
 * Calls `check` with a temporary folder, and a function that runs a shell command in a folder with this registry. With `scope`, npm takes
 * only packages of this scope from it. Programs that npm installs globally are in the path of later commands.
 */
export async function withRegistry(tarballs, scope, check) {
  const server = await serve(readPackages(resolve(tarballs)));
  const folder = mkdtempSync(join(tmpdir(), "croupier-install-"));
  const url = `http://127.0.0.1:${server.address().port}/`;
  writeFileSync(join(folder, "npmrc"), `${scope ? `${scope}:` : ""}registry=${url}\n`);
  // npx would run a package that an earlier check installed. Other packages come from the cache of the user.
  const cache = join(folder, "cache");
  const usersCache = execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).trim();
  mkdirSync(cache);
  if (scope) symlinkSync(join(usersCache, "_cacache"), join(cache, "_cacache"));
  const environment = {
    ...process.env,
    npm_config_userconfig: join(folder, "npmrc"),
    npm_config_prefix: join(folder, "global"),
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    npm_config_cache: cache,
    PATH: `${join(folder, "global/bin")}${delimiter}${process.env.PATH}`,
  };
  const run = (cwd, command, variables = {}) =>
    new Promise((done, fail) => {
      console.log(`$ ${command}`);
      const child = spawn("sh", ["-ec", command], { cwd, env: { ...environment, ...variables }, stdio: "inherit" });
      child.on("error", fail);
      child.on("exit", (code) => (code === 0 ? done() : fail(new Error(`exit code ${code}: ${command}`))));
    });
  try {
    await check(folder, run);
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
}
