// Compares two lists, such as the lines of two texts.

/** A part of a comparison: the items that both lists have, or those that only one has. */
export interface DiffPart<Item> {
  readonly kind: "same" | "removed" | "added";
  readonly items: readonly Item[];
}

/** Pairs of indexes of equal items: a longest common subsequence. */
export function commonItems<Item>(
  left: readonly Item[],
  right: readonly Item[],
  isSame: (a: Item, b: Item) => boolean = Object.is,
): readonly (readonly [number, number])[] {
  let start = 0;
  while (start < left.length && start < right.length && isSame(left[start] as Item, right[start] as Item)) start++;
  let end = 0;
  const longestEnd = Math.min(left.length, right.length) - start;
  while (end < longestEnd && isSame(left[left.length - 1 - end] as Item, right[right.length - 1 - end] as Item)) end++;

  const pairs: (readonly [number, number])[] = [];
  for (let index = 0; index < start; index++) pairs.push([index, index]);
  pairs.push(
    ...middlePairs(left.slice(start, left.length - end), right.slice(start, right.length - end), start, isSame),
  );
  for (let index = end; index > 0; index--) pairs.push([left.length - index, right.length - index]);
  return pairs;
}

/** The largest table of the comparison. Longer texts are compared by their common start and end only. */
const MAX_CELLS = 4_000_000;

function middlePairs<Item>(
  left: readonly Item[],
  right: readonly Item[],
  offset: number,
  isSame: (a: Item, b: Item) => boolean,
): readonly (readonly [number, number])[] {
  const width = right.length + 1;
  if (left.length === 0 || right.length === 0 || left.length * width > MAX_CELLS) return [];

  // Each cell has the length of the longest common subsequence of what follows.
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--)
    for (let column = right.length - 1; column >= 0; column--)
      lengths[row * width + column] = isSame(left[row] as Item, right[column] as Item)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));

  const pairs: (readonly [number, number])[] = [];
  let row = 0;
  let column = 0;
  while (row < left.length && column < right.length) {
    if (isSame(left[row] as Item, right[column] as Item)) {
      pairs.push([offset + row, offset + column]);
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}

/** Returns what two lists have in common and where they differ. */
export function diff<Item>(left: readonly Item[], right: readonly Item[]): readonly DiffPart<Item>[] {
  const parts: DiffPart<Item>[] = [];
  const add = (kind: DiffPart<Item>["kind"], items: readonly Item[]) => {
    const last = parts.at(-1);
    if (items.length === 0) return;
    if (last?.kind === kind) parts[parts.length - 1] = { kind, items: [...last.items, ...items] };
    else parts.push({ kind, items });
  };

  let row = 0;
  let column = 0;
  for (const [a, b] of [...commonItems(left, right), [left.length, right.length] as const]) {
    add("removed", left.slice(row, a));
    add("added", right.slice(column, b));
    if (a < left.length) add("same", [left[a] as Item]);
    row = a + 1;
    column = b + 1;
  }
  return parts;
}

/** Returns the lines of a text with their line ends. */
export const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
