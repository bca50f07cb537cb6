// Problems of fields: which field shows which problem, and the errors of JSON Schema in words for writers, with the label of the field.
// `croupier check` names the key instead.

import type { Problem, Schema } from "../api/types";
import type { InvalidTexts } from "../model/invalid_texts";
import {
  child,
  isArray,
  isEqual,
  isObject,
  isWithin,
  type Json,
  keysOf,
  parentOf,
  summarize,
  valueAt,
} from "../model/json";
import { itemLabelOf, titleOf } from "./fields";
import { amountOf } from "./formats";
import { fitsPattern, hasFormat, lengthOf, resolve, variantOf } from "./schema";

/** Returns the problems of a file by the pointer of the field that shows them: that of the value, or of a missing key in an existing table. */
export function problemsByField(problems: readonly Problem[], path: string): ReadonlyMap<string, readonly Problem[]> {
  const fields = new Map<string, Problem[]>();
  for (const problem of problems) {
    if (problem.file !== path || problem.pointer === null) continue;
    fields.set(problem.pointer, [...(fields.get(problem.pointer) ?? []), problem]);
  }
  return fields;
}

interface FieldErrors {
  readonly problems: ReadonlyMap<string, readonly Problem[]>;
  readonly invalid: InvalidTexts;
}

/** Returns the number of errors in a value and everything inside of it. */
export function errorsWithin({ problems, invalid }: FieldErrors, pointer: string): number {
  let count = [...invalid.keys()].filter((at) => isWithin(at, pointer)).length;
  for (const [at, list] of problems)
    if (isWithin(at, pointer)) count += list.filter(({ severity }) => severity === "error").length;
  return count;
}

/** Returns the pointer of the nearest existing value. */
export function existingPointer(values: Json | null, pointer: string): string {
  let at = pointer;
  while (at !== "" && valueAt(values ?? undefined, at) === undefined) at = parentOf(at);
  return at;
}

/** A field with the schema that holds for its value. */
interface Place {
  readonly label: string;
  readonly schema: Schema;
  readonly value: Json | undefined;
}

/** What the types of JSON Schema are called in a form. */
const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "on or off",
  array: "a list",
  object: "a group of fields",
};

/** The message of the server about a key that is not there. */
const MISSING = /has no `([^`]+)`$/;

const isErrorOf = (problem: Problem, path: string) => problem.severity === "error" && problem.file === path;

/** Returns the problems of a file with plain messages where its schema explains them. A missing value is a problem of its own field. */
export function plainProblems(
  problems: readonly Problem[],
  path: string,
  root: Schema | null,
  values: Json | null,
): readonly Problem[] {
  if (!root || values === null) return problems;
  return problems.map((problem) => {
    if (problem.pointer === null || !isErrorOf(problem, path)) return problem;
    const missing = MISSING.exec(problem.message)?.[1];
    const pointer = missing === undefined ? problem.pointer : child(problem.pointer, missing);
    const place = placeOf(pointer, root, values);
    const message = missing !== undefined && place.value === undefined ? `${place.label} is required.` : explain(place);
    return message === undefined ? problem : { ...problem, pointer, message, hint: null };
  });
}

/** Returns the field at a pointer. */
function placeOf(pointer: string, root: Schema, values: Json): Place {
  let place: Place = { label: "This file", schema: chosen(root, root, values), value: values };

  for (const key of keysOf(pointer)) {
    const { label, schema, value } = place;
    const inner = isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined;
    const rule = isArray(value) ? schema.items : (schema.properties?.[key] ?? otherProperties(schema));

    const innerSchema = chosen(rule ?? {}, root, inner);
    const itemLabel = innerSchema.title ?? `${itemLabelOf(label)} ${Number(key) + 1}`;
    place = { label: isArray(value) ? itemLabel : titleOf(innerSchema, key), schema: innerSchema, value: inner };
  }
  return place;
}

const otherProperties = ({ additionalProperties: rule }: Schema) => (typeof rule === "object" ? rule : undefined);

/** Returns the schema of a value, with the keywords of the variant that it has. */
function chosen(schema: Schema, root: Schema, value: Json | undefined): Schema {
  const { anyOf, oneOf, ...rule } = resolve(schema, root, value);
  const variants = anyOf ?? oneOf ?? [];
  const variant = variants[variantOf(variants, root, value)];
  return variant ? { ...rule, ...resolve(variant, root, value) } : rule;
}

/** Returns what is wrong with a value, or `undefined` if the schema does not say it. */
function explain({ label, schema, value }: Place): string | undefined {
  if (value === undefined) return undefined;
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => hasType(value, type))) {
    const expected = types.filter((type) => type !== "null").map((type) => TYPES[type] ?? type);
    return value === "" ? `${label} is required.` : `${label} must be ${expected.join(" or ")}.`;
  }
  if (schema.enum && !schema.enum.some((it) => isEqual(it, value)))
    return value === ""
      ? `${label} is required.`
      : `${label} must be one of: ${schema.enum.map(summarize).join(", ")}.`;
  if (schema.const !== undefined && !isEqual(schema.const, value))
    return `${label} must be ${summarize(schema.const)}.`;

  if (typeof value === "string") return explainText(label, schema, value);
  if (typeof value === "number") return explainNumber(label, schema, value);
  return isArray(value) ? explainCount(label, schema, value.length) : undefined;
}

const hasType = (value: Json, type: string) =>
  type === "integer" ? Number.isInteger(value) : typeOfValue(value) === type;

const typeOfValue = (value: Json) => (value === null ? "null" : isArray(value) ? "array" : typeof value);

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function explainText(label: string, schema: Schema, value: string): string | undefined {
  const length = lengthOf(value);
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, format, pattern } = schema;

  if (length === 0 && (minLength > 0 || format !== undefined || pattern !== undefined)) return `${label} is required.`;
  if (length < minLength) return `${label} needs at least ${counted(minLength, "character")}, and has ${length}.`;
  if (length > maxLength) return `${label} can have at most ${counted(maxLength, "character")}, and has ${length}.`;

  if (!hasFormat(value, format))
    return `${label} must be a date, ${format === "date" ? "such as 2026-11-21" : "or a date with a time"}.`;
  return fitsPattern(value, pattern) ? undefined : `${label} does not have the right form.`;
}

function explainNumber(label: string, schema: Schema, value: number): string | undefined {
  const text = (limit: number) => (schema["x-editor"]?.widget === "money" ? amountOf(limit) : String(limit));
  if (schema.minimum !== undefined && value < schema.minimum)
    return `${label} must be ${text(schema.minimum)} or more.`;
  if (schema.maximum !== undefined && value > schema.maximum)
    return `${label} must be ${text(schema.maximum)} or less.`;
  return undefined;
}

function explainCount(label: string, { minItems = 0, maxItems = Number.POSITIVE_INFINITY }: Schema, count: number) {
  if (count < minItems)
    return count === 0 ? `${label} needs an entry.` : `${label} needs at least ${minItems} entries.`;
  return count > maxItems ? `${label} can have at most ${maxItems} entries.` : undefined;
}
