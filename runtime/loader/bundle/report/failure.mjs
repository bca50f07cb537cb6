// Describes errors and warnings of esbuild in terms of the site. The generator reports them as diagnostics.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname, extname, join, relative, resolve } from "node:path";
import { transformSync } from "esbuild";
import { keyOf, packageOf, SourceError } from "../esbuild.mjs";
import { REACT } from "../react.mjs";

/**
 * Returns an error as a list of ({ code, text, hint, name, among, file, line, column, length }). Files are relative to `root`, lines
 * count from 1, and columns count bytes from 0. `among` are the existing names of which `name` may be a misspelling.
 */
export function failuresOf(root, error) {
  const list = error.errors?.map((it) => ({ ...placeOf(root, it), ...described(root, it) }));
  return list ?? [{ text: error instanceof SourceError ? error.message : String(error.stack) }];
}

/** Prints the failures of an error, and writes them to `failure.json` in the folder `out`. */
export function reportFailure({ root, out }, error) {
  const failures = failuresOf(root, error);
  for (const { file, line, column, text } of failures)
    console.error(line ? `${file}:${line}:${column + 1}: ${text}` : text);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "failure.json"), JSON.stringify(failures));
}

/** Warnings about mistakes in the site. Other ones are about code that esbuild itself or this bundler generates. */
const WARNINGS = ["css-syntax-error", "import-is-undefined", "js-comment-in-css", "unsupported-css-property"];

/** Returns the warnings about files of the site, each once. */
export function ownWarnings({ root, warnings }) {
  const own = warnings.filter(({ id, location }) => WARNINGS.includes(id) && isOwn(location?.file));
  const described = own.map((it) => ({ code: "suspicious", text: it.text, ...placeOf(root, it) }));
  const unique = new Map(described.map((it) => [JSON.stringify(it), it]));
  return [...unique.values()].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}

const isOwn = (file) => Boolean(file) && !/[:<]/.test(file) && !packageOf(file);

/** Returns the location of an error. Generated code has none. */
function placeOf(root, { text, location }) {
  const module = location?.file?.startsWith(MODULE) && location.file.slice(MODULE.length);
  if (module) {
    // The location is in the compiled sheet, so the name is searched in the source.
    const name = /"(.+)"/.exec(text)?.[1];
    const source = readFileSync(module, "utf8");
    const before = source.slice(0, Math.max(0, source.indexOf(name))).split("\n");
    const column = Buffer.byteLength(before[before.length - 1]);
    return { file: keyOf(root, module), line: before.length, column, length: source.includes(name) ? name.length : 0 };
  }

  if (!location?.file || /[:<]/.test(location.file)) return {};
  const { file, line, column, length } = location;
  return { file, line, column, length };
}

/** The namespace of the compiled sheets of CSS Modules. */
const MODULE = "css-module:";

/** Returns what an error of esbuild is, in the terms of the site. */
function described(root, { text, location, detail }) {
  if (detail?.hint) return { text, ...detail };

  const missing = /^Could not resolve "(.+)"$/.exec(text)?.[1];
  if (missing) return unresolved(root, missing, location?.file ?? "");

  const lost = /^No matching export in "(.+)" for import "(.+)"$/.exec(text);
  if (lost) return withoutExport(root, { file: lost[1], name: lost[2], from: location?.file ?? "" });
  if (TOP_LEVEL_AWAIT.test(text)) return awaiting(packageOf(location?.file ?? ""));

  const unknown = /^No loader is configured for "(.+)" files: /.exec(text);
  if (unknown) return unsupported(unknown[1]);
  return { code: "bundle", text };
}

