// Recognises the items of a list in its three versions.

import { isEqual, isObject, type Json } from "./json";

/** A list in its three versions, such as of its items or of what identifies them. */
export interface ListVersions<T = Json> {
  readonly base: readonly T[];
  readonly theirs: readonly T[];
  readonly mine: readonly T[];
}

/** Keys that usually identify an item, the best first. */
const IDENTIFIERS = ["id", "key", "slug", "code", "name", "title", "label", "path", "url", "to", "from", "question"];

/**
 * Returns what identifies each item: the value of a key that all items have and that no two items of a list share. Without such a key, an item
 * is recognised only while it is unchanged.
 */
export function identitiesOf(lists: ListVersions): ListVersions<string> {
  const all = [lists.base, lists.theirs, lists.mine];
  const key = IDENTIFIERS.find((name) => {
    const values = all.map((items) => items.map((item) => (isObject(item) ? item[name] : undefined)));
    return values.every(areDistinct) && !values.every(isNumbering);
  });
  const identityOf = (item: Json) => JSON.stringify(key !== undefined && isObject(item) ? item[key] : item);
  return {
    base: lists.base.map(identityOf),
    theirs: lists.theirs.map(identityOf),
    mine: lists.mine.map(identityOf),
  };
}

const areDistinct = (values: readonly (Json | undefined)[]) =>
  values.every((value) => typeof value === "string" || typeof value === "number") &&
  new Set(values).size === values.length;

/** Returns whether values count the items. Such a number belongs to the position and not to the item. */
const isNumbering = (values: readonly (Json | undefined)[]) =>
  [0, 1].some((first) => values.every((value, index) => String(value) === String(index + first)));

/** Returns whether a side only changed or replaced items of a list, so that each other item is at the same index. */
export function isInPlace(side: "theirs" | "mine", identities: ListVersions<string>): boolean {
  const { base } = identities;
  const [changed, other] =
    side === "mine" ? [identities.mine, identities.theirs] : [identities.theirs, identities.mine];
  const isNew = (identity: string) => !base.includes(identity) && !other.includes(identity);
  return (
    changed.length === base.length && changed.every((identity, index) => identity === base[index] || isNew(identity))
  );
}

/** Returns whether a list has an item once, so that no other item can be meant. */
export const isSingle = (identity: string, list: readonly string[]) =>
  list.indexOf(identity) >= 0 && list.indexOf(identity) === list.lastIndexOf(identity);

/** Returns whether the versions need no recognition of items, because at most one side changed the list. */
export const isOneSided = ({ base, theirs, mine }: ListVersions) =>
  isEqual(base, theirs) || isEqual(base, mine) || isEqual(theirs, mine);
