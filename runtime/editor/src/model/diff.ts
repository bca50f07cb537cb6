// Compares two lists, such as the lines of two texts.

/** A part of a comparison: the items that both lists have, or those that only one has. */
export interface DiffPart<T> {
  readonly kind: "same" | "removed" | "added";
  readonly items: readonly T[];
}

/** A value that a compared list can contain. */
type Item = string | object;

/** Returns how many items two lists have in common at their starts, and how many of the others at their ends. */
export function commonEnds<T extends Item>(
  left: readonly T[],
  right: readonly T[],
  isSame: (a: T, b: T) => boolean,
): { readonly start: number; readonly end: number } {
  const isSameAt = comparison(left, right, isSame);
  const shorter = Math.min(left.length, right.length);

  let start = 0;
  while (start < shorter && isSameAt(start, start)) start++;
  let end = 0;
  while (end < shorter - start && isSameAt(left.length - 1 - end, right.length - 1 - end)) end++;
  return { start, end };
}

/** Returns a function that compares items of two lists by their indexes. */
function comparison<T extends Item>(left: readonly T[], right: readonly T[], isSame: (a: T, b: T) => boolean) {
  return (row: number, column: number): boolean => {
    const a = left[row];
    const b = right[column];
    return a !== undefined && b !== undefined && isSame(a, b);
  };
}

/** Pairs of indexes of equal items: a longest common subsequence. */
export function commonItems<T extends Item>(
  left: readonly T[],
  right: readonly T[],
  isSame: (a: T, b: T) => boolean = Object.is,
): readonly (readonly [number, number])[] {
  const { start, end } = commonEnds(left, right, isSame);
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

function middlePairs<T extends Item>(
  left: readonly T[],
  right: readonly T[],
  offset: number,
  isSame: (a: T, b: T) => boolean,
): readonly (readonly [number, number])[] {
  const width = right.length + 1;
  if (left.length === 0 || right.length === 0 || left.length * width > MAX_CELLS) return [];

  const isSameAt = comparison(left, right, isSame);
  // Each cell has the length of the longest common subsequence of what follows.
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--)
    for (let column = right.length - 1; column >= 0; column--)
      lengths[row * width + column] = isSameAt(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));

  const pairs: (readonly [number, number])[] = [];
  let row = 0;
  let column = 0;
  while (row < left.length && column < right.length) {
    if (isSameAt(row, column)) {
      pairs.push([offset + row, offset + column]);
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}

/** Returns what two lists have in common and where they differ. */
export function diff<T extends Item>(left: readonly T[], right: readonly T[]): readonly DiffPart<T>[] {
  const parts: DiffPart<T>[] = [];
  const add = (kind: DiffPart<T>["kind"], items: readonly T[]) => {
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
    add("same", left.slice(a, a + 1));
    row = a + 1;
    column = b + 1;
  }
  return parts;
}

/** Returns the lines of a text with their line ends. */
export const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
