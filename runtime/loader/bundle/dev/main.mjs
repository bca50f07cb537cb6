// Bundles a runtime during development. The process stays between builds: an edit compiles only what changed. It reads requests and
// writes replies as JSON lines: { id, build: true } and { id, locate: [frame] } and { id, map: revision }.

import "../wake_workers.mjs";
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { compilerSettings } from "../compiler_settings.mjs";
import { failuresOf } from "../report/failure.mjs";
import { createBundle } from "./bundle.mjs";
import { stampOf } from "./modules.mjs";

const { values } = parseArgs({
  options: { out: { type: "string" }, root: { type: "string" }, loader: { type: "string" } },
});
const [root, loader] = [values.root, values.loader].map((folder) => realpathSync(folder));
const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
// Standard output is for replies only.
console.log = console.error;

let bundle;
/** Files that this process reads once. */
const once = [
  "bundle.config.mjs",
  "package.json",
  "package-lock.json",
  "../package.json",
  "../package-lock.json",
  "tsconfig.json",
  "../tsconfig.json",
  ...compilerSettings(root),
];
const stampsOfOnce = () => Promise.all(once.map((file) => stampOf(resolve(root, file))));
const atStart = JSON.stringify(await stampsOfOnce());

async function build(id) {
  if (JSON.stringify(await stampsOfOnce()) !== atStart) return { restart: true };

  try {
    bundle ??= await createBundle({ root, loader, out: values.out });
    return await bundle.build((update) => say({ id, update }));
  } catch (error) {
    return { failures: failuresOf(root, error) };
  }
}

/** The builds so far: they run one after another. */
let builds = Promise.resolve();

for await (const line of createInterface({ input: process.stdin })) {
  const { id, build: isBuild, locate, map } = JSON.parse(line);
  // A build may take long, and other requests need not wait for it.
  if (isBuild) builds = builds.then(async () => say({ id, ...(await build(id)) }));
  else if (locate) say({ id, located: bundle ? locate.map(bundle.locate) : locate.map(() => null) });
  else say({ id, map: bundle?.mapOf(map) });
}
process.exit();
