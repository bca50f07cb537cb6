// Three-way merge of a file: of its values by field, and of its text by paragraph.

import { commonItems } from "../model/diff";
import { applyEdits, difference, type ValueEdit, type ValueTypes } from "../model/edits";
import { identitiesOf, isInPlace, isOneSided, isSingle, type ListVersions } from "../model/items";
import { child, isArray, isEqual, isObject, isWithin, type Json } from "../model/json";

/** Which version of a field is taken. */
export type Side = "mine" | "theirs";

/** A field that at least one side changed. `undefined` means that a version does not have it. */
export interface FieldDifference {
  /** Where the field is in the version on disk. */
  readonly pointer: string;
  /** Where the field is in the user's version. An item of a list can have moved. */
  readonly ownPointer: string;
  readonly kind: "mine" | "theirs" | "both" | "conflict";
  readonly base: Json | undefined;
  readonly theirs: Json | undefined;
  readonly mine: Json | undefined;
}

/** Returns the fields that differ between the versions. Tables are compared key by key, and lists item by item if the items are recognised. */
export function compareValues(
  base: Json | undefined,
  theirs: Json | undefined,
  mine: Json | undefined,
  pointer = "",
  ownPointer = pointer,
): readonly FieldDifference[] {
  if (isEqual(base, theirs) && isEqual(base, mine)) return [];

  if (isObject(theirs) && isObject(mine) && (base === undefined || isObject(base))) {
    const keys = new Set([...Object.keys(base ?? {}), ...Object.keys(theirs), ...Object.keys(mine)]);
    return [...keys].flatMap((key) =>
      compareValues(base?.[key], theirs[key], mine[key], child(pointer, key), child(ownPointer, key)),
    );
  }
  const items =
    isArray(base) && isArray(theirs) && isArray(mine)
      ? compareLists({ base, theirs, mine }, pointer, ownPointer)
      : undefined;
  return items ?? [wholeDifference([base, theirs, mine], pointer, ownPointer)];
}

/** Returns the differences of lists by their items. Returns nothing if the list has to be taken from one version as a whole. */
function compareLists(
  lists: ListVersions,
  pointer: string,
  ownPointer: string,
): readonly FieldDifference[] | undefined {
  if (isOneSided(lists)) {
    const { base, theirs, mine } = lists;
    if (base.length !== theirs.length || base.length !== mine.length) return undefined;
    return base.flatMap((item, index) =>
      compareValues(item, theirs[index], mine[index], child(pointer, index), child(ownPointer, index)),
    );
  }

  const identities = identitiesOf(lists);
  if (isInPlace("mine", identities)) return ownItemsInTheirs(lists, identities, pointer, ownPointer);
  return isInPlace("theirs", identities) ? theirItemsInOwn(lists, identities, pointer, ownPointer) : undefined;
}

/** The user changed items, but did not move, add or remove any. Returns the changes at the items in the list on disk. */
function ownItemsInTheirs(
  { base, theirs, mine }: ListVersions,
  identities: ListVersions<string>,
  pointer: string,
  ownPointer: string,
): readonly FieldDifference[] | undefined {
  const items: FieldDifference[] = [];
  const positions = new Map(identities.theirs.map((identity, index) => [identity, index]));
  const replaced = identities.base.filter((identity, index) => identity !== identities.theirs[index]);
  const isReplacedOnce = replaced.length === 1 && isInPlace("theirs", identities);

  for (const [index, item] of base.entries()) {
    const identity = identities.base[index] ?? "";
    const found = positions.get(identity) ?? -1;
    const isChanged = !isEqual(item, mine[index]);
    // The other side removed or replaced an item that the user changed. A single replaced item can be the same one with another name.
    if (found < 0 && isChanged && !isReplacedOnce) return undefined;
    if (found < 0 && !isChanged) continue;
    if (found >= 0 && isChanged && !(isSingle(identity, identities.base) && isSingle(identity, identities.theirs)))
      return undefined;

    const at = found < 0 ? index : found;
    const [target, own] = [child(pointer, at), child(ownPointer, index)];
    const versions = [item, theirs[at], mine[index]] as const;
    const isSame = found >= 0 && identity === identities.mine[index];
    if (isSame) items.push(...compareValues(...versions, target, own));
    else items.push(wholeDifference(versions, target, own));
  }

  // Items that moved have no pointer of their own, so the list shows the other changes.
  if (replaced.length === 0 && identities.base.length === identities.theirs.length) return items;
  const list: FieldDifference = { pointer, ownPointer, kind: "theirs", base, theirs, mine };
  return [list, ...items.filter(({ kind }) => kind !== "theirs")];
}

/** The user moved, added or removed items; the other side only changed some. Returns the user's list with these changes. */
function theirItemsInOwn(
  { base, theirs, mine }: ListVersions,
  identities: ListVersions<string>,
  pointer: string,
  ownPointer: string,
): readonly FieldDifference[] | undefined {
  const merged = [...mine];
  for (const [index, item] of base.entries()) {
    const changed = theirs[index];
    if (changed === undefined || isEqual(item, changed)) continue;

    const identity = identities.base[index] ?? "";
    const at = identities.mine.indexOf(identity);
    const own = mine[at];
    if (own === undefined || !isSingle(identity, identities.base) || !isSingle(identity, identities.mine))
      return undefined;

    const isSame = identity === identities.theirs[index];
    const differences = isSame ? compareValues(item, changed, own) : [wholeDifference([item, changed, own], "", "")];
    if (differences.some(({ kind }) => kind === "conflict")) return undefined;
    merged[at] = applyEdits(changed, mergedEdits(differences, {}));
  }

  return [
    { pointer, ownPointer, kind: "mine", base: theirs, theirs, mine: merged },
    ...base.flatMap((item, index) => compareValues(item, theirs[index], item, child(pointer, index))),
  ];
}

