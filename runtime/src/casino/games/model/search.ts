// Finding games by what is typed: words in any order, capitals and accents do not matter, names count for more than kinds.

import type { Game } from "../api/games";

/** A game with what it is found by. */
interface Entry {
  readonly game: Game;
  /** Its name, folded; a space stands before each word. */
  readonly name: string;
  /** The same of its name, category and sub-category. */
  readonly all: string;
}

/** The text without capitals and accents, a space before each of its words. */
export function folded(text: string): string {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => ` ${word}`).join("");
}

/** What games are found in; made once for each list. */
export function indexed(games: readonly Game[]): readonly Entry[] {
  return games.map((game) => {
    const name = folded(game.title);
    return { game, name, all: name + folded(`${game.category} ${game.subCategory}`) };
  });
}

/** The games that have all words of `text` in them, the best first: those whose name begins with it, those with words that begin so in their name, then in their kind, then the rest. */
export function found(entries: readonly Entry[], text: string): readonly Game[] {
  const whole = folded(text);
  const begun = whole.match(/ [^ ]+/g) ?? [];
  const words = begun.map((word) => word.slice(1));
  const ranks = [
    ({ name }: Entry) => name.startsWith(whole),
    ({ name }: Entry) => begun.every((word) => name.includes(word)),
    ({ all }: Entry) => begun.every((word) => all.includes(word)),
    ({ all }: Entry) => words.every((word) => all.includes(word)),
  ];
  const byRank = ranks.map((): Game[] => []);
  for (const entry of entries) byRank[ranks.findIndex((has) => has(entry))]?.push(entry.game);
  return byRank.flat();
}
