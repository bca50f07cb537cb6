// Builds the editor into the generator, which serves it in `croupier dev`: node editor/build.mjs [--out FOLDER]. The built files are part of
// the repository, because a program is built without Node. A test compares them with a new build.

import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({ options: { out: { type: "string", default: folder("../../generator/editor") } } });

/** The largest size of all files together, compressed by Brotli at level 11. */
const MAX_BYTES = 300 * 1024;

mkdirSync(values.out, { recursive: true });
for (const name of readdirSync(values.out)) rmSync(join(values.out, name));
await build({
  absWorkingDir: folder("."),
  entryPoints: { app: "src/app/main.tsx" },
  outdir: values.out,
  bundle: true,
  minify: true,
  splitting: true,
  format: "esm",
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"' },
  // The browsers of the last two years.
  target: ["chrome117", "firefox121", "safari16.4"],
  legalComments: "inline",
  entryNames: "[name]",
  chunkNames: "[name]-[hash]",
  logLevel: "warning",
});

const sizes = readdirSync(values.out).map((name) => [
  name,
  brotliCompressSync(readFileSync(join(values.out, name))).length,
]);
const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
for (const [name, bytes] of sizes) console.log(`${(bytes / 1024).toFixed(1).padStart(7)} KB  ${name}`);
console.log(`${(total / 1024).toFixed(1).padStart(7)} KB  together`);
if (total > MAX_BYTES) throw new Error(`The editor is larger than ${MAX_BYTES / 1024} KB.`);
