// JSON values.

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isArray = (value: unknown): value is readonly Json[] => Array.isArray(value);

/** Returns whether two values are equal. The order of the keys of an object has no meaning. */
export function isEqual(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (isArray(left) && isArray(right))
    return left.length === right.length && left.every((item, index) => isEqual(item, right[index]));
  if (!isObject(left) || !isObject(right)) return false;

  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key], right[key]))
  );
}

/** Returns a short text of a value for lists and comparisons. */
export function summarize(value: Json | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  if (isArray(value) && value.every((item) => typeof item !== "object")) return value.join(", ");
  return JSON.stringify(value, undefined, 1).replace(/\s+/g, " ");
}
