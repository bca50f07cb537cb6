// Searches games. Word order, case and accents do not matter, and matches in names rank above matches in categories.

import type { Game } from "../../games/games";

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