function unresolved(root, specifier, from) {
  const of = (text, hint, more = {}) => ({ code: "import", text, hint, ...more });
  if (isBuiltin(specifier))
    return of(
      `\`${specifier}\` is a module of Node, which browsers do not have`,
      "islands run in browsers too: pass the data from the template, as a prop or with `queries`",
    );

  if (specifier.startsWith("/"))
    return of(`the file \`${specifier}\` does not exist`, "write a path that begins with `./` or `../`");

  if (/^\.{1,2}\//.test(specifier)) {
    const target = resolve(root, dirname(from), specifier);
    const folder = dirname(target);
    const prefix = specifier.slice(0, specifier.lastIndexOf("/") + 1);
    const among = existsSync(folder) ? readdirSync(folder).map((file) => `${prefix}${file}`) : [];
    return of(`the file \`${specifier}\` does not exist`, "create the file, or correct the path", {
      name: specifier,
      among,
    });
  }

  const name = /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
  if (/^([@~]\/|[#$])/.test(specifier) || name.startsWith("@/"))
    return of(`\`${specifier}\` is not a file and not a package`, "declare the prefix in `paths` of tsconfig.json");

  const declared = dependenciesOf(root);
  if (isInstalled(root, name))
    return of(`the package \`${name}\` has no \`${specifier}\``, "import a path of `exports` in its package.json");
  if (declared.includes(name)) return of(`package \`${name}\` is not installed`, "run `npm install`");
  return of(`package \`${name}\` is not installed`, `run \`npm install ${name}\``, { name, among: declared });
}

/** Returns the dependencies in the nearest package.json. */
function dependenciesOf(folder) {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return dirname(folder) === folder ? [] : dependenciesOf(dirname(folder));
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, "utf8"));
  return Object.keys({ ...dependencies, ...devDependencies });
}

function isInstalled(folder, name) {
  if (existsSync(join(folder, "node_modules", name))) return true;
  return dirname(folder) !== folder && isInstalled(dirname(folder), name);
}

function withoutExport(root, { file, name, from }) {
  const react = REACT.find((it) => it.key === file || it.from === packageOf(file))?.from;
  const among = react ? Object.keys(createRequire(join(root, "package.json"))(react)) : exportsOf(join(root, file));

  // The generated entry of an island imports its component.
  if (/(^|\/)island\.tsx$/.test(file) && name === "Island")
    return {
      code: "import",
      text: "`island.tsx` has no export `Island`",
      hint: "export the component: `export function Island() { ... }`",
      file,
      line: 1,
      column: 0,
      length: 0,
    };

  const path = relative(dirname(from), file);
  const module = react ?? packageOf(file) ?? (path.startsWith(".") ? path : `./${path}`);
  const hint = among.length ? `it exports ${listed(among)}` : "it exports nothing";
  return { code: "import", text: `\`${module}\` has no export \`${name}\``, hint, name, among };
}

/** The most names that a hint lists. */
const MAX_NAMES = 8;

/** Returns the list of names for a hint. */
export function listed(names) {
  const list = names.slice(0, MAX_NAMES).map((it) => `\`${it}\``);
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
  return `${list.join(", ")}${more}`;
}

function exportsOf(path) {
  try {
    const loader = extname(path).replace(/^\.[mc]?/, "");
    const { code } = transformSync(readFileSync(path, "utf8"), { loader, jsx: "automatic", format: "cjs" });

    // esbuild lists the exports of a CommonJS module as `__export(name_exports, { name: () => name })`.
    const list = /__export\(\w+, \{([^}]*)\}\);/.exec(code)?.[1] ?? "";
    return [...list.matchAll(/^\s*"?([^":\s]+)"?:/gm)].map((match) => match[1]);
  } catch {
    return [];
  }
}

/** The error about `await` outside of functions. The renderer, and the modules of a development bundle, run in one go. */
export const TOP_LEVEL_AWAIT = /^Top-level await is (currently )?not /;

function awaiting(name) {
  if (name)
    return {
      code: "bundle",
      text: `the package \`${name}\` uses \`await\` outside of functions, which islands do not support`,
      hint: "use another version of the package, or another package",
    };

  return {
    code: "bundle",
    text: "islands do not support `await` outside of functions",
    hint: "use `await` in an async function that `useEffect` or an event handler calls, or pass the data as a prop or with `queries`",
  };
}

function unsupported(extension) {
  const hints = {
    ".vue": "islands are React components: write it as `.tsx`",
    ".svelte": "islands are React components: write it as `.tsx`",
    ".astro": "islands are React components: write it as `.tsx`",
    ".less": "write it as CSS, or as `.scss` with the package `sass`",
    ".styl": "write it as CSS, or as `.scss` with the package `sass`",
  };

  const hint = hints[extension] ?? "add `?url` to the import to get the URL of the file";
  return { code: "import", text: `files of the type \`${extension}\` cannot be imported`, hint };
}
