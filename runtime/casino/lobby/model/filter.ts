// The lobby's filter in the query string, so that Back and shared links restore it: `?category=Slots&type=5%20Reels&search=gold`. The
// search compares normalised names.

import { LOBBY } from "../../config/config";
import type { Game } from "../../games/games";

/** A filter of the lobby. Empty strings and `false` do not filter. */
export interface Filter {
  /** The title of a category. */
  readonly category: string;
  /** The name of one of its sub-categories. */
  readonly type: string;
  /** The search text. */
  readonly search: string;
  /** Shows only the player's favourites (A134). */
  readonly isFavourites: boolean;
}

/** The default filter. */
export const NO_FILTER: Filter = { category: "", type: "", search: "", isFavourites: false };

/** Parses the filter of a query string. */
export function filterOf(query: string): Filter {
  const parameters = new URLSearchParams(query);
  const text = (name: string) => parameters.get(name) ?? "";
  return {
    category: text("category"),
    type: text("type"),
    search: text("search"),
    isFavourites: text("favorites") === "yes",
  };
}

/** Returns the query parameters of a filter. */
export function parametersOf(filter: Partial<Filter>) {
  const { category, type, search, isFavourites } = { ...NO_FILTER, ...filter };
  return { category, type, search, favorites: isFavourites ? "yes" : "" };
}

/** Returns the URL of the lobby with a filter. */
export function filterUrl(filter: Partial<Filter>): string {
  const entries = Object.entries(parametersOf(filter)).filter(([, value]) => value !== "");
  return entries.length > 0 ? `${LOBBY}?${new URLSearchParams(entries)}` : LOBBY;
}

/** Returns whether the filter is empty, so that the rows are shown. A search text needs a letter or a digit. */
export function isOpen({ category, search, isFavourites }: Filter): boolean {
  return !category && !isFavourites && !/[\p{L}\p{N}]/u.test(search);
}

/** A game with its search keys. */
interface Entry {
  readonly game: Game;
  /** The folded name, with a space before each word. */
  readonly name: string;
  /** The folded name, category and sub-category. */
  readonly all: string;
}

/** Returns the text in lower case without accents, with a space before each word. */
export function fold(text: string): string {
  const unaccented = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return (unaccented.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => ` ${word}`).join("");
}

/** Returns the search index of a list of games. */
export function indexGames(games: readonly Game[]): readonly Entry[] {
  return games.map((game) => {
    const name = fold(game.title);
    return { game, name, all: name + fold(`${game.category} ${game.subCategory}`) };
  });
}

/**
 * Returns the games that match all words of `text`, best first. Names that start with the text rank highest. Matches at the start
 * of words in the name come next, then at the start of words in the category, then all other matches.
 */
export function searchGames(entries: readonly Entry[], text: string): readonly Game[] {
  const query = fold(text);
  const wordStarts = query.match(/ [^ ]+/g) ?? [];
  const words = wordStarts.map((word) => word.slice(1));

  const ranks = [
    ({ name }: Entry) => name.startsWith(query),
    ({ name }: Entry) => wordStarts.every((word) => name.includes(word)),
    ({ all }: Entry) => wordStarts.every((word) => all.includes(word)),
    ({ all }: Entry) => words.every((word) => all.includes(word)),
  ];

  const byRank = ranks.map((): Game[] => []);
  for (const entry of entries) byRank[ranks.findIndex((matches) => matches(entry))]?.push(entry.game);
  return byRank.flat();
}
