// Keys of the items of a list in React: an item that moved keeps its fields, its focus and what is typed in them.

import { useRef } from "react";
import { identitiesOf } from "../model/items";
import { isEqual, type Json } from "../model/json";

/** A list with the key of each item. `next` is the key of the next new item. */
export interface KeyedItems {
  readonly items: readonly Json[];
  readonly keys: readonly number[];
  readonly next: number;
}

/** Returns the items of a list with their keys, which follow them when the list changes here or on disk. */
export function useItemKeys(items: readonly Json[]): KeyedItems {
  const keyed = useRef<KeyedItems>({ items: [], keys: [], next: 0 });
  keyed.current = withItems(keyed.current, items);
  return keyed.current;
}

/** Returns the keys for a changed list. Items that are not recognised get new keys, so that no key reaches the fields of another item. */
export function withItems(old: KeyedItems, items: readonly Json[]): KeyedItems {
  if (old.items === items) return old;

  const keys = items.map((item, index) => (isEqual(item, old.items[index]) ? old.keys[index] : undefined));
  const free = () => unusedItems(old, keys);
  takeEqual(keys, items, free(), (item) => JSON.stringify(item));
  const isMoved = items.length !== old.items.length || keys.some((key, index) => hasOtherKey(key, old.keys[index]));
  if (isMoved) takeIdentified(keys, items, free());
  // The only change of a list whose items stay is what the user types.
  else for (const { index, key } of free()) keys[index] ??= key;

  let { next } = old;
  return { items, keys: keys.map((key) => key ?? next++), next };
}

const hasOtherKey = (key: number | undefined, old: number | undefined) => key !== undefined && key !== old;

interface OldItem {
  readonly item: Json;
  readonly index: number;
  readonly key: number;
}

/** Returns the items whose keys no new item has yet. */
function unusedItems(old: KeyedItems, keys: readonly (number | undefined)[]): readonly OldItem[] {
  const used = new Set(keys);
  return old.items.flatMap((item, index) => {
    const key = old.keys[index];
    return key === undefined || used.has(key) ? [] : [{ item, index, key }];
  });
}

/** Gives items without a key those of the old items with an equal text. */
function takeEqual(
  keys: (number | undefined)[],
  items: readonly Json[],
  old: readonly OldItem[],
  textOf: (item: Json) => string,
): void {
  if (old.length === 0) return;
  const keysByText = new Map<string, number[]>();
  for (const { item, key } of old) {
    const text = textOf(item);
    keysByText.set(text, [...(keysByText.get(text) ?? []), key]);
  }
  for (const [index, item] of items.entries())
    if (keys[index] === undefined) keys[index] = keysByText.get(textOf(item))?.shift();
}

/** Gives items without a key those of the old items with the same identifier, such as their name. */
function takeIdentified(keys: (number | undefined)[], items: readonly Json[], old: readonly OldItem[]): void {
  const rest = items.filter((_, index) => keys[index] === undefined);
  const identities = identitiesOf({ base: old.map(({ item }) => item), theirs: rest, mine: rest });
  const texts = new Map([
    ...old.map(({ item }, index) => [item, identities.base[index] ?? ""] as const),
    ...rest.map((item, index) => [item, identities.theirs[index] ?? ""] as const),
  ]);
  takeEqual(keys, items, old, (item) => texts.get(item) ?? "");
}
