// Assets that scripts and templates refer to by URL, such as the sprite of the game art.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";

/** Returns the output path of an asset. It contains a digest of the content. */
export function assetPath(file, contents) {
  const extension = extname(file);
  return `assets/${basename(file, extension)}-${digest(contents)}${extension}`;
}

/** Returns the first ten hexadecimal digits of the SHA-256 of all contents. */
export function digest(...contents) {
  const hash = createHash("sha256");
  for (const part of contents) hash.update(part);
  return hash.digest("hex").slice(0, 10);
}

/**
 * Returns the plugin that turns `import art from "./art.svg"` into the URL of the file, without the site's base path. It adds each
 * file to `pictures`, by output path.
 */
export const assets = ({ pictures }) => ({
  name: "assets",
  setup(builder) {
    builder.onResolve({ filter: /\.(svg|png|jpe?g|webp|avif|gif)$/ }, ({ path, resolveDir, kind }) =>
      kind === "import-statement" ? { path: join(resolveDir, path), namespace: "asset" } : undefined,
    );
    builder.onLoad({ filter: /.*/, namespace: "asset" }, async ({ path }) => {
      const picture = await readFile(path);
      const address = assetPath(path, picture);
      pictures.set(address, picture);
      return { contents: `export default ${JSON.stringify(`/${address}`)};`, loader: "js", resolveDir: dirname(path) };
    });
  },
});
