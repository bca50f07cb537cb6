// Generates schema.ts, decoders.ts, calls.ts and ../promotion_decoder.ts from the sandbox's OpenAPI snapshot: node casino/api/contract/generate.mjs [--check].
//
// schema.ts contains the types, decoders.ts the valibot schemas that validate responses at run time, calls.ts every call as a value.
// The generator supports only the keywords that the snapshot uses, and rejects others. `--check` writes nothing and fails if a file
// is stale.

import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const document = JSON.parse(await readFile(here("../../../../tests/sandbox/openapi.json"), "utf8"));
const { schemas } = document.components;
const PREFIX = "/api/794";
/** Fields that an operator's response may lack although the sandbox always sends them, with or without their schema (A58, A59, A67). */
const MAY_LACK = new Set([
  ...["first_deposit", "max_users_player_per_month", "max_users_player_per_week"],
  ...["NewSession.login", "NewSession.pid", "NewSession.rtgSession", "NewSession.sessionToken"],
]);
/** More types that an operator's fields may have, by the field with or without its schema (A58, A60, A63). */
const WIDER = { first_deposit: ["number"], awaiting_deposit: ["number", "string"], "Redeemed.redeem_type": ["string"] };
/** Other spellings of a field that an operator's response may use (A59). */
const ALIASES = {
  max_users_player_per_month: "max_uses_player_per_month",
  max_users_player_per_week: "max_uses_player_per_week",
};
/** Schemas of messages that arrive by the rewards socket and not as a response. */
const FRAMES = ["DailyReward"];
/** Keywords without effect on types and decoders. The server enforces bounds for requests; a response beyond them is still valid. */
const BOUNDS = [
  ...["additionalProperties", "description", "examples", "format", "pattern"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["minLength", "maxLength", "minItems", "maxItems", "uniqueItems"],
];
const KNOWN = new Set([...BOUNDS, "$ref", "const", "enum", "items", "oneOf", "properties", "required", "type"]);
/** Schemas of responses that are not JSON. */
const NO_JSON = new Set(["Page", "Script", "Picture", "Upgrade"]);
const NAMES = { integer: "number", number: "number", string: "string", boolean: "boolean", null: "null" };

const target = (schema) => schema.$ref.split("/").at(-1);
const key = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
const isRequired = (schema, name) => (schema.required ?? []).includes(name);

/**
 * Rejects unknown keywords, and widens fields by the types that operators may send. A `number` that is not an integer is money or a
 * share of it, and may be a string (A26).
 */
function prepare(schema, owner, field) {
  for (const keyword of Object.keys(schema))
    if (!KNOWN.has(keyword)) throw new Error(`the snapshot has a keyword that is not known here: ${owner} ${keyword}`);

  if (schema.required)
    schema.required = schema.required.filter((name) => !MAY_LACK.has(name) && !MAY_LACK.has(`${owner}.${name}`));

  const more = WIDER[field] ?? WIDER[`${owner}.${field}`];
  if (more) schema.type = [...new Set([schema.type, more].flat().map((name) => NAMES[name]))];

  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    prepare(inner, owner, name);
    if (ALIASES[name]) schema.properties[ALIASES[name]] = inner;
  }
  for (const inner of [schema.items, ...(schema.oneOf ?? [])].filter(Boolean)) prepare(inner, owner, field);
}

/** Returns the TypeScript type of a schema. */
function type(schema, indent) {
  if (schema.$ref) return target(schema);
  if (schema.oneOf) return schema.oneOf.map((one) => type(one, indent)).join(" | ");

  // A number that is fixed in the sandbox is a setting of other operators.
  if (typeof schema.const === "number") return "number";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");

  if (schema.type === "array") return `readonly ${grouped(type(schema.items, indent))}[]`;
  if (schema.type === "object") return object(schema, indent);
  if (schema.type === undefined) return "unknown";
  if (schema.type === "number") return "Amount";
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

/** Returns the valibot schema of a schema. Every required field must be present and have its type; unknown fields are dropped (A112). */
function decoder(schema) {
  if (schema.$ref) return `${target(schema)}()`;
  if (schema.oneOf) return `v.union([${schema.oneOf.map(decoder).join(", ")}])`;
  if (typeof schema.const === "number") return "v.number()";
  if ("const" in schema) return `v.literal(${JSON.stringify(schema.const)})`;
  if (schema.enum) return `v.picklist(${JSON.stringify(schema.enum)})`;
  if (schema.type === "array") return `v.array(${decoder(schema.items)})`;

  if (schema.type === "object") {
    const fields = Object.entries(schema.properties ?? {}).map(([name, value]) => {
      const inner = decoder(value);
      return `${key(name)}: ${isRequired(schema, name) ? inner : `v.exactOptional(${inner})`}`;
    });
    return fields.length === 0 ? "v.record(v.string(), v.unknown())" : `v.object({ ${fields.join(", ")} })`;
  }

  if (schema.type === undefined) return "v.unknown()";
  if (schema.type === "number") return "amount()";
  const kinds = [schema.type].flat().map((name) => (name === "null" ? "v.null()" : `v.${NAMES[name]}()`));
  return kinds.length === 1 ? kinds[0] : `v.union([${kinds.join(", ")}])`;
}

/** Returns the named schemas and all schemas that they reference, each after its references. */
function ordered(wanted, done = new Set()) {
  for (const name of wanted) {
    const inner = [...JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, one]) => one);
    ordered(
      inner.filter((one) => !done.has(one)),
      done,
    );
    done.add(name);
  }

  return [...done];
}

