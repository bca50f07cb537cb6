// Edits of the values of a file: how they are applied, and how a list of them stays short.

import type { Edit, ValueType } from "../api/types";
import {
  child,
  indexOf,
  isArray,
  isEqual,
  isObject,
  isWithin,
  type Json,
  keysOf,
  parentOf,
  pointerOf,
  valueAt,
} from "./json";

/** An edit of values. Other edits change the text. */
export type ValueEdit = Exclude<Edit, { readonly text: string }>;

export const isValueEdit = (edit: Edit): edit is ValueEdit => !("text" in edit);

/** Thrown for an edit of a value that does not exist. */
class InvalidEdit extends Error {}

/** Returns the values after an edit. The original is not changed. */
export function applyEdit(root: Json, edit: ValueEdit): Json {
  if ("set" in edit) return replaced(root, keysOf(edit.set), edit.value);
  if ("insert" in edit) return inserted(root, keysOf(edit.insert), edit.value);
  if ("remove" in edit) return removed(root, keysOf(edit.remove));

  const value = valueAt(root, edit.move);
  if (value === undefined) throw new InvalidEdit(edit.move);
  return inserted(removed(root, keysOf(edit.move)), keysOf(edit.to), value);
}

/** Returns the values after a list of edits. */
export const applyEdits = (root: Json, edits: readonly ValueEdit[]) => edits.reduce(applyEdit, root);

/** Returns a copy of `root` in which `change` replaced the container of the last key. */
function withParent(root: Json, keys: readonly string[], change: (parent: Json, key: string) => Json): Json {
  const [key, ...rest] = keys;
  if (key === undefined) throw new InvalidEdit("the whole value");
  if (rest.length === 0) return change(root, key);

  const inner = valueAt(root, pointerOf([key]));
  if (inner === undefined) throw new InvalidEdit(pointerOf(keys));
  return withKey(root, key, withParent(inner, rest, change));
}

function withKey(parent: Json, key: string, value: Json): Json {
  if (isObject(parent)) return { ...parent, [key]: value };
  const index = isArray(parent) ? indexOf(key, parent.length) : undefined;
  if (!isArray(parent) || index === undefined || index > parent.length) throw new InvalidEdit(key);
  return index === parent.length ? [...parent, value] : parent.with(index, value);
}

function replaced(root: Json, keys: readonly string[], value: Json): Json {
  return keys.length === 0 ? value : withParent(root, keys, (parent, key) => withKey(parent, key, value));
}

function inserted(root: Json, keys: readonly string[], value: Json): Json {
  return withParent(root, keys, (parent, key) => {
    if (!isArray(parent)) return withKey(parent, key, value);
    const index = indexOf(key, parent.length);
    if (index === undefined || index > parent.length) throw new InvalidEdit(key);
    return parent.toSpliced(index, 0, value);
  });
}

function removed(root: Json, keys: readonly string[]): Json {
  return withParent(root, keys, (parent, key) => {
    if (valueAt(parent, pointerOf([key])) === undefined) throw new InvalidEdit(key);
    if (isArray(parent)) return parent.toSpliced(indexOf(key, parent.length) ?? 0, 1);
    if (!isObject(parent)) throw new InvalidEdit(key);
    return Object.fromEntries(Object.entries(parent).filter(([name]) => name !== key));
  });
}

/** Returns the properties of an edit with a type. */
const typeProperty = (type: ValueType | undefined) => (type ? { type } : {});

/**
 * Returns the edit that gives a field a value; `undefined` removes it. Tables that do not exist yet are inserted with the value.
 * Returns nothing if the field has this value already.
 */
export function editOf(root: Json, pointer: string, value: Json | undefined, type?: ValueType): ValueEdit | undefined {
  const current = valueAt(root, pointer);
  if (isEqual(current, value)) return undefined;
  if (value === undefined) return { remove: pointer };
  if (current !== undefined) return { set: pointer, value, ...typeProperty(type) };

  let at = pointer;
  let content = value;
  while (at !== "" && valueAt(root, parentOf(at)) === undefined) {
    content = { [keysOf(at).at(-1) ?? ""]: content };
    at = parentOf(at);
  }
  return { insert: at, value: content, ...typeProperty(type) };
}

/** Returns whether an edit can move other values to other pointers. */
const isStructural = (edit: ValueEdit) => !("set" in edit);

/** Returns the list with one more edit. Repeated changes of one field become one edit, and changes that cancel out disappear. */
export function addEdit(base: Json, edits: readonly ValueEdit[], edit: ValueEdit): readonly ValueEdit[] {
  const list = "set" in edit ? withSet(edits, edit) : withStructural(base, edits, edit);
  if (isEqual(applyEdits(base, list), base)) return [];

  // A field that has its first value again needs no edit, as long as no edit moves other fields.
  if (list.some(isStructural)) return list;
  return list.filter((it) => !("set" in it) || !isEqual(valueAt(base, it.set), it.value));
}

