// What a JSON Schema means for a value: references, variants and conditions resolved.

import type { Schema } from "../api/types";
import {
  child,
  isArray,
  isEqual,
  isObject,
  type Json,
  type JsonObject,
  keysOf,
  parentOf,
  valueAt,
} from "../model/json";

/** The longest chain of references. A longer one refers to itself. */
const MAX_DEPTH = 20;

/**
 * Returns the schema that holds for a value: the target of `$ref`, with the keywords of `allOf` and of the branches of `if` that match. The
 * keywords `anyOf` and `oneOf` stay, because the form lets the user choose.
 */
export function resolve(schema: Schema, root: Schema, value: Json | undefined, depth = 0): Schema {
  if (depth > MAX_DEPTH) return {};
  const { $ref, allOf, if: condition, then: consequence, else: otherwise, ...own } = schema;

  const parts: Schema[] = [];
  if ($ref?.startsWith("#") && isObject(root)) {
    const target = valueAt(root, decodeURIComponent($ref.slice(1)));
    if (isSchema(target)) parts.push(target);
  }
  if (allOf) parts.push(...allOf);
  if (condition) {
    const branch = matches(condition, root, value, isWithinLimits) ? consequence : otherwise;
    if (branch) parts.push(branch);
  }
  return parts.reduce<Schema>((merged, part) => merge(resolve(part, root, value, depth + 1), merged), own);
}

/** The server has checked the keywords of a schema. */
const isSchema = (value: unknown): value is Schema => isObject(value);

/** Returns a schema with the keywords of both. `over` wins where both have one. */
function merge(under: Schema, over: Schema): Schema {
  const merged: { -readonly [Key in keyof Schema]: Schema[Key] } = { ...under, ...over };

  if (under.properties && over.properties) {
    const properties = { ...under.properties };
    for (const [key, schema] of Object.entries(over.properties))
      properties[key] = properties[key] ? merge(properties[key], schema) : schema;
    merged.properties = properties;
  }

  if (under.required && over.required) merged.required = [...new Set([...under.required, ...over.required])];
  if (under["x-editor"] && over["x-editor"]) merged["x-editor"] = { ...under["x-editor"], ...over["x-editor"] };
  return merged;
}

/** Returns the type of a schema. Of a list of types, the first one that is not null counts. */
export function typeOf(schema: Schema | null): string | undefined {
  if (!schema) return undefined;
  const { type } = schema;
  if (typeof type === "string") return type;
  if (type) return type.find((it) => it !== "null");
  if (schema.properties) return "object";
  return schema.items ? "array" : undefined;
}

/** Returns the type of a schema that a value has. Without a value, and if it has none of them, that is the first one. */
export function typeFor(schema: Schema, value: Json | undefined): string | undefined {
  const types = [schema.type ?? []].flat().filter((type) => type !== "null");
  return types.find((type) => value !== undefined && TYPES[type]?.(value)) ?? typeOf(schema);
}

const TYPES: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => typeof value === "number" && Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  array: isArray,
  object: isObject,
};

/**
 * Returns whether a value has the shape of a schema: types, constants, enumerations, and the properties that it has or needs. Limits count only
 * for conditions, with `hasLimits`: a text that is too long for its variant does not become another variant while it is typed.
 */
function matches(schema: Schema, root: Schema, value: Json | undefined, hasLimits = anyValue): boolean {
  const rule = resolve(schema, root, value);
  if (value === undefined) return rule.const === undefined && rule.enum === undefined;
  if (rule.const !== undefined && !isEqual(rule.const, value)) return false;
  if (rule.enum && !rule.enum.some((it) => isEqual(it, value))) return false;

  const types = rule.type === undefined ? [] : [rule.type].flat();
  if (types.length > 0 && !types.some((type) => TYPES[type]?.(value))) return false;
  const variants = rule.anyOf ?? rule.oneOf;
  if (variants && !variants.some((variant) => matches(variant, root, value, hasLimits))) return false;
  if (!hasLimits(rule, value)) return false;

  if (isArray(value)) return !rule.items || value.every((item) => matches(rule.items ?? {}, root, item, hasLimits));
  if (!isObject(value)) return true;
  if (rule.required?.some((key) => !Object.hasOwn(value, key))) return false;
  return Object.entries(value).every(([key, item]) => {
    const property = rule.properties?.[key] ?? rule.additionalProperties;
    return isSchema(property) ? matches(property, root, item, hasLimits) : property !== false;
  });
}

