// The lobby's models: the order of categories, what is found, and what the address says.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Game } from "../../src/casino/games/api/games";
import { categoriesOf, gamesOf, inOrder, subCategories } from "../../src/casino/games/model/categories";
import { addressOf, filterOf, isOpen, NO_FILTER } from "../../src/casino/games/model/filter";
import { rowsOf, rowsOfPage } from "../../src/casino/games/model/row_games";
import { folded, found, indexed } from "../../src/casino/games/model/search";

/** As content/data/games.toml has them. */
const RULES = {
  first: ["New Games", "Holiday Games", "Halloween", "Slots", "Progressives", "Specialty", "Crash Games"],
  by_number: "Video Poker",
  fresh: "New Games",
};

test("content puts the seven categories first [9-29]", () => {
  const shipped = readFileSync(new URL("../../../content/data/games.toml", import.meta.url), "utf8");
  expect(JSON.parse(/^first = (\[.*\])/m.exec(shipped)?.[1] ?? "[]")).toEqual(RULES.first);
});

const titles = (list: readonly { readonly title: string }[]) => list.map(({ title }) => title);

function game(machineId: number, title: string, category = "Slots", subCategory = "5 Reels"): Game {
  return { gameId: 18, machineId, title, category, subCategory, hands: 1, width: 0, height: 0 };
}

/** The list in another order, the same each time. */
function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((one, at) => [(at * 7 + 3) % list.length, one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
}

test("categories stand in the seven's order and then by the alphabet, however the file has them [9-29] (A134)", () => {
  const order = ["New Games", "Holiday Games", "Halloween", "Slots", "Progressives", "Specialty", "Crash Games"];
  const all = [...order, "Table Games", "Video Poker"];
  const asked = shuffled(all).map((title) => ({ title }));
  expect(titles(asked)).not.toEqual(all);
  expect(titles(inOrder(asked, RULES))).toEqual(all);
  expect(
    titles(inOrder([{ title: "bingo" }, { title: "Äpfel" }, { title: "SLOTS" }, { title: "new games" }], RULES)),
  ).toEqual(["new games", "SLOTS", "Äpfel", "bingo"]);
});

test("a category that the file lists twice is one, one without a title is none, and one that only games name is there", () => {
  const listed = [{ title: "Slots", subCategories: ["5 Reels"] }, { title: "slots" }, { title: "" }];
  const categories = listed.map((one) => ({ subCategories: [], ...one }));
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

test("All is the first sub-category, where the file has it last and where it lacks it [9-30] (A134)", () => {
  expect(subCategories({ title: "Slots", subCategories: ["6 Reels", "3 Reels", "All"] }, RULES)).toEqual([
    "All",
    "6 Reels",
    "3 Reels",
  ]);
  expect(subCategories({ title: "Slots", subCategories: [] }, RULES)).toEqual(["All"]);
  expect(subCategories({ title: "Slots", subCategories: ["ALL", "3 Reels"] }, RULES)).toEqual(["All", "3 Reels"]);
});

test("video poker's sub-categories stand by their numbers, those without one after them [9-31] (A134)", () => {
  const given = ["10 Hands", "Other", "3 Hands", "52 Hands", "Classic", "1 Hand"];
  const wanted = ["All", "1 Hand", "3 Hands", "10 Hands", "52 Hands", "Classic", "Other"];
  expect(subCategories({ title: "video poker", subCategories: given }, RULES)).toEqual(wanted);
  expect(given[0]).toBe("10 Hands");
});

test("games of a category, and of one of its sub-categories, are found without regard to capitals", () => {
  const games = [game(1, "A"), game(2, "B", "slots", "3 reels"), game(3, "C", "Specialty")];
  expect(titles(gamesOf(games, "Slots"))).toEqual(["A", "B"]);
  expect(titles(gamesOf(games, "SLOTS", "3 Reels"))).toEqual(["B"]);
});

test("a search takes words in any order, without capitals and accents, and names before kinds", () => {
  const games = [
    game(1, "Deep Gold Mine"),
    game(2, "Rush Hour", "Specialty", "Golden"),
    game(3, "Gold Rush"),
    game(4, "Marigold"),
    game(5, "Café Olé!", "Slots", "3 Reels"),
  ];
  const index = indexed(games);
  const names = (text: string) => titles(found(index, text));
  expect(names("gold")).toEqual(["Gold Rush", "Deep Gold Mine", "Rush Hour", "Marigold"]);
  expect(names("  RUSH   gold ")).toEqual(["Gold Rush", "Rush Hour"]);
  expect(names("cafe ole")).toEqual(["Café Olé!"]);
  expect(names("reels 3")).toEqual(["Café Olé!"]);
  expect(names("gold rush mine")).toEqual([]);
  expect(names("!?")).toHaveLength(5);
  expect(folded("L'Été — 2")).toBe(" l ete 2");
});

test("the address says what is shown, and nothing where nothing is asked for", () => {
  const filter = { category: "Video Poker", type: "3 Hands", search: "jacks & co", isFavourites: true };
  const address = addressOf(filter);
  expect(address).toBe("/lobby/games/?category=Video+Poker&type=3+Hands&search=jacks+%26+co&favorites=yes");
  expect(filterOf(address.slice(address.indexOf("?")))).toEqual(filter);
  expect(addressOf(NO_FILTER)).toBe("/lobby/games/");
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

test("what a row shows stays where it is when the whole list comes, and what is gone from the list goes", () => {
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
  const games = Array.from({ length: 30 }, (_, at) => game(at, `Slot ${at}`));
  const categories = ["Empty", "Slots"].map((title) => ({ title, subCategories: [] }));
  const rows = rowsOf(page, { games, categories }, RULES);
  expect(rows).toMatchObject([{ title: "Slots", count: 30 }]);
  expect(rows[0]?.games.map(({ machineId }) => machineId)).toEqual([7, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11]);
});
