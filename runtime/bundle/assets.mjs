// Files that scripts and templates name by their address, such as the sprite of the game art.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";

/** The output path of an asset: its name changes with its content. */
export function assetPath(file, contents) {
  const extension = extname(file);
  return `assets/${basename(file, extension)}-${digest(contents)}${extension}`;
}

/** Ten hexadecimal digits of a content's SHA-256. */
export function digest(...contents) {
  const hash = createHash("sha256");
  for (const part of contents) hash.update(part);
  return hash.digest("hex").slice(0, 10);
}

/** The plugin that makes `import art from "./art.svg"` the address of the file, without the site's base path. */
export const assets = () => ({
  name: "assets",
  setup(builder) {
    builder.onResolve({ filter: /\.svg$/ }, ({ path, resolveDir, kind }) =>
      kind === "import-statement" ? { path: join(resolveDir, path), namespace: "asset" } : undefined,
    );
    builder.onLoad({ filter: /.*/, namespace: "asset" }, async ({ path }) => ({
      contents: `export default ${JSON.stringify(`/${assetPath(path, await readFile(path))}`)};`,
      loader: "js",
      resolveDir: dirname(path),
    }));
  },
});
