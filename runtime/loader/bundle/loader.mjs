// Bundles the loader's own files: the head script, the boot chunk, the deferred chunk and the service worker.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const ROOM = "src/loader";

/**
 * Adds the boot and deferred chunks. `shell` are files that every page shares. If one changes, the name of the boot chunk changes,
 * which identifies the release of a tab. Returns the head script and the Speculation Rules as text.
 */
export async function addLoader({ root, loader, run, site }, names, { hasStart, shell }) {
  const at = (file) => join(loader, ROOM, file);
  const rules = JSON.stringify(JSON.parse(await readFile(at("browser/prefetch/speculation_rules.json"), "utf8")));

  const define = {
    // Path of the site's own start chunk; empty if there is none.
    START: hasStart ? "assets/@start.js@" : "",
  };
  const defined = Object.fromEntries(Object.entries(define).map(([name, text]) => [name, JSON.stringify(text)]));

  const one = async (options) => (await run(options)).outputFiles[0].text;
  names.add("deferred.js", await one({ entryPoints: [at("entry/deferred.ts")], format: "esm", define: defined }));
  names.add(
    "boot.js",
    await one({ entryPoints: [at("entry/boot.ts")], format: "esm", plugins: [deferredElsewhere] }),
    shell,
  );

  // The site's own head script runs first: it needs the original URL, from which the loader's script removes the secrets.
  const heads = [join(root, site.head), at("entry/head.ts")].filter((file) => existsSync(file));
  const contents = heads.map((file) => `import ${JSON.stringify(file)};`).join("\n");
  const head = await one({ stdin: { contents, resolveDir: root, loader: "ts" }, format: "iife" });
  return { head: head.trim(), rules };
}

const deferredElsewhere = {
  name: "deferred-elsewhere",
  setup(builder) {
    builder.onResolve({ filter: /^\.\/deferred$/ }, () => ({ path: "./@deferred.js@", external: true }));
  },
};

/** Builds the service worker. The generator inserts the list of files later. */
export async function buildWorker({ loader, run }) {
  const { outputFiles } = await run({ entryPoints: [join(loader, ROOM, "worker/worker.ts")], format: "iife" });
  return outputFiles[0].text;
}
