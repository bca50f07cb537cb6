// JSON values, and JSON Pointers (RFC 6901) to values inside of them: "" is the whole value, "/steps/0/percent" a value inside.

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

/** Returns whether a value has a whole number that the browser may have rounded. */
export function hasLargeNumber(value: Json | undefined): boolean {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasLargeNumber);
}

const escapeKey = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");
const unescapeToken = (token: string) => token.replaceAll("~1", "/").replaceAll("~0", "~");

/** Returns the keys of a pointer. */
export function keysOf(pointer: string): string[] {
  return pointer === "" ? [] : pointer.slice(1).split("/").map(unescapeToken);
}

/** Returns the pointer of keys. */
export function pointerOf(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${escapeKey(String(key))}`).join("");
}

/** Returns the pointer to a key inside of a value. */
export const child = (pointer: string, key: string | number) => `${pointer}/${escapeKey(String(key))}`;

/** Returns the pointer of the value that contains this one. The whole value contains itself. */
export const parentOf = (pointer: string) => pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));

/** Returns whether a pointer is another one or points to a value inside of it. */
export const isWithin = (pointer: string, outer: string) => pointer === outer || pointer.startsWith(`${outer}/`);

/** Returns the index that a key of an array means. "-" is the position after the last item. */
export function indexOf(key: string, length: number): number | undefined {
  if (key === "-") return length;
  return /^(0|[1-9]\d*)$/.test(key) ? Number(key) : undefined;
}

/** Returns the value at a pointer; `undefined` if there is none. */
export function valueAt(root: Json | undefined, pointer: string): Json | undefined {
  let value = root;
  for (const key of keysOf(pointer)) {
    if (isArray(value)) value = value[indexOf(key, value.length) ?? -1];
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}