/** Adds a value to the edit that set or inserted this field, or a value that contains it. */
function withSet(edits: readonly ValueEdit[], edit: Extract<ValueEdit, { set: string }>): readonly ValueEdit[] {
  const { set: pointer, value, type: newType } = edit;
  for (let index = edits.length - 1; index >= 0; index--) {
    const earlier = edits[index];
    if (earlier === undefined) break;
    const target = "set" in earlier ? earlier.set : "insert" in earlier ? earlier.insert : undefined;
    if (target !== undefined && "value" in earlier && !target.endsWith("/-") && isWithin(pointer, target)) {
      const inner = pointer.slice(target.length);
      const { type, ...untyped } = earlier;
      if (inner === "") return edits.with(index, { ...untyped, value, ...typeProperty(newType) });
      // The type of an edit applies to all texts of its value.
      if (type !== newType) break;
      return edits.with(index, { ...earlier, value: replaced(earlier.value, keysOf(inner), value) });
    }
    if (isStructural(earlier)) break;
  }
  return [...edits, edit];
}

function withStructural(base: Json, edits: readonly ValueEdit[], edit: ValueEdit): readonly ValueEdit[] {
  const last = edits.at(-1);
  if ("remove" in edit && last && "insert" in last && last.insert === edit.remove) return edits.slice(0, -1);

  // A removed field needs no earlier value.
  if ("remove" in edit) {
    const start = edits.findLastIndex(isStructural) + 1;
    const kept = edits.filter((it, index) => index < start || !("set" in it) || !isWithin(it.set, edit.remove));
    return [...kept, edit];
  }

  // A key that was removed and is there again only has another value.
  if ("insert" in edit && last && "remove" in last && last.remove === edit.insert) {
    const before = applyEdits(base, edits.slice(0, -1));
    const parent = valueAt(before, parentOf(edit.insert));
    if (isObject(parent)) {
      const { insert, ...rest } = edit;
      return withSet(edits.slice(0, -1), { set: insert, ...rest });
    }
  }
  return [...edits, edit];
}

/** The types of texts by their pointers. */
export type ValueTypes = ReadonlyMap<string, ValueType>;

/** Returns the types that a list of edits gave to texts of a value. */
export function typesOf(edits: readonly ValueEdit[], values: Json | null): ValueTypes {
  const types = new Map<string, ValueType>();
  const addTexts = (pointer: string, value: Json, type: ValueType): void => {
    if (isArray(value) || isObject(value))
      for (const [key, item] of Object.entries(value)) addTexts(child(pointer, key), item, type);
    // A later edit can have moved or changed the text.
    else if (typeof value === "string" && valueAt(values ?? undefined, pointer) === value) types.set(pointer, type);
  };

  for (const edit of edits)
    if ("value" in edit && edit.type) addTexts("set" in edit ? edit.set : edit.insert, edit.value, edit.type);
  return types;
}

/** Returns the edits that turn one value into another one, key by key. Arrays of another length are set as a whole. */
export function difference(
  from: Json | undefined,
  to: Json | undefined,
  pointer = "",
  types: ValueTypes = new Map(),
): readonly ValueEdit[] {
  if (isEqual(from, to)) return [];
  if (to === undefined) return [{ remove: pointer }];
  if (from === undefined) return insertions(pointer, to, types);

  if (isObject(from) && isObject(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return keys.flatMap((key) => difference(from[key], to[key], child(pointer, key), types));
  }
  if (isArray(from) && isArray(to) && from.length === to.length)
    return to.flatMap((item, index) => difference(from[index], item, child(pointer, index), types));
  return [{ set: pointer, value: to, ...typeProperty(types.get(pointer)) }];
}

/** Returns the edits that insert a value. Texts with a type have edits of their own. */
function insertions(pointer: string, value: Json, types: ValueTypes): readonly ValueEdit[] {
  const hasTypes = (key: string) => [...types.keys()].some((it) => isWithin(it, child(pointer, key)));
  const keys = isObject(value) ? Object.keys(value).filter(hasTypes) : [];
  if (!isObject(value) || keys.length === 0) return [{ insert: pointer, value, ...typeProperty(types.get(pointer)) }];

  const rest = Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
  const items = keys.flatMap((key) => insertions(child(pointer, key), value[key] ?? null, types));
  return [{ insert: pointer, value: rest }, ...items];
}
