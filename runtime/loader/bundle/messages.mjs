// Finds the messages that islands name: the calls of the function that `useMessages` returns. The generator checks them and adds their
// texts to the HTML of the islands.

import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { parse } from "@swc/core";
import { packageOf } from "./esbuild.mjs";

const HOOK = "useMessages";
const CODE = /\.[mc]?[jt]sx?$/;
/** A statement before the code. It has the first position, from which those of the code are counted. */
const MARK = ";";

/**
 * Returns the calls in the code of each island that shows messages: ({ key, arguments, file, line, column, length }), by the name of the
 * island. `arguments` is left out if the code does not list them. `importsOf` returns the keys of the files that a file imports.
 */
export async function messagesOf({ root }, islands, importsOf) {
  const calls = new Map();
  const found = new Map();

  for (const name of islands.keys()) {
    const files = [...reached(`entry:${name}`, importsOf)].filter((key) => CODE.test(key) && !isForeign(key)).sort();
    for (const file of files) if (!calls.has(file)) calls.set(file, await callsIn(root, file));

    const ofIsland = files.flatMap((file) => calls.get(file));
    if (ofIsland.length > 0) found.set(name, ofIsland);
  }

  return found;
}

const isForeign = (key) => key.includes(":") || packageOf(key) !== undefined;

function reached(entry, importsOf) {
  const found = new Set([entry]);
  for (const key of found) for (const to of importsOf(key)) found.add(to);
  return found;
}

async function callsIn(root, file) {
  const source = await readFile(join(root, file), "utf8").catch(() => "");
  if (!source.includes(HOOK)) return [];

  const isTypeScript = /^\.[mc]?tsx?$/.test(extname(file));
  const parser = isTypeScript
    ? { syntax: "typescript", tsx: file.endsWith("x"), decorators: true }
    : { syntax: "ecmascript", jsx: true };

  // esbuild has reported syntax errors.
  const module = await parse(MARK + source, { ...parser, target: "es2022" }).catch(() => undefined);
  if (!module) return [];

  const bytes = Buffer.from(source);
  const start = module.body[0].span.start + MARK.length;
  const placeOf = ({ span }) => {
    const before = bytes
      .subarray(0, span.start - start)
      .toString()
      .split("\n");
    const column = Buffer.byteLength(before.at(-1));
    return { file, line: before.length, column, length: span.end - span.start };
  };

  const functions = functionsIn(module);
  const calls = [];
  visit(module, (node) => {
    if (node.type !== "CallExpression" || !functions.has(node.callee.value)) return;

    const [key, values] = node.arguments.map((it) => it.expression);
    const keys = key && literals(key);
    if (!keys) throw unreadable(placeOf(key ?? node));
    for (const it of keys) calls.push({ key: it.value, arguments: namesOf(values), ...placeOf(it) });
  });

  return calls;
}

/** Returns the names of constants that a call of `useMessages` returns. */
function functionsIn(module) {
  const hooks = new Set();
  for (const { type, specifiers } of module.body)
    if (type === "ImportDeclaration")
      for (const { imported, local } of specifiers) if ((imported ?? local).value === HOOK) hooks.add(local.value);

  const functions = new Set();
  visit(module, ({ type, id, init }) => {
    const isHook = type === "VariableDeclarator" && init?.type === "CallExpression" && hooks.has(init.callee.value);
    if (isHook && id.type === "Identifier") functions.add(id.value);
  });

  return functions;
}

/** Returns the literals that an expression can be; `undefined` if it can be something else. */
function literals(node) {
  switch (node.type) {
    case "StringLiteral":
      return [node];
    case "TemplateLiteral":
      return node.expressions.length === 0 ? [{ value: node.quasis[0].cooked, span: node.span }] : undefined;
    case "ParenthesisExpression":
    case "TsAsExpression":
    case "TsConstAssertion":
    case "TsSatisfiesExpression":
      return literals(node.expression);
    case "ConditionalExpression": {
      const both = [node.consequent, node.alternate].map(literals);
      return both.includes(undefined) ? undefined : both.flat();
    }
    default:
      return undefined;
  }
}

/** Returns the names of the arguments in an object; `undefined` if it has others, too. */
function namesOf(values) {
  if (values === undefined) return [];
  if (values.type !== "ObjectExpression") return undefined;
  const names = values.properties.map((it) => (it.type === "Identifier" ? it.value : it.key?.value));
  return names.includes(undefined) ? undefined : names;
}

function unreadable({ file, line, column, length }) {
  const text = "the key of a message is not written in quotes";
  const hint = 'the build reads the keys from the code: write each one, as in `isOpen ? t("close") : t("open")`';
  const location = { file, line, column, length };
  return Object.assign(new Error(text), { errors: [{ text, location, detail: { hint } }] });
}

/** Calls `report` for each node of a syntax tree. */
function visit(node, report) {
  if (node === null || typeof node !== "object") return;
  if (typeof node.type === "string") report(node);
  for (const child of Object.values(node)) visit(child, report);
}
