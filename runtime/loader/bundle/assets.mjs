// The output paths of assets that scripts and templates refer to by URL, such as a sprite of icons.

import { createHash } from "node:crypto";
import { basename, extname } from "node:path";

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
