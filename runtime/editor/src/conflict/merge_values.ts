// Three-way merge of the values of a file: which fields only one side changed, and which both did.

import { difference, type ValueEdit, type ValueTypes } from "../model/edits";
import { child, isEqual, isObject, type Json } from "../model/json";

/** Which version of a field is taken. */
export type Side = "mine" | "theirs";

/** A field that at least one side changed. `undefined` means that a version does not have it. */
export interface FieldDifference {
  readonly pointer: string;
  readonly kind: "mine" | "theirs" | "both" | "conflict";
  readonly base: Json | undefined;
  readonly theirs: Json | undefined;
  readonly mine: Json | undefined;
}

/**
 * Returns the fields that differ between the versions. Tables are compared key by key. Lists are compared item by item only if all three
 * have the same length, because an inserted item moves those after it.
 */
export function compareValues(
  base: Json | undefined,
  theirs: Json | undefined,
  mine: Json | undefined,
  pointer = "",
): readonly FieldDifference[] {
  if (isEqual(base, theirs) && isEqual(base, mine)) return [];

  if (isObject(theirs) && isObject(mine) && (base === undefined || isObject(base))) {
    const keys = new Set([...Object.keys(base ?? {}), ...Object.keys(theirs), ...Object.keys(mine)]);
    return [...keys].flatMap((key) => compareValues(base?.[key], theirs[key], mine[key], child(pointer, key)));
  }
  if (Array.isArray(base) && Array.isArray(theirs) && Array.isArray(mine))
    if (base.length === theirs.length && base.length === mine.length)
      return base.flatMap((item, index) => compareValues(item, theirs[index], mine[index], child(pointer, index)));

  return [{ pointer, kind: kindOf(base, theirs, mine), base, theirs, mine }];
}

function kindOf(base: Json | undefined, theirs: Json | undefined, mine: Json | undefined): FieldDifference["kind"] {
  if (isEqual(theirs, mine)) return "both";
  if (isEqual(base, mine)) return "theirs";
  return isEqual(base, theirs) ? "mine" : "conflict";
}

/** Returns the edits that add the user's changes to the version on disk. Conflicts follow the choice, which is "mine" by default. */
export function mergedEdits(
  differences: readonly FieldDifference[],
  choices: Readonly<Record<string, Side>>,
  types: ValueTypes = new Map(),
): readonly ValueEdit[] {
  const taken = differences.filter(
    ({ kind, pointer }) => kind === "mine" || (kind === "conflict" && (choices[pointer] ?? "mine") === "mine"),
  );
  // Items of lists are removed from the end, so that the pointers of the others stay valid.
  const removals = taken.filter(({ mine }) => mine === undefined).reverse();
  const others = taken.filter(({ mine }) => mine !== undefined);

  return [...others, ...removals].flatMap(({ pointer, theirs, mine }) => difference(theirs, mine, pointer, types));
}
