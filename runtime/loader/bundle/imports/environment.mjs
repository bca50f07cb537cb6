// Replaces `import.meta.env` in the code of islands: the mode, and environment variables whose names begin with `PUBLIC_`. Variables of
// `process.env` are undefined, also where the build renders islands.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageOf } from "../esbuild.mjs";
import { findCode } from "./find_code.mjs";

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

      const reads = await findCode(file, source, READ);
      return reads.filter(({ match: [, object, name] }) => !isDefined(object, name)).map((it) => warningOf(file, it));
    }),
  );

  return found.flat();
}

function warningOf(file, { match: [, object, name], line, column, text }) {
  const [read] = text.match(READ) ?? [];
  const advice =
    object === "process" ? `read \`import.meta.env.${PREFIX}${name}\`` : `rename it to \`${PREFIX}${name}\``;

  return {
    code: "environment",
    text: `\`${object}.env.${name}\` is undefined in islands`,
    hint: `only variables whose names begin with \`${PREFIX}\` reach the browser: ${advice} if every visitor may read it`,
    file,
    line: line + 1,
    column,
    length: read && text.startsWith(read) ? read.length : 0,
  };
}
