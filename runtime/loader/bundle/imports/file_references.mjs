// Refuses references to files that other bundlers publish and this one does not: `new URL("./worker.ts", import.meta.url)`, and imports
// with other queries than `?url`.

import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { keyOf, packageOf } from "../esbuild.mjs";
import { findCode } from "./find_code.mjs";

const REFERENCE = /\bnew URL\(["'`]([^"'`\\$]+)["'`],import\.meta\.url\)/g;
/** Files that browsers cannot read. */
const SOURCE = /\.([mc]?tsx?|jsx|s[ac]ss)$/;

/** Returns the errors of a `?url` import of `path`. */
export function unreadable(path) {
  const kind = extname(path);
  if (!SOURCE.test(kind)) return [];
  const text = `\`?url\` publishes a file unchanged, and browsers cannot read files of the type \`${kind}\``;
  return [{ text, detail: { code: "import", hint: `write it as \`${/ss$/.test(kind) ? ".css" : ".js"}\`` } }];
}

/** Adds the errors to a run of esbuild. Packages can contain references that no page uses. */
export function addFileReferences({ root }, builder) {
  builder.onResolve({ filter: /\?\w+$/ }, ({ path, kind, importer, namespace }) => {
    const isImport = ["import-statement", "dynamic-import", "require-call"].includes(kind);
    if (!isImport || namespace !== "file" || packageOf(importer)) return undefined;

    const query = path.slice(path.lastIndexOf("?"));
    const hint = '`import url from "./file.pdf?url"` is the URL of a file, and no other query is known';
    const text =
      query === "?url" ? "`?url` needs an `import` statement" : `imports with \`${query}\` are not supported`;
    return { errors: [{ text, detail: { code: "import", hint } }] };
  });

  builder.onLoad({ filter: /\.[mc]?[jt]sx?$/, namespace: "file" }, async ({ path }) => {
    if (packageOf(path)) return undefined;
    const source = await readFile(path, "utf8");
    if (!source.includes("import.meta.url")) return undefined;

    // esbuild reports syntax errors.
    const found = await findCode(path, source, REFERENCE).catch(() => []);
    const errors = found.filter(({ match }) => isFile(resolve(dirname(path), decoded(fileOf(match[1])))));
    return errors.length > 0 ? { errors: errors.map((it) => unpublished(keyOf(root, path), it)) } : undefined;
  });
}

/** Returns a path without its escapes; the path itself if they are invalid. */
export function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const fileOf = (url) => url.replace(/[?#].*$/, "");
const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

function unpublished(file, { match: [, name], line, column, text }) {
  const url = fileOf(name).replace(SOURCE, (kind) => (/ss$/.test(kind) ? ".css" : ".js"));
  const advice = url === fileOf(name) ? "" : `write it as \`${extname(url)}\`, and `;
  const hint = `${advice}import its URL: \`import url from "${url}?url"\``;
  const length = /^new URL\([^)]*\)/.exec(text)?.[0].length ?? 0;

  return {
    text: `\`${name}\` is not published by \`new URL\``,
    location: { file, line: line + 1, column, length, lineText: text },
    detail: { code: "import", hint },
  };
}
