// Models of the lobby: the order of categories, search, and the filter in the URL.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Game } from "../../games/games";
import { categoriesOf, gamesOf, inOrder, rowsOf, rowsOfPage, subCategories } from "../../lobby/model/categories";
import { filterOf, filterUrl, fold, indexGames, isOpen, NO_FILTER, searchGames } from "../../lobby/model/filter";

/** The rules in content/data/games.toml. */
const RULES = {
  first: ["New Games", "Holiday Games", "Halloween", "Slots", "Progressives", "Specialty", "Crash Games"],
  by_number: "Video Poker",
  fresh: "New Games",
};

// Rows: 9-29
test("content puts the seven categories first", () => {
  const shipped = readFileSync(new URL("../../../../content/data/games.toml", import.meta.url), "utf8");
  expect(JSON.parse(/^first = (\[.*\])/m.exec(shipped)?.[1] ?? "[]")).toEqual(RULES.first);
});

const titles = (list: readonly { readonly title: string }[]) => list.map(({ title }) => title);

function game(machineId: number, title: string, category = "Slots", subCategory = "5 Reels"): Game {
  return { gameId: 18, machineId, title, category, subCategory, hands: 1, width: 0, height: 0 };
}

/** Returns the list in a different order, which is the same in each run. */
function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((item, index) => [(index * 7 + 3) % list.length, item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

// Rows: 9-29, A134
test("categories have the fixed order first and then the alphabetical one", () => {
  const order = ["New Games", "Holiday Games", "Halloween", "Slots", "Progressives", "Specialty", "Crash Games"];
  const all = [...order, "Table Games", "Video Poker"];
  const shuffledTitles = shuffled(all).map((title) => ({ title }));
  expect(titles(shuffledTitles)).not.toEqual(all);
  expect(titles(inOrder(shuffledTitles, RULES))).toEqual(all);
  expect(
    titles(inOrder([{ title: "bingo" }, { title: "Äpfel" }, { title: "SLOTS" }, { title: "new games" }], RULES)),
  ).toEqual(["new games", "SLOTS", "Äpfel", "bingo"]);
});

test("duplicate categories merge, untitled ones are removed, and those of games are added", () => {
  const listed = [{ title: "Slots", subCategories: ["5 Reels"] }, { title: "slots" }, { title: "" }];
  const categories = listed.map((item) => ({ subCategories: [], ...item }));
  const games = [game(1, "A", "SLOTS"), game(2, "B", "Bingo"), game(3, "C", "Crash Games")];
  expect(categoriesOf({ categories, games }, RULES)).toEqual([
    { title: "Slots", subCategories: ["5 Reels"] },
    { title: "Crash Games", subCategories: [] },
    { title: "Bingo", subCategories: [] },
  ]);
  expect(rowsOf([], { categories, games }, RULES).map(({ title, count }) => [title, count])).toEqual([
    ["Slots", 1],
    ["Crash Games", 1],
    ["Bingo", 1],
  ]);
});

// Rows: 9-30, A134
test("All is the first sub-category, also where the file lacks it", () => {
  expect(subCategories({ title: "Slots", subCategories: ["6 Reels", "3 Reels", "All"] }, RULES)).toEqual([
    "All",
    "6 Reels",
    "3 Reels",
  ]);
  expect(subCategories({ title: "Slots", subCategories: [] }, RULES)).toEqual(["All"]);
  expect(subCategories({ title: "Slots", subCategories: ["ALL", "3 Reels"] }, RULES)).toEqual(["All", "3 Reels"]);
});

// Rows: 9-31, A134
test("video poker sub-categories sort by number, then by name", () => {
  const titlesIn = ["10 Hands", "Other", "3 Hands", "52 Hands", "Classic", "1 Hand"];
  const expected = ["All", "1 Hand", "3 Hands", "10 Hands", "52 Hands", "Classic", "Other"];
  expect(subCategories({ title: "video poker", subCategories: titlesIn }, RULES)).toEqual(expected);
  expect(titlesIn[0]).toBe("10 Hands");
});

test("games are found by category and sub-category without letter case", () => {
  const games = [game(1, "A"), game(2, "B", "slots", "3 reels"), game(3, "C", "Specialty")];
  expect(titles(gamesOf(games, "Slots"))).toEqual(["A", "B"]);
  expect(titles(gamesOf(games, "SLOTS", "3 Reels"))).toEqual(["B"]);
});

test("search matches words in any order without case and accents, names first", () => {
  const games = [
    game(1, "Deep Gold Mine"),
    game(2, "Rush Hour", "Specialty", "Golden"),
    game(3, "Gold Rush"),
    game(4, "Marigold"),
    game(5, "Café Olé!", "Slots", "3 Reels"),
  ];
  const index = indexGames(games);
  const search = (text: string) => titles(searchGames(index, text));
  expect(search("gold")).toEqual(["Gold Rush", "Deep Gold Mine", "Rush Hour", "Marigold"]);
  expect(search("  RUSH   gold ")).toEqual(["Gold Rush", "Rush Hour"]);
  expect(search("cafe ole")).toEqual(["Café Olé!"]);
  expect(search("reels 3")).toEqual(["Café Olé!"]);
  expect(search("gold rush mine")).toEqual([]);
  expect(search("!?")).toHaveLength(5);
  expect(fold("L'Été — 2")).toBe(" l ete 2");
});

test("the URL holds the filter, and nothing without a filter", () => {
  const filter = { category: "Video Poker", type: "3 Hands", search: "jacks & co", isFavourites: true };
  const address = filterUrl(filter);
  expect(address).toBe("/lobby/games/?category=Video+Poker&type=3+Hands&search=jacks+%26+co&favorites=yes");
  expect(filterOf(address.slice(address.indexOf("?")))).toEqual(filter);
  expect(filterUrl(NO_FILTER)).toBe("/lobby/games/");
  expect(filterOf("?game=18-32&category=Slots&type=5%20Reels&search=gold")).toEqual({
    category: "Slots",
    type: "5 Reels",
    search: "gold",
    isFavourites: false,
  });
  expect([NO_FILTER, { ...NO_FILTER, search: " -" }, { ...NO_FILTER, search: "a" }].map(isOpen)).toEqual([
    true,
    true,
    false,
  ]);
});

test("a row keeps its games in place when the complete list arrives", () => {
  const page = rowsOfPage([
    {
      title: "Slots",
      count: 3,
      games: [
        [18, 7, "Seven", "5 Reels", 1],
        [18, 99, "Gone", "5 Reels", 1],
      ],
    },
    { title: "New Games", count: 1, games: [[18, 1, "One", "Slots", 1]] },
  ]);
  expect(titles(rowsOf(page, undefined, RULES))).toEqual(["New Games", "Slots"]);
  const games = Array.from({ length: 30 }, (_, index) => game(index, `Slot ${index}`));
  const categories = ["Empty", "Slots"].map((title) => ({ title, subCategories: [] }));
  const rows = rowsOf(page, { games, categories }, RULES);
  expect(rows).toMatchObject([{ title: "Slots", count: 30 }]);
  expect(rows[0]?.games.map(({ machineId }) => machineId)).toEqual([7, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11]);
});
