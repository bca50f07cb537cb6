// Replaces `import.meta.env` in the code of islands: the mode, and environment variables whose names begin with `PUBLIC_`.

import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { transform } from "esbuild";
import { packageOf } from "../esbuild.mjs";

const PREFIX = "PUBLIC_";
const READ = /\bimport\.meta\.env\??\.(\w+)/g;

/** Returns the values of `import.meta.env`, by name. */
function valuesOf(isProduction) {
  const names = Object.keys(process.env).filter((name) => name.startsWith(PREFIX));
  const mode = { MODE: isProduction ? "production" : "development", PROD: isProduction, DEV: !isProduction };
  return { ...mode, ...Object.fromEntries(names.sort().map((name) => [name, process.env[name]])) };
}

/** Returns the replacements for esbuild. Other names are undefined. */
export function environment(isProduction) {
  const values = valuesOf(isProduction);
  const single = Object.entries(values).map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)]);
  return { "import.meta.env": JSON.stringify(values), ...Object.fromEntries(single) };
}

/** Returns a warning for each file and variable without the prefix. `files` are names of the metafile. */
export async function privateVariables({ root }, files) {
  const known = Object.keys(valuesOf(true));
  const own = files.filter((file) => !file.includes(":") && !packageOf(file) && /\.[mc]?[jt]sx?$/.test(file));
  const found = await Promise.all(
    own.map(async (file) => {
      const source = await readFile(join(root, file), "utf8");
      if (!source.includes("import.meta.env")) return [];
      // The compiled code has no comments.
      const { code } = await transform(source, { loader: extname(file).replace(/^\.[mc]?/, ""), jsx: "automatic" });
      const names = [...code.matchAll(READ)].map((match) => match[1]);
      const hidden = new Set(names.filter((name) => !name.startsWith(PREFIX) && !known.includes(name)));
      return [...hidden].map((name) => warningOf(file, source, name));
    }),
  );
  return found.flat();
}

function warningOf(file, source, name) {
  const isComment = (at) => /^\s*(\/\/|\*|\/\*)/.test(source.slice(source.lastIndexOf("\n", at) + 1));
  const match = [...source.matchAll(READ)].find((it) => it[1] === name && !isComment(it.index));
  const before = source.slice(0, match?.index ?? 0);
  const line = before.split("\n");
  return {
    code: "environment",
    text: `\`import.meta.env.${name}\` is undefined in islands`,
    hint: `only variables whose names begin with \`${PREFIX}\` reach the browser: rename it to \`${PREFIX}${name}\` if every visitor may read it`,
    file,
    line: line.length,
    column: Buffer.byteLength(line[line.length - 1]),
    length: match ? match[0].length : 0,
  };
}
