// Makes schema.ts and calls.ts from the sandbox's OpenAPI snapshot: node src/api/contract/generate.mjs [--check].
//
// Deliberately small: it knows the keywords that the snapshot uses, and refuses others. `--check` writes nothing and
// fails when a file is stale.

import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const document = JSON.parse(await readFile(here("../../../../tests/sandbox/openapi.json"), "utf8"));
const { schemas } = document.components;
const PREFIX = "/api/794";
/** What an operator's answer may lack although the sandbox always sends it (A58, A59). */
const MAY_LACK = new Set(["first_deposit", "max_users_player_per_month", "max_users_player_per_week"]);
/** Keywords that say more than a type can. */
const BEYOND = new Set(["additionalProperties", "required", "pattern", "minimum", "maximum"]);
/** Answers that are no JSON. */
const NO_JSON = new Set(["Page", "Script", "Picture", "Upgrade"]);
const NAMES = { integer: "number", number: "number", string: "string", boolean: "boolean", null: "null" };

const target = (schema) => schema.$ref.split("/").at(-1);
const key = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
const isRequired = (schema, name) => (schema.required ?? []).includes(name) && !MAY_LACK.has(name);

/** A schema as a type. */
function type(schema, indent) {
  for (const keyword of Object.keys(schema))
    if (!BEYOND.has(keyword) && !["$ref", "oneOf", "const", "enum", "type", "properties", "items"].includes(keyword))
      throw new Error(`the snapshot has a keyword that is not known here: ${keyword}`);
  if (schema.$ref) return target(schema);
  if (schema.oneOf) return schema.oneOf.map((one) => type(one, indent)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.type === "array") return `readonly ${grouped(type(schema.items, indent))}[]`;
  if (schema.type === "object") return object(schema, indent);
  if (schema.type === undefined) return "unknown";
  return [schema.type]
    .flat()
    .map((name) => NAMES[name])
    .join(" | ");
}

const grouped = (text) => (text.includes(" | ") && !text.startsWith("{") ? `(${text})` : text);

function object(schema, indent) {
  const inner = `${indent}  `;
  const field = ([name, value]) =>
    `${inner}readonly ${key(name)}${isRequired(schema, name) ? "" : "?"}: ${type(value, inner)};\n`;
  const fields = Object.entries(schema.properties ?? {}).map(field);
  return fields.length === 0 ? "Readonly<Record<string, unknown>>" : `{\n${fields.join("")}${indent}}`;
}

/** What an answer must have to be one: 0 for a value, a list for a list, an object of what is required (A112). */
function shape(schema) {
  if (schema.$ref) return shape(schemas[target(schema)]);
  if (schema.type === "array") return [shape(schema.items)];
  const branches = (schema.oneOf ?? [schema]).filter((one) => one.type === "object");
  if (branches.length === 0) return 0;
  const [first, ...others] = branches;
  const needed = Object.keys(first.properties ?? {}).filter((name) => branches.every((one) => isRequired(one, name)));
  return Object.fromEntries(needed.map((name) => [name, others.length ? 0 : shape(first.properties[name])]));
}

const written = (value) => {
  if (value === 0) return "0";
  if (Array.isArray(value)) return `[${written(value[0])}]`;
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${key(name)}: ${written(inner)}`)
    .join(", ")} }`;
};

const names = (operation, place) => {
  const found = operation.parameters.filter((parameter) => parameter.in === place);
  return found.length === 0 ? "never" : found.map((parameter) => JSON.stringify(parameter.name)).join(" | ");
};

const json = (holder) => holder?.content?.["application/json"]?.schema;

/** One call as a value, for the client's `call` or `load`. */
function call(method, path, operation) {
  const answer = json(operation.responses["200"]);
  const body = json(operation.requestBody);
  const types = [
    names(operation, "path"),
    names(operation, "query"),
    body ? target(body) : "undefined",
    target(answer),
  ];
  const short = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path;
  return {
    uses: [body, answer].filter(Boolean).map(target),
    text: `/** ${operation.summary} */\nexport const ${operation.operationId}: Call<${types.join(", ")}> = {
  method: "${method.toUpperCase()}",\n  path: "${short}",\n  answer: ${written(shape(answer))},\n};\n`,
  };
}

const entities = Object.entries(schemas).filter(([name]) => !NO_JSON.has(name));
const schemaFile = `// What the API takes and answers. Made by generate.mjs from tests/sandbox/openapi.json; do not edit.\n\n${entities
  .map(([name, schema]) => `export type ${name} = ${type(schema, "")};\n`)
  .join("\n")}`;

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
);
// Pages and scripts of other origins are no calls of the site's client.
const ours = operations.filter(
  ({ path, operation }) => !path.startsWith("/external/") && json(operation.responses["200"]),
);
const made = ours.map(({ method, path, operation }) => call(method, path, operation));
const uses = [...new Set(made.flatMap((one) => one.uses))].sort();
const callsFile = `// Every call as a value: its method, its path, and what its answer must have. Those below /api/794 leave the prefix out.
// Made by generate.mjs from tests/sandbox/openapi.json; do not edit.

import type { Call } from "../call";
import type {
${uses.map((name) => `  ${name},\n`).join("")}} from "./schema";

${made.map((one) => one.text).join("\n")}`;

const biome = here("../../../node_modules/.bin/biome");
for (const [name, input] of [
  ["schema.ts", schemaFile],
  ["calls.ts", callsFile],
]) {
  const text = execFileSync(biome, ["format", `--stdin-file-path=${here(name)}`], { input, encoding: "utf8" });
  if (!process.argv.includes("--check")) await writeFile(here(name), text);
  else if ((await readFile(here(name), "utf8")) !== text) {
    console.error(`${name} is stale; make it anew: node src/api/contract/generate.mjs`);
    process.exitCode = 1;
  }
}