const names = (operation, place) => {
  const found = operation.parameters.filter((parameter) => parameter.in === place);
  return found.length === 0 ? "never" : found.map((parameter) => JSON.stringify(parameter.name)).join(" | ");
};

const json = (holder) => holder?.content?.["application/json"]?.schema;

/** Returns one call as a value, for the client's `call` or `load`. */
function call(method, path, operation) {
  const response = json(operation.responses["200"]);
  const body = json(operation.requestBody);

  const types = [
    names(operation, "path"),
    names(operation, "query"),
    body ? target(body) : "undefined",
    target(response),
  ];

  const short = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path;
  const session = operation.security?.some((one) => "session" in one) ? "\n  session: true," : "";

  return {
    uses: [body, response].filter(Boolean).map(target),
    response: target(response),
    text: `/** ${operation.summary} */\nexport const ${operation.operationId}: Call<${types.join(", ")}> = {
  method: "${method.toUpperCase()}",\n  path: "${short}",${session}\n  decoder: decoders.${target(response)},\n};\n`,
  };
}

for (const [name, schema] of Object.entries(schemas)) prepare(schema, name);

const entities = Object.entries(schemas).filter(([name]) => !NO_JSON.has(name));
const schemaFile = `// The types of requests and responses. Generated by generate.mjs from tests/sandbox/openapi.json; do not edit.

import type { Amount } from "../values";

${entities.map(([name, schema]) => `export type ${name} = ${type(schema, "")};\n`).join("\n")}`;

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
);
// The site's client does not request pages and scripts of other origins.
const siteOperations = operations.filter(
  ({ path, operation }) => !path.startsWith("/external/") && json(operation.responses["200"]),
);
const calls = siteOperations.map(({ method, path, operation }) => call(method, path, operation));
const usedTypes = [...new Set(calls.flatMap((one) => one.uses))].sort();
const responses = ordered([...new Set([...calls.map((one) => one.response), ...FRAMES])].sort());
const decoderOf = (name) => `export const ${name}: Decoder<schema.${name}> = () =>\n  ${decoder(schemas[name])};\n`;
const promotionFile = `// The decoder of a promotion, which several responses contain. It is not in decoders.ts, because the bundler copies that file into
// chunks.
// Generated by generate.mjs from tests/sandbox/openapi.json; do not edit.

import * as v from "valibot";
import type { Decoder } from "./call";
import type * as schema from "./contract/schema";
import { amount } from "./values";

${decoderOf("Promotion")}`;
const decodersFile = `// The valibot schemas that validate responses. Each is created when it is used, so that unused ones are not bundled and the others
// cost nothing at start-up.
// Generated by generate.mjs from tests/sandbox/openapi.json; do not edit.

import * as v from "valibot";
import type { Decoder } from "../call";
import { Promotion } from "../promotion_decoder";
import { amount } from "../values";
import type * as schema from "./schema";

${responses
  .filter((name) => name !== "Promotion")
  .map(decoderOf)
  .join("\n")}`;
const callsFile = `// Every call as a value: its method, its path, whether it needs a session, and the decoder of its response. Paths below /api/794
// have no prefix. Generated by generate.mjs from tests/sandbox/openapi.json; do not edit.

import type { Call } from "../call";
import * as decoders from "./decoders";
import type {
${usedTypes.map((name) => `  ${name},\n`).join("")}} from "./schema";

${calls.map((one) => one.text).join("\n")}`;

const biome = here("../../../node_modules/.bin/biome");
for (const [name, input] of [
  ["schema.ts", schemaFile],
  ["decoders.ts", decodersFile],
  ["../promotion_decoder.ts", promotionFile],
  ["calls.ts", callsFile],
]) {
  const text = execFileSync(biome, ["format", `--stdin-file-path=${here(name)}`], { input, encoding: "utf8" });
  if (!process.argv.includes("--check")) await writeFile(here(name), text);
  else if ((await readFile(here(name), "utf8")) !== text) {
    console.error(`${name} is stale; generate it again: node casino/api/contract/generate.mjs`);
    process.exitCode = 1;
  }
}
