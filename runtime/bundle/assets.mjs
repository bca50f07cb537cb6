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

/** The plugin that makes `import art from "./art.svg"` the address of the file, without the site's base path. `pictures` gets those that were met, by output path. */
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
