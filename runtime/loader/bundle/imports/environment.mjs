// Replaces `import.meta.env` in the code of islands: the mode, and environment variables whose names begin with `PUBLIC_`. Variables of
// `process.env` are undefined, also where the build renders islands.

import { readFile } from "node:fs/promises";
import { SourceMap } from "node:module";
import { extname, join } from "node:path";
import { transform } from "esbuild";
import { packageOf } from "../esbuild.mjs";

const PREFIX = "PUBLIC_";
const READ = /(?<![\w$.])(import\.meta|process)\.env\??\.(\w+)/g;

/**
 * Returns the values of `import.meta.env`, by name. The generator names a site with several languages; during development, all sites have the
 * code for them.
 */
function valuesOf(isProduction) {
  const names = Object.keys(process.env).filter((name) => name.startsWith(PREFIX));
  const mode = { MODE: isProduction ? "production" : "development", PROD: isProduction, DEV: !isProduction };
  const LANGUAGES = !isProduction || process.env.CROUPIER_LANGUAGES === "true";
  return { ...mode, LANGUAGES, ...Object.fromEntries(names.sort().map((name) => [name, process.env[name]])) };
}

/** Returns the replacements for esbuild. Other names are undefined. */
export function environment(isProduction) {
  const values = valuesOf(isProduction);
  const single = Object.entries(values).map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)]);
  return { "import.meta.env": JSON.stringify(values), "process.env": "{}", ...Object.fromEntries(single) };
}

/** Returns a warning for each read of a variable without the prefix. `files` are names of the metafile. */
export async function privateVariables({ root }, files) {
  const known = Object.keys(valuesOf(true));
  const isDefined = (object, name) =>
    object === "process" ? name === "NODE_ENV" : name.startsWith(PREFIX) || known.includes(name);
  const own = files.filter((file) => !file.includes(":") && !packageOf(file) && /\.[mc]?[jt]sx?$/.test(file));

  const found = await Promise.all(
    own.map(async (file) => {
      const source = await readFile(join(root, file), "utf8");
      if (!/\b(meta|process)\.env\b/.test(source)) return [];

      // The compiled code has no comments.
      const loader = extname(file).replace(/^\.[mc]?/, "");
      const { code, map } = await transform(source, {
        loader,
        jsx: "automatic",
        minifyWhitespace: true,
        sourcemap: true,
      });

      const positions = new SourceMap(JSON.parse(map));
      const hidden = [...code.matchAll(READ)].filter(([, object, name]) => !isDefined(object, name));
      return hidden.map((match) => warningOf(file, source, match, sourcePosition(positions, code, match.index)));
    }),
  );

  return found.flat();
}

/** Returns the position ({ line, column }) in the source of an index in the compiled code, both counted from 0. */
function sourcePosition(positions, code, index) {
  const before = code.slice(0, index).split("\n");
  const { originalLine, originalColumn } = positions.findEntry(before.length - 1, before[before.length - 1].length);
  return { line: originalLine, column: originalColumn };
}

function warningOf(file, source, [, object, name], { line, column }) {
  const text = source.split("\n")[line];
  const [read] = text.slice(column).match(READ) ?? [];
  const advice =
    object === "process" ? `read \`import.meta.env.${PREFIX}${name}\`` : `rename it to \`${PREFIX}${name}\``;

  return {
    code: "environment",
    text: `\`${object}.env.${name}\` is undefined in islands`,
    hint: `only variables whose names begin with \`${PREFIX}\` reach the browser: ${advice} if every visitor may read it`,
    file,
    line: line + 1,
    column: Buffer.byteLength(text.slice(0, column)),
    length: read && text.startsWith(read, column) ? read.length : 0,
  };
}
