// Orders categories and sub-categories, and selects their games and those of the rows (rows 9-29 to 9-31, A134). Games of the page come
// first in their row, so that the layout is stable when the list loads.

import type { Data } from "croupier:types";
import { type Game, gameCode, type Lobby } from "../../games/games";
import { fold } from "./filter";

/** A category of the games file: its title and the names of its sub-categories. */
export type Category = Lobby["categories"][number];

/** The sub-category that contains all games of a category. */
export const ALL = "All";

/** The display rules of categories: content/data/games.toml, `categories`. Titles are compared without case. */
export interface CategoryRules {
  /** The categories that precede all others (row 9-29). */
  readonly first: readonly string[];
  /** The category whose sub-categories are sorted by number (row 9-31). */
  readonly by_number: string;
  /** The category whose games are marked as new on their tiles. */
  readonly fresh: string;
}

/** Returns whether two titles or names of sub-categories are equal without case. */
export function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Returns the ordered categories of a games file: the listed ones, and those that only games name. */
export function categoriesOf({ categories, games }: Lobby, rules: CategoryRules): readonly Category[] {
  // Thousands of games share a dozen categories.
  const gameCategories = new Set(games.map(({ category }) => category));
  return inOrder([...categories, ...[...gameCategories].map((title) => ({ title, subCategories: [] }))], rules);
}

/** Returns the categories in order: the first ones of the rules, then by title. Omits duplicates and empty titles. */
export function inOrder<T extends { readonly title: string }>(
  categories: readonly T[],
  { first }: CategoryRules,
): readonly T[] {
  const seen = new Set([""]);
  const unique = categories.filter(({ title }) => {
    const name = title.toLowerCase();
    return !seen.has(name) && seen.add(name);
  });

  const rank = ({ title }: T) => {
    const index = first.findIndex((firstTitle) => isSame(firstTitle, title));
    return index < 0 ? first.length : index;
  };

  return unique.sort((a, b) => rank(a) - rank(b) || byLetters(a.title, b.title));
}

/**
 * Returns the sub-categories in order: All first, even if the file lacks it (rows 9-30, 9-31). Those of `by_number` are sorted by
 * their first number; names without a number are last, in alphabetical order. Those of other categories keep the file's order.
 */
export function subCategories({ title, subCategories }: Category, { by_number }: CategoryRules): readonly string[] {
  const rest = subCategories.filter((name) => !isSame(name, ALL));
  return [ALL, ...(isSame(title, by_number) ? rest.sort(byNumber) : rest)];
}

function byNumber(a: string, b: string): number {
  const [numberA, numberB] = [a, b].map((name) => Number(/\d+/.exec(name)?.[0] ?? Number.POSITIVE_INFINITY));
  // Names with the same number, and names without a number, fall back to alphabetical order.
  return numberA === numberB ? byLetters(a, b) : (numberA ?? 0) - (numberB ?? 0);
}

/** Compares alphabetically. A collator is not used, because its first sort of a dozen names takes 10 ms on a phone. */
function byLetters(a: string, b: string): number {
  const [textA, textB] = [fold(a), fold(b)];
  if (textA === textB) return 0;
  return textA < textB ? -1 : 1;
}

/** Returns the games of a category or sub-category, in the order of the file. */
export function gamesOf(games: readonly Game[], title: string, type = ALL): readonly Game[] {
  return games.filter((game) => isSame(game.category, title) && (isSame(type, ALL) || isSame(game.subCategory, type)));
}

/** A game in the compact form of the page: game id, machine id, name, sub-category, hands. */
type PageGame = readonly [gameId: number, machineId: number, title: string, subCategory: string, hands: number];

/** A category in the form of the page. */
export interface PageRow {
  readonly title: string;
  /** The total number of its games. */
  readonly count: number;
  /** Its first games. */
  readonly games: readonly PageGame[];
}

/** Returns the rows of the page. Their games have no window size: 0 by 0. */
export function rowsOfPage(rows: readonly PageRow[]): readonly CategoryRow[] {
  return rows.map(({ title: category, count, games }) => ({
    title: category,
    count,
    games: games.map(([gameId, machineId, title, subCategory, hands]) => {
      return { gameId, machineId, title, category, subCategory, hands, width: 0, height: 0 };
    }),
  }));
}

/** The key of the history entry's scroll offsets, by row title. */
export const ROWS = "rows";

/** The maximum number of games in a row. A link opens the full category. */
const MOST = 12;

/** Returns the rows in order, without empty categories. */
export function rowsOf(
  pageRows: readonly CategoryRow[],
  lobby: Lobby | undefined,
  rules: CategoryRules,
): readonly CategoryRow[] {
  if (!lobby) return inOrder(pageRows, rules);

  const shown = new Map(pageRows.map(({ title, games }) => [title, games]));
  return categoriesOf(lobby, rules).flatMap(({ title }) => {
    const games = gamesOf(lobby.games, title);
    return games.length > 0 ? [{ title, count: games.length, games: shownFirst(shown.get(title) ?? [], games) }] : [];
  });
}

function shownFirst(shown: readonly Game[], games: readonly Game[]): readonly Game[] {
  const byCode = new Map(games.map((game) => [gameCode(game), game]));
  const first = shown.flatMap((game) => byCode.get(gameCode(game)) ?? []);
  return [...new Set([...first, ...games])].slice(0, MOST);
}

/** A category with the games of its row. */
export interface CategoryRow {
  readonly title: string;
  /** The total number of its games. */
  readonly count: number;
  readonly games: readonly Game[];
}

/** The messages of the lobby. Placeholders such as `{title}` are filled in. */
export type LobbyTexts = Data["games"]["lobby"] & Names;

/** The names of categories and sub-categories in another language than that of the games file, by their names there (pages/lobby.html). */
export interface Names {
  readonly names?: Readonly<Record<string, string>>;
}

/** Returns the name of a category or sub-category in the language of the page. */
export function nameOf({ names }: Names, title: string): string {
  return names?.[title] ?? title;
}

/** The messages for lists that failed to load. */
export type EmptyTexts = Pick<Data["messages"]["empty"], "games" | "retry">;