const anyValue = (_rule: Schema, _value: Json) => true;

/** Returns whether a value is within the limits of a schema, as the server checks them. */
function isWithinLimits(rule: Schema, value: Json): boolean {
  const isBetween = (size: number, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY) =>
    size >= least && size <= most;

  if (typeof value === "number") return isBetween(value, rule.minimum, rule.maximum);
  if (isArray(value)) return isBetween(value.length, rule.minItems, rule.maxItems) && areDistinct(value, rule);
  if (typeof value !== "string") return true;
  return (
    isBetween(lengthOf(value), rule.minLength, rule.maxLength) &&
    hasFormat(value, rule.format) &&
    fitsPattern(value, rule.pattern)
  );
}

/** Returns whether the items of a list are as different as a schema asks for: as a whole, or in one of the keys of `uniqueKey`. */
function areDistinct(items: readonly Json[], { uniqueKey, uniqueItems }: Schema): boolean {
  if (uniqueKey === undefined && uniqueItems !== true) return true;
  const keys = uniqueKey === undefined ? undefined : [uniqueKey].flat();
  const compared = items.map((item) => keys?.map((key) => (isObject(item) ? (item[key] ?? null) : null)) ?? item);
  return compared.every((item, index) => !compared.slice(0, index).some((earlier) => isEqual(earlier, item)));
}

/** Returns the number of characters. Croupier does not count UTF-16 code units. */
export const lengthOf = (text: string) => [...text].length;

/** Returns whether a text has a format of dates. Other formats hold for each text. */
export function hasFormat(text: string, format: string | undefined): boolean {
  if (format === "date") return /^\d{4}-\d{2}-\d{2}$/.test(text);
  return format !== "date-time" || /^\d{4}-\d{2}-\d{2}/.test(text);
}

