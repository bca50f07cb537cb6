// Compiles a file with the package `sass` or `sass-embedded` of the site, and prints the result as JSON. The arguments are the root of
// the site, the path of the file relative to it, and the folders whose packages are searched.

import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

// The compiler takes the first argument for a module of the site.
const [root, path, ...folders] = process.argv.splice(1);
const EXTENSION = /\.(scss|sass|css)$/;

/** Paths that were read or searched, so that a build notices when one of them appears, changes or disappears. */
const inputs = new Set();
const nameOf = (file) => relative(root, file).replaceAll("\\", "/");
const isFile = (file) => {
  inputs.add(nameOf(file));
  return existsSync(file) && statSync(file).isFile();
};

function loadCompiler() {
  for (const folder of folders)
    for (const name of ["sass-embedded", "sass"])
      try {
        const require = createRequire(join(folder, "package.json"));
        const compiler = require(name);
        // Another version compiles to other CSS.
        inputs.add(nameOf(join(dirname(findUp(require.resolve(name))), "package.json")));
        return compiler;
      } catch (error) {
        if (error.code !== "MODULE_NOT_FOUND") throw error;
      }
}

/** Returns the package.json of a module. */
function findUp(file) {
  const candidate = join(dirname(file), "package.json");
  return existsSync(candidate) || dirname(file) === file ? candidate : findUp(dirname(file));
}

/** Returns the file that a load of `file` means: with an extension, as a partial, or the index of a folder. */
function find(file, isImport) {
  const named = (name) => {
    const partial = join(dirname(name), `_${name.slice(dirname(name).length + 1)}`);
    const found = [partial, name].filter(isFile);
    if (found.length > 1) throw new Error(`It's not clear which file to load: ${found.map(nameOf).join(" or ")}`);
    return found[0];
  };
  const stem = file.replace(EXTENSION, "");
  const extensions = stem === file ? [".scss", ".sass"] : [file.slice(stem.length)];
  const withExtension = (base) => {
    const found = extensions.flatMap((extension) => named(base + extension) ?? []);
    if (found.length > 1) throw new Error(`It's not clear which file to load: ${found.map(nameOf).join(" or ")}`);
    return found[0] ?? (stem === file ? named(`${base}.css`) : undefined);
  };
  const either = (base) => (isImport ? withExtension(`${base}.import`) : undefined) ?? withExtension(base);
  return either(stem) ?? (stem === file ? either(join(file, "index")) : undefined);
}

/** Finds the files that style sheets load relative to themselves, and then those in npm packages. */
const importer = {
  canonicalize(url, { fromImport }) {
    if (/^[a-z][a-z0-9+.-]*:/i.test(url) && !url.startsWith("file:")) return null;
    const file = url.startsWith("file:") ? fileURLToPath(url) : resolve(root, "node_modules", decodeURI(url));
    const found = find(file, fromImport);
    return found ? pathToFileURL(found) : null;
  },
  load(url) {
    const file = fileURLToPath(url);
    const syntax = { ".sass": "indented", ".css": "css" }[EXTENSION.exec(file)?.[0]] ?? "scss";
    return { contents: readFileSync(file, "utf8"), syntax, sourceMapUrl: url };
  },
};

/** Returns a message with its location. Lines and columns count from 1. */
function problem(message, span) {
  const file = span?.url ? nameOf(fileURLToPath(span.url)) : path;
  return { message, file, line: (span?.start.line ?? -1) + 1, column: (span?.start.column ?? 0) + 1 };
}

/** Collects warnings. Deprecations are counted by kind, and the first one in a file of the site is their location. */
function createLogger() {
  const deprecations = new Map();
  const others = [];
  return {
    warn(message, { deprecation, deprecationType, span, stack }) {
      const found = problem(message, span);
      // `@warn` has only a stack trace, whose first line is its location: `styles/site.scss 3:1  root stylesheet`.
      const [, file, line, column] = (!span && /^\s*(\S.*?) (\d+):(\d+)\s/.exec(stack ?? "")) || [];
      if (file) {
        const source = file.startsWith("file:") ? fileURLToPath(file) : resolve(root, file);
        Object.assign(found, { file: nameOf(source), line: Number(line), column: Number(column) });
      }
      if (!deprecation) return others.push(found);
      const kind = deprecationType?.id ?? message;
      const known = deprecations.get(kind);
      const isOwn = (it) => !it.file.includes("node_modules/");
      const first = known && (isOwn(known.first) || !isOwn(found)) ? known.first : found;
      deprecations.set(kind, { first, count: (known?.count ?? 0) + 1 });
    },
    debug: (message, { span }) => others.push(problem(message, span)),
    warnings: () => [
      ...others,
      ...[...deprecations].map(([kind, { first, count }]) => {
        const more = count > 1 ? ` (and ${count - 1} more)` : "";
        const [message, ...hints] = first.message.replaceAll("\r", "").split(/\n{2,}/);
        const text = message.replaceAll("\n", " ").replace(/ Suggestion:$/, "");
        return { ...first, message: `${kind}${more}: ${text}`, hint: hints.join("; ").replaceAll("\n", " ") };
      }),
    ],
  };
}

function compile() {
  const sass = loadCompiler();
  if (!sass) return { missing: true };
  const logger = createLogger();
  const file = join(root, path);
  if (!isFile(file)) return { error: { ...problem(`there is no file \`${path}\``), line: 0 } };
  try {
    const { css, sourceMap, loadedUrls } = sass.compileString(readFileSync(file, "utf8"), {
      url: pathToFileURL(file),
      syntax: file.endsWith(".sass") ? "indented" : "scss",
      importer,
      importers: [importer, new sass.NodePackageImporter(root)],
      logger,
      // Otherwise the compiler itself leaves out warnings.
      verbose: true,
      charset: false,
      sourceMap: true,
      sourceMapIncludeSources: true,
    });
    for (const url of loadedUrls) if (url.protocol === "file:") inputs.add(nameOf(fileURLToPath(url)));
    const sources = sourceMap.sources.map((source) =>
      source.startsWith("file:") ? nameOf(fileURLToPath(source)) : path,
    );
    return { css, map: JSON.stringify({ ...sourceMap, sources, sourceRoot: undefined }), warnings: logger.warnings() };
  } catch (error) {
    if (!error.sassMessage) throw error;
    return { error: problem(error.sassMessage, error.span) };
  }
}

console.log(JSON.stringify({ ...compile(), inputs: [...inputs] }));