const wholeDifference = (
  [base, theirs, mine]: readonly [Json | undefined, Json | undefined, Json | undefined],
  pointer: string,
  ownPointer: string,
): FieldDifference => ({ pointer, ownPointer, kind: kindOf(base, theirs, mine), base, theirs, mine });

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

  return [...others, ...removals].flatMap(({ pointer, ownPointer, theirs, mine }) =>
    difference(theirs, mine, pointer, movedTypes(types, ownPointer, pointer)),
  );
}

/** Returns the types of the user's texts at the pointers that these have on disk. */
function movedTypes(types: ValueTypes, from: string, to: string): ValueTypes {
  if (from === to) return types;
  const moved = [...types].filter(([pointer]) => isWithin(pointer, from));
  return new Map(moved.map(([pointer, type]) => [to + pointer.slice(from.length), type]));
}

/** A part of a merged text. Only a conflict needs a choice. */
export interface TextPart {
  readonly kind: "same" | "mine" | "theirs" | "conflict";
  readonly base: string;
  readonly theirs: string;
  readonly mine: string;
}

/** Returns the paragraphs of a text with the empty lines after them. A block of code is one paragraph. */
export function paragraphsOf(text: string): readonly string[] {
  const paragraphs: string[] = [];
  let current = "";
  let fence: string | undefined;
  let isAfterBlank = false;

  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const isBlank = line.trim() === "";
    if (isAfterBlank && !isBlank && fence === undefined) {
      paragraphs.push(current);
      current = "";
    }
    current += line;
    isAfterBlank = isBlank;

    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence;
  }
  return current === "" ? paragraphs : [...paragraphs, current];
}

/** The last paragraph has no empty line after it, so the line ends do not count. */
const isSameParagraph = (left: string, right: string) => left.trimEnd() === right.trimEnd();

/** Returns the parts of three versions of a text: those without a change, those that one side changed, and the conflicts. */
export function compareTexts(base: string, theirs: string, mine: string): readonly TextPart[] {
  const original = paragraphsOf(base);
  const left = paragraphsOf(theirs);
  const right = paragraphsOf(mine);
  const inTheirs = new Map(commonItems(original, left, isSameParagraph));
  const inMine = new Map(commonItems(original, right, isSameParagraph));

  const parts: TextPart[] = [];
  let [a, b, c] = [0, 0, 0];
  const addUntil = (endA: number, endB: number, endC: number) => {
    const part = partOf(original.slice(a, endA), left.slice(b, endB), right.slice(c, endC));
    const isInPlace = areInPlace(inTheirs, [a, endA], [b, endB]) && areInPlace(inMine, [a, endA], [c, endC]);

    // Neighbouring paragraphs that were only changed are compared one by one.
    if (part?.kind === "conflict" && isInPlace && endA - a > 1) {
      for (let at = 0; a + at < endA; at++) {
        const single = partOf([original[a + at] ?? ""], [left[b + at] ?? ""], [right[c + at] ?? ""]);
        if (single) parts.push(single);
      }
    } else if (part) parts.push(part);
    [a, b, c] = [endA, endB, endC];
  };

  for (let index = 0; index < original.length; index++) {
    const [atB, atC] = [inTheirs.get(index), inMine.get(index)];
    // A paragraph that all versions have separates two changes.
    if (atB === undefined || atC === undefined) continue;
    addUntil(index, atB, atC);
    addUntil(index + 1, atB + 1, atC + 1);
  }
  addUntil(original.length, left.length, right.length);
  return parts;
}

type Range = readonly [start: number, end: number];

/** Whether a version has the paragraphs of a range at the same positions, so that none was added, removed or moved. */
function areInPlace(positions: ReadonlyMap<number, number>, [start, end]: Range, [from, to]: Range): boolean {
  if (end - start !== to - from) return false;
  for (let index = start; index < end; index++) {
    if ((positions.get(index) ?? from + index - start) !== from + index - start) return false;
  }
  return true;
}

function partOf(
  originals: readonly string[],
  lefts: readonly string[],
  rights: readonly string[],
): TextPart | undefined {
  const [base, theirs, mine] = [originals.join(""), lefts.join(""), rights.join("")];
  if (base === "" && theirs === "" && mine === "") return undefined;
  if (theirs === mine) return { kind: base === mine ? "same" : "theirs", base, theirs, mine };
  if (theirs === base) return { kind: "mine", base, theirs, mine };
  return { kind: mine === base ? "theirs" : "conflict", base, theirs, mine };
}

/** Returns the merged text. `choices` has the side of each conflict by its index among the parts; the default is "mine". */
export function mergedText(parts: readonly TextPart[], choices: Readonly<Record<number, Side>>): string {
  let text = "";
  for (const [index, part] of parts.entries()) {
    const side = part.kind === "conflict" ? (choices[index] ?? "mine") : part.kind === "theirs" ? "theirs" : "mine";
    const added = part[side];
    // A paragraph that was the last one of its version is not the last one here.
    if (added !== "" && text !== "" && !/\n\s*\n$/.test(text)) text = `${text.replace(/\n*$/, "")}\n\n`;
    text += added;
  }
  return text;
}