/** Returns whether a text has a pattern. The regular expressions of Croupier are not all known to browsers. */
export function fitsPattern(text: string, pattern: string | undefined): boolean {
  try {
    return pattern === undefined || new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

/** Returns the pointer of the innermost value around `pointer` whose schema names a card; `undefined` if there is none. */
export function cardRow(root: Schema, values: Json | undefined, pointer: string): string | undefined {
  let rule = resolve(root, root, values);
  let at = "";
  let row = rule["x-editor"]?.card === undefined ? undefined : at;

  for (const key of keysOf(pointer)) {
    const value = valueAt(values, at);
    const inner = isArray(value) ? rule.items : rule.properties?.[key];
    if (!inner) break;
    at = child(at, key);
    rule = resolve(inner, root, valueAt(values, at));
    if (rule["x-editor"]?.card !== undefined) row = at;
  }

  return row;
}

/** Returns the pointer of the innermost item of a list around `pointer`; `undefined` if there is none. */
export function itemAround(values: Json | undefined, pointer: string): string | undefined {
  let at = pointer;
  while (at !== "" && !isArray(valueAt(values, parentOf(at)))) at = parentOf(at);
  return at === "" ? undefined : at;
}

/** Returns the index of the variant that a value has. Without an exact match, the variant with the most equal constants is the one. */
export function variantOf(variants: readonly Schema[], root: Schema, value: Json | undefined): number {
  const exact = variants.findIndex((variant) => value !== undefined && matches(variant, root, value));
  if (exact >= 0) return exact;

  const scores = variants.map((variant) => similarity(resolve(variant, root, value), root, value));
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

/** Returns the variant of a value that had one: the same one, until the value only fits to another one. */
export function nextVariant(
  current: number,
  variants: readonly Schema[],
  root: Schema,
  value: Json | undefined,
): number {
  const fits = (variant: Schema | undefined) => variant !== undefined && matches(variant, root, value);
  if (value === undefined || fits(variants[current])) return Math.min(current, variants.length - 1);
  const other = variants.findIndex(fits);
  return other < 0 && current < variants.length ? current : Math.max(0, other);
}

function similarity(variant: Schema, root: Schema, value: Json | undefined): number {
  if (!isObject(value)) return value !== undefined && TYPES[typeOf(variant) ?? ""]?.(value) ? 1 : 0;
  return Object.entries(variant.properties ?? {}).reduce((sum, [key, schema]) => {
    const rule = resolve(schema, root, value[key]);
    if (rule.const !== undefined) return sum + (isEqual(rule.const, value[key]) ? 10 : -10);
    return sum + (Object.hasOwn(value, key) ? 1 : 0);
  }, 0);
}

/** Returns the name of a variant in a select. */
export function variantTitle(variant: Schema, root: Schema, index: number): string {
  const rule = resolve(variant, root, undefined);
  const constant = Object.values(rule.properties ?? {}).find((property) => property.const !== undefined)?.const;
  const names: Readonly<Record<string, string>> = {
    string: "Text",
    number: "Number",
    integer: "Number",
    boolean: "Yes or no",
    array: "List",
    object: "Table",
  };

  return (
    rule.title ?? (constant === undefined ? (names[typeOf(rule) ?? ""] ?? `Variant ${index + 1}`) : String(constant))
  );
}

/** Returns the first value of a new item: the default of its schema, or the required fields with empty values. No number is empty. */
export function emptyValue(schema: Schema, root: Schema, depth = 0): Json {
  const rule = resolve(schema, root, undefined);
  if (rule.default !== undefined) return rule.default;
  if (rule.const !== undefined) return rule.const;
  if (rule.enum?.[0] !== undefined) return rule.enum[0];
  const first = (rule.anyOf ?? rule.oneOf)?.[0];
  if (first && depth < MAX_DEPTH) return emptyValue(first, root, depth + 1);

  switch (typeOf(rule)) {
    case "object":
      return Object.fromEntries(
        (rule.required ?? [])
          .filter((key) => rule.isInferred || !isChosenNumber(resolve(rule.properties?.[key] ?? {}, root, undefined)))
          .map((key) => [key, depth < MAX_DEPTH ? emptyValue(rule.properties?.[key] ?? {}, root, depth + 1) : ""]),
      );
    case "array":
      return [];
    case "boolean":
      return false;
    case "number":
    case "integer":
      return rule.minimum ?? 0;
    default:
      return "";
  }
}

/** Whether a value is a number that only the user knows. The form asks for it, because any other one could be saved by mistake. */
const isChosenNumber = (rule: Schema) =>
  ["number", "integer"].includes(typeOf(rule) ?? "") && (rule.default ?? rule.const ?? rule.enum) === undefined;

/** Returns a schema for a value that has none: that of its shape, and of the shape that it had earlier. */
export const inferSchema = (value: Json | undefined, earlier?: Json): Schema =>
  inferCommon([value, earlier].filter((it) => it !== undefined));

/** Returns a schema for all values of a list. Keys of tables and items of lists have the types of all values that are there. */
function inferCommon(values: readonly Json[]): Schema {
  const isInferred = true;
  if (values.length > 0 && values.every(isArray)) {
    const list = { isInferred, type: "array", items: inferItems(values.flat()) } as const;
    return values.flat().length > 0 ? list : { ...list, description: UNKNOWN_ITEMS };
  }
  if (values.length > 0 && values.every(isObject)) return { isInferred, type: "object", properties: inferKeys(values) };

  const types = [...new Set(values.filter((value) => value !== null).map(typeOfValue))];
  if (types.length > 1) return { isInferred, type: types };
  const format = types[0] === "string" ? formatOf(values) : undefined;
  return { isInferred, type: types[0] ?? "string", ...(format ? { format } : {}) };
}

/** The hint for an empty list. Its items could have been tables. */
const UNKNOWN_ITEMS =
  "This list is empty, and no schema names its fields. You can add texts here, and tables in the tab “Text”.";

const typeOfValue = (value: Json) => (isArray(value) ? "array" : typeof value);

const DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** Returns the format of dates, if all values are dates. */
function formatOf(values: readonly Json[]): string | undefined {
  const texts = values.filter((value) => typeof value === "string");
  if (!texts.every((text) => DATE.test(text))) return undefined;
  return texts.every((text) => text.length > 10) ? "date-time" : "date";
}

function inferKeys(tables: readonly JsonObject[]): Readonly<Record<string, Schema>> {
  const keys = [...new Set(tables.flatMap((table) => Object.keys(table)))];
  const valuesOf = (key: string) => tables.flatMap((table) => (Object.hasOwn(table, key) ? [table[key] ?? null] : []));
  return Object.fromEntries(keys.map((key) => [key, inferCommon(valuesOf(key))]));
}

/** The items of a list share their keys: a key of one item is optional in the others. */
function inferItems(items: readonly Json[]): Schema {
  const schema = inferCommon(items);
  if (!schema.properties) return schema;
  const isEverywhere = (key: string) => items.every((item) => isObject(item) && Object.hasOwn(item, key));
  return { ...schema, required: Object.keys(schema.properties).filter(isEverywhere) };
}
