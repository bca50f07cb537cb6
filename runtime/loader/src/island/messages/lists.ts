// Joins the items of a list, as `list_text.rs` of the generator does.

/**
 * The patterns of two items, of the first two, of the next ones and of the last two. In Spanish, a word changes before some items: the word,
 * a regular expression of the item, and the other word.
 */
export type ListPatterns = readonly [
  two: string,
  start: string,
  middle: string,
  end: string,
  exception?: readonly [word: string, condition: string, other: string],
];

/** Returns the items with the texts between them. Items that are no texts stay as they are. */
export function joined(items: readonly unknown[], [two, start, middle, end, exception]: ListPatterns): unknown[] {
  const [first, ...others] = items;
  if (items.length === 0) return [];

  let parts: unknown[] = [first];
  others.forEach((item, at) => {
    const isLast = at === others.length - 1;
    const ofMany = at === 0 ? start : isLast ? end : middle;
    let pattern = others.length === 1 ? two : ofMany;

    if (exception && isLast) {
      const [word, condition, other] = exception;
      if (new RegExp(condition, "i").test(String(item))) pattern = pattern.replace(word, other);
    }

    const [before = "", rest = ""] = pattern.split("{0}");
    const [between = "", after = ""] = rest.split("{1}");
    parts = [before, ...parts, between, item, after].filter((part) => part !== "");
  });

  return parts;
}
