// Finds names in code that a CSS Module does not have. Only names that are written out are found, as in `styles.box`.

import { readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { parse } from "@swc/core";
import { packageOf } from "../esbuild.mjs";
import { classNames, isCssModule } from "../imports/css_modules.mjs";
import { listed } from "./failure.mjs";

/** A statement before the source. swc counts positions from the first token, and goes on counting in the next source. */
const FIRST = "0;";

/** Returns the imports ({ path, original }) of CSS Modules among those of a file in the metafile. */
export const sheetImports = (imports = []) => imports.filter(({ path }) => isCssModule(path));

/** Returns a warning for each use of a class that does not exist. `file` is a name of the metafile, and `imports` are of `sheetImports`. */
export async function unknownClasses(project, file, imports) {
  if (imports.length === 0 || packageOf(file)) return [];

  const source = await readFile(join(project.root, file), "utf8");
  // esbuild has compiled the file. Syntax that only swc does not know is no error.
  const tree = await parse(FIRST + source, syntaxOf(file)).catch(() => undefined);
  if (!tree) return [];

  const sheets = new Map(imports.map(({ path, original }) => [original, path]));
  const found = readTree(tree, sheets);
  const start = tree.body[0].span.start + FIRST.length;
  const bytes = Buffer.from(source);

  const warnings = [...found.reads].map(async ([local, reads]) => {
    // A variable of this name hides the import somewhere.
    if (found.hidden.has(local)) return [];

    const path = found.sheets.get(local);
    const among = await classNames(project, join(project.root, path));
    const isKnown = ({ name }) => among.includes(name) || name in Object.prototype;

    return reads
      .filter((it) => !isKnown(it))
      .map(({ name, span }) => ({
        code: "class",
        text: `\`${basename(path)}\` has no class \`${name}\``,
        hint: among.length ? `it has ${listed(among)}` : "it has no classes",
        name,
        among,
        file,
        ...placeOf(bytes, span.start - start, span.end - span.start),
      }));
  });

  return (await Promise.all(warnings)).flat();
}

function syntaxOf(file) {
  const extension = extname(file);
  return /^\.[mc]?ts/.test(extension)
    ? { syntax: "typescript", tsx: extension === ".tsx", decorators: true, target: "es2022" }
    : { syntax: "ecmascript", jsx: true, decorators: true, target: "es2022" };
}

/** Returns the line of a byte, counted from 1, its column in bytes, counted from 0, and the length. */
function placeOf(bytes, at, length) {
  const lineStart = bytes.lastIndexOf("\n", at - 1) + 1;
  return { line: bytes.subarray(0, lineStart).toString().split("\n").length, column: at - lineStart, length };
}

/**
 * Returns the style sheets by the local names of their imports, the names that the code reads ({ name, span }) by local name, and the
 * names of other variables.
 */
function readTree(tree, paths) {
  const sheets = new Map();
  const reads = new Map();
  const hidden = new Set();

  for (const { type, source, specifiers } of tree.body)
    if (type === "ImportDeclaration" && paths.has(source.value))
      for (const { type, local, imported } of specifiers)
        if (type === "ImportDefaultSpecifier" || imported?.value === "default") {
          sheets.set(local.value, paths.get(source.value));
          reads.set(local.value, []);
        }

  const read = (object, key) => {
    const name = key?.type === "Computed" ? key.expression : key;
    const isName = name?.type === "StringLiteral" || (name === key && name?.type === "Identifier");
    if (object?.type === "Identifier" && isName) reads.get(object.value)?.push({ name: name.value, span: name.span });
  };

  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!(node instanceof Object) || node.type === "ImportDeclaration") return;
    if (node.type === "MemberExpression") read(node.object, node.property);
    if (node.type === "VariableDeclarator" && node.id.type === "ObjectPattern")
      for (const { key } of node.id.properties) read(node.init, key);

    // Only a name that declares a variable can have a type.
    if (node.type === "Identifier" && "typeAnnotation" in node) hidden.add(node.value);
    if (/^(Function|Class)(Declaration|Expression)$/.test(node.type) && node.identifier)
      hidden.add(node.identifier.value);
    if (node.type === "AssignmentPatternProperty") hidden.add(node.key.value);
    for (const value of Object.values(node)) visit(value);
  };

  visit(tree.body);
  return { sheets, reads, hidden };
}
