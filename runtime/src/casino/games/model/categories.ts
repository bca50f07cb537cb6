// The order of categories and of what they are divided into, and which games stand in one (rows 9-29 to 9-31, A134).

import type { Game, Lobby } from "../api/games";
import { folded } from "./search";

/** A category as the games file has it: its title, and the names of its sub-categories. */
export type Category = Lobby["categories"][number];

/** The sub-category of all games of a category. */
export const ALL = "All";

/** How the operator's categories are shown: content/data/games.toml, `categories`. Titles compare without capitals. */
export interface CategoryRules {
  /** The categories that come before all others (row 9-29). */
  readonly first: readonly string[];
  /** Its sub-categories are ordered by their numbers (row 9-31). */
  readonly by_number: string;
  /** Its games are marked as new on their tiles. */
  readonly fresh: string;
}

/** Whether two titles name the same category, or two names the same sub-category: capitals do not matter. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The categories of a games file in their order: those that it lists, and those that only games name. */
export function categoriesOf({ categories, games }: Lobby, rules: CategoryRules): readonly Category[] {
  // Thousands of games name a dozen of them.
  const named = new Set(games.map(({ category }) => category));
  return inOrder([...categories, ...[...named].map((title) => ({ title, subCategories: [] }))], rules);
}

/** The categories in their order: those that come first, then the others by their titles. Duplicates and categories without a title are left out. */
export function inOrder<T extends { readonly title: string }>(
  categories: readonly T[],
  { first }: CategoryRules,
): readonly T[] {
  const known = new Set([""]);
  const once = categories.filter(({ title }) => {
    const name = title.toLowerCase();
    return !known.has(name) && known.add(name);
  });
  const place = ({ title }: T) => {
    const at = first.findIndex((one) => isSame(one, title));
    return at < 0 ? first.length : at;
  };
  return once.sort((a, b) => place(a) - place(b) || byLetters(a.title, b.title));
}

/**
 * The sub-categories in their order: All first, even where the file lacks it. Those of `by_number` are ordered by their first number,
 * then those without one (rows 9-30, 9-31).
 */
export function subCategories({ title, subCategories }: Category, { by_number }: CategoryRules): readonly string[] {
  const others = subCategories.filter((name) => !isSame(name, ALL));
  return [ALL, ...(isSame(title, by_number) ? others.sort(byNumber) : others)];
}

function byNumber(a: string, b: string): number {
  const [one, other] = [a, b].map((name) => Number(/\d+/.exec(name)?.[0] ?? Number.POSITIVE_INFINITY));
  // Of two without a number, neither is smaller.
  return one === other ? byLetters(a, b) : (one ?? 0) - (other ?? 0);
}

/** By the alphabet. A collator's tables are longer in coming than the page: 10 ms at a telephone's first sort of a dozen names. */
function byLetters(a: string, b: string): number {
  const [one, other] = [folded(a), folded(b)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The games of a category, or of one of its sub-categories, in the file's order. */
export function gamesOf(games: readonly Game[], title: string, type = ALL): readonly Game[] {
  return games.filter((game) => isSame(game.category, title) && (isSame(type, ALL) || isSame(game.subCategory, type)));
}
