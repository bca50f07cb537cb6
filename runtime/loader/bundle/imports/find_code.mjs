// Finds expressions in the code of the site. Comments are no code.

import { SourceMap } from "node:module";
import { extname } from "node:path";
import { transform } from "esbuild";

/**
 * Returns the matches of `pattern` in the compiled code of a file, which has no comments and no optional white space. Each has its position
 * in the source: `line` and `column` count from 0, and `text` is the rest of the line. Rejects if the file has syntax errors.
 */
export async function findCode(file, source, pattern) {
  const loader = extname(file).replace(/^\.[mc]?/, "");
  const { code, map } = await transform(source, {
    loader,
    jsx: "automatic",
    minifyWhitespace: true,
    sourcemap: true,
    logLevel: "silent",
  });

  const positions = new SourceMap(JSON.parse(map));
  const lines = source.split("\n");
  return [...code.matchAll(pattern)].map((match) => {
    const before = code.slice(0, match.index).split("\n");
    const { originalLine: line, originalColumn } = positions.findEntry(before.length - 1, before.at(-1).length);
    const text = lines[line].slice(originalColumn);
    return { match, line, column: Buffer.byteLength(lines[line].slice(0, originalColumn)), text };
  });
}
