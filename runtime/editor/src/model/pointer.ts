// JSON Pointers (RFC 6901): "" is the whole value, "/steps/0/percent" a value inside.

import { isArray, isObject, type Json } from "./json";

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
