// Texts that fields show and that are no values, such as "12 o" in a field for numbers. They are not part of a draft, and prevent a save.

import type { ValueEdit } from "./edits";
import { child, indexOf, isArray, isEqual, isWithin, type Json, keysOf, parentOf, valueAt } from "./json";

export interface InvalidText {
  readonly text: string;
  /** What is wrong, with the label of the field. */
  readonly message: string;
}

/** Invalid texts by the pointers of their fields. */
export type InvalidTexts = ReadonlyMap<string, InvalidText>;

export const NO_INVALID_TEXTS: InvalidTexts = new Map();

/** Returns the texts with another one at a pointer, or without one there. */
export function withInvalidText(texts: InvalidTexts, pointer: string, text: InvalidText | null): InvalidTexts {
  if (text === null && !texts.has(pointer)) return texts;
  const others = [...texts].filter(([at]) => at !== pointer);
  return new Map(text === null ? others : [...others, [pointer, text]]);
}

/** Returns the texts after an edit: they move with their fields, and those of replaced and removed fields are gone. */
export function invalidTextsAfter(texts: InvalidTexts, values: Json | null, edit: ValueEdit): InvalidTexts {
  if (texts.size === 0) return texts;
  const moved = [...texts].flatMap(([pointer, text]): [string, InvalidText][] => {
    const at = pointerAfter(pointer, values ?? undefined, edit);
    return at === undefined ? [] : [[at, text]];
  });
  return new Map(moved);
}

/** Returns the texts of the fields whose values are the same in other values of the file. */
export function invalidTextsOf(texts: InvalidTexts, before: Json | null, after: Json | null): InvalidTexts {
  const isSame = (pointer: string) =>
    isEqual(valueAt(before ?? undefined, pointer), valueAt(after ?? undefined, pointer));
  return texts.size === 0 || after === null ? NO_INVALID_TEXTS : new Map([...texts].filter(([at]) => isSame(at)));
}

/** Returns the pointer of a field after an edit; `undefined` if the edit replaces or removes its value. */
function pointerAfter(pointer: string, values: Json | undefined, edit: ValueEdit): string | undefined {
  if ("set" in edit) return isWithin(pointer, edit.set) ? undefined : pointer;
  if ("insert" in edit) return afterInsert(pointer, values, edit.insert);
  if ("remove" in edit) return afterRemove(pointer, values, edit.remove);

  const rest = isWithin(pointer, edit.move) ? pointer.slice(edit.move.length) : undefined;
  if (rest !== undefined) return `${edit.to}${rest}`;
  const without = afterRemove(pointer, values, edit.move);
  return without === undefined ? undefined : afterInsert(without, values, edit.to);
}

function afterInsert(pointer: string, values: Json | undefined, inserted: string): string | undefined {
  const item = itemOf(pointer, values, inserted);
  if (!item) return isWithin(pointer, inserted) ? undefined : pointer;
  return item.index >= item.changed ? `${child(item.list, item.index + 1)}${item.rest}` : pointer;
}

function afterRemove(pointer: string, values: Json | undefined, removed: string): string | undefined {
  if (isWithin(pointer, removed)) return undefined;
  const item = itemOf(pointer, values, removed);
  return item && item.index > item.changed ? `${child(item.list, item.index - 1)}${item.rest}` : pointer;
}

/** Returns the item of a list that contains a field, if an edit changes an item of the same list. */
function itemOf(pointer: string, values: Json | undefined, changedItem: string) {
  const list = parentOf(changedItem);
  const items = valueAt(values, list);
  if (changedItem === "" || pointer === list || !isWithin(pointer, list) || !isArray(items)) return undefined;

  const depth = keysOf(list).length;
  const [key = ""] = keysOf(pointer).slice(depth);
  const index = indexOf(key, items.length);
  const changed = indexOf(keysOf(changedItem).at(-1) ?? "", items.length);
  if (index === undefined || changed === undefined) return undefined;
  return { list, index, changed, rest: pointer.slice(child(list, key).length) };
}
