// The merge of lists: a change stays at its item, or the list is one conflict.

import { expect, test } from "vitest";
import type { Entry } from "../src/api/types";
import { compareValues, mergedEdits, type Side } from "../src/conflict/merge";
import { type Choices, compare, type KnownConflict, resolved } from "../src/conflict/versions";
import { editBody, editValue, startWork } from "../src/drafts/work";
import { applyEdits } from "../src/model/edits";
import type { Json } from "../src/model/json";

interface Versions {
  readonly base: Json;
  readonly theirs: Json;
  readonly mine: Json;
}

/** Returns the merged list, or the pointers of its conflicts. */
function merge({ base, theirs, mine }: Versions, choices: Readonly<Record<string, Side>> = {}) {
  const differences = compareValues({ list: base }, { list: theirs }, { list: mine });
  expect(new Set(differences.map(({ pointer }) => pointer)).size).toBe(differences.length);
  const conflicts = differences.filter(({ kind }) => kind === "conflict").map(({ pointer }) => pointer);
  if (conflicts.length > 0 && Object.keys(choices).length === 0) return conflicts;
  return (applyEdits({ list: theirs }, mergedEdits(differences, choices)) as { readonly list: Json }).list;
}

/** Returns items with a name and a number: "A1 B2". */
const games = (text: string): Json =>
  text.split(" ").map((game) => ({ name: game.replace(/\d+$/, ""), bet: Number(/\d+$/.exec(game)?.[0]) }));
/** Returns items with the numbers x and y, which nothing identifies: "1/2 3/4". */
const points = (text: string): Json =>
  text.split(" ").map((point) => ({ x: Number(point.split("/")[0]), y: Number(point.split("/")[1]) }));
const texts = (text: string): Json => (text === "" ? [] : text.split(" "));

const LIST = ["/list"];

test.each<[string, string, string, string, string | readonly string[]]>([
  ["they move an item", "A1 B1 C3", "B1 A1 C3", "A5 B1 C3", "B1 A5 C3"],
  ["they insert at the top and remove the last one", "A1 B1 C1", "N1 A1 B1", "A1 B9 C1", "N1 A1 B9"],
  ["they remove the item", "A1 B1 C1", "A1 C1", "A1 B9 C1", LIST],
  ["they replace the item and another one", "A1 B1 C1", "A1 N1 M1", "A1 B9 C1", LIST],
  ["they remove another item", "A1 B1 C1", "B1 C1", "A1 B9 C1", "B9 C1"],
  ["they append", "A1 B1", "A1 B1 N1", "A1 B9", "A1 B9 N1"],
  ["they change and move another item", "A1 B1 C1", "C7 A1 B1", "A1 B9 C1", "C7 A1 B9"],
  ["both change different items", "A1 B1 C1", "A7 B1 C1", "A1 B1 C9", "A7 B1 C9"],
  ["both change one item", "A1 B1", "A1 B7", "A1 B9", ["/list/1/bet"]],
  ["both change an item that they moved", "A1 B1", "B7 A1", "A1 B9", ["/list/0/bet"]],
  ["both make the same change", "A1 B1", "B9 A1", "A1 B9", "B9 A1"],
  ["they rename another item", "A1 B1", "N1 B1", "A1 B9", "N1 B9"],
  ["they rename the item", "A1 B1", "A1 N1", "A1 B9", ["/list/1"]],
  ["they rename the item and insert one", "A1 B1", "M1 A1 N1", "A1 B9", LIST],
  ["I rename an item that they move", "A1 B1", "B1 A1", "N1 B1", "B1 N1"],
  ["I rename an item that they change", "A1 B1", "A7 B1", "N1 B1", ["/list/0"]],
  ["I move an item that they change", "A1 B1 C1", "A1 B7 C1", "B1 A1 C1", "B7 A1 C1"],
  ["I insert before an item that they change", "A1 B1", "A1 B7", "N1 A1 B1", "N1 A1 B7"],
  ["I remove an item that they change", "A1 B1", "A1 B7", "A1", LIST],
  ["I remove an item before one that they change", "A1 B1", "A1 B7", "B1", "B7"],
  ["I move and change an item that they change", "A1 B1", "A1 B7", "B9 A1", LIST],
  ["I append, they rename", "A1 B1", "N1 B1", "A1 B1 M1", "N1 B1 M1"],
  ["both move items", "A1 B1 C1", "C1 A1 B1", "B1 A1 C1", LIST],
  ["both append", "A1", "A1 B1", "A1 C1", LIST],
  ["both append the same one", "A1", "A1 B1", "A1 B1", "A1 B1"],
  ["only they move", "A1 B1", "B1 A1", "A1 B1", "B1 A1"],
  ["only I move", "A1 B1", "A1 B1", "B1 A1", "B1 A1"],
  ["a name is there twice", "A1 A1 C1", "C1 A1 A1", "A1 A9 C1", LIST],
])("tables with names: %s", (_, base, theirs, mine, expected) => {
  const result = merge({ base: games(base), theirs: games(theirs), mine: games(mine) });
  expect(result).toEqual(typeof expected === "string" ? games(expected) : expected);
});

test.each<[string, string, string, string, string | readonly string[]]>([
  ["both change different items", "1/1 2/2 3/3", "9/1 2/2 3/3", "1/1 2/2 3/9", "9/1 2/2 3/9"],
  ["both change one item", "1/1 2/2", "9/1 2/2", "1/9 2/2", ["/list/0"]],
  ["both change one item, they also another one", "1/1 2/2", "9/1 9/2", "1/9 2/2", LIST],
  ["they insert and remove", "1/1 2/2 3/3", "0/0 1/1 2/2", "1/1 2/9 3/3", "0/0 1/1 2/9"],
  ["they move and change", "1/1 2/2", "2/8 1/1", "1/1 2/9", LIST],
  ["they move", "1/1 2/2", "2/2 1/1", "1/1 2/9", "2/9 1/1"],
  ["items are equal", "1/1 1/1 3/3", "1/1 1/1 3/8", "1/1 1/9 3/3", LIST],
])("tables that nothing identifies: %s", (_, base, theirs, mine, expected) => {
  const result = merge({ base: points(base), theirs: points(theirs), mine: points(mine) });
  expect(result).toEqual(typeof expected === "string" ? points(expected) : expected);
});

test.each<[string, string, string, string, string | readonly string[]]>([
  ["both change different texts", "a b c", "a2 b c", "a b c2", "a2 b c2"],
  ["both change one text", "a b", "a x", "a y", ["/list/1"]],
  ["they insert", "a b", "n a b", "a b2", "n a b2"],
  ["they insert and remove", "a b c", "n a b", "a b2 c", "n a b2"],
  ["they move", "a b c", "c a b", "a b2 c", "c a b2"],
  ["they remove the text", "a b", "a", "a b2", LIST],
  ["I insert, they change", "a b", "a b2", "n a b", "n a b2"],
  ["a text is there twice", "a a b", "n a b", "a x b", LIST],
  ["I empty the list", "a b", "a b2", "", LIST],
])("texts: %s", (_, base, theirs, mine, expected) => {
  const result = merge({ base: texts(base), theirs: texts(theirs), mine: texts(mine) });
  expect(result).toEqual(typeof expected === "string" ? texts(expected) : expected);
});

test("numbers in the order of the items do not identify them", () => {
  const rows = (...bets: readonly number[]) => bets.map((bet, index) => ({ id: index + 1, bet }));
  expect(merge({ base: rows(1, 2, 3), theirs: rows(0, 1, 2), mine: rows(1, 9, 3) })).toEqual(LIST);
  expect(merge({ base: rows(1, 2, 3), theirs: rows(1, 2, 7), mine: rows(1, 9, 3) })).toEqual(rows(1, 9, 7));

  const named = (...names: readonly string[]) => names.map((name, index) => ({ id: index, name, bet: 1 }));
  const mine = named("A", "B").with(1, { id: 1, name: "B", bet: 9 });
  expect(merge({ base: named("A", "B"), theirs: named("N", "A", "B"), mine })).toEqual(
    named("N", "A", "B").with(2, { id: 2, name: "B", bet: 9 }),
  );

  const moved = [{ id: 4, bet: 0 }, ...rows(1, 2, 7)];
  expect(merge({ base: rows(1, 2, 3), theirs: moved, mine: rows(1, 9, 3) })).toEqual(moved.with(2, { id: 2, bet: 9 }));
});

test("lists in items follow their items", () => {
  const menu = (name: string, ...links: readonly string[]) => ({ name, links: links.map((to) => ({ to, label: to })) });
  const base = [menu("main", "/a/", "/b/"), menu("footer", "/c/")];
  const theirs = [menu("footer", "/c/"), menu("main", "/b/", "/a/")];
  const mine = [menu("main", "/a/", "/b/"), menu("footer", "/c/")];
  mine[0] = { name: "main", links: [{ to: "/a/", label: "Mine" }, mine[0]?.links[1] as never] };
  expect(merge({ base, theirs, mine })).toEqual([
    theirs[0],
    {
      name: "main",
      links: [
        { to: "/b/", label: "/b/" },
        { to: "/a/", label: "Mine" },
      ],
    },
  ]);

  const matrix = {
    base: [
      [1, 2],
      [3, 4],
    ],
    theirs: [
      [3, 4],
      [1, 2],
    ],
    mine: [
      [1, 9],
      [3, 4],
    ],
  };
  expect(merge(matrix)).toEqual([
    [3, 4],
    [1, 9],
  ]);
});

test("a choice is the version of one item or of the whole list", () => {
  const item = { base: games("A1 B1"), theirs: games("B7 A1"), mine: games("A1 B9") };
  expect(merge(item, { "/list/0/bet": "mine" })).toEqual(games("B9 A1"));
  expect(merge(item, { "/list/0/bet": "theirs" })).toEqual(games("B7 A1"));
  const list = { base: games("A1 B1 C1"), theirs: games("A1 C7"), mine: games("A1 B9 C1") };
  expect(merge(list, { "/list": "mine" })).toEqual(list.mine);
  expect(merge(list, { "/list": "theirs" })).toEqual(list.theirs);
});

test("random moves, insertions, removals and changes never reach another item", () => {
  let seed = 11;
  const random = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * limit);
  };
  let merged = 0;
  for (let round = 0; round < 400; round++) {
    const base = Array.from({ length: 2 + random(4) }, (_, index) => ({ id: `i${index}`, bet: 0, note: 0 }));
    const theirs = base.map((item) => ({ ...item, note: random(2) }));
    const from = random(theirs.length);
    if (random(2) === 0) theirs.splice(random(theirs.length), 0, ...theirs.splice(from, 1));
    if (random(2) === 0) theirs.splice(random(theirs.length), 0, { id: "new", bet: 0, note: 7 });
    if (random(3) === 0) theirs.splice(random(theirs.length), 1);
    const mine = base.map((item) => ({ ...item, bet: random(3) }));

    const differences = compareValues(base, theirs, mine);
    const lost = mine.some(({ id, bet }) => bet !== 0 && !theirs.some((it) => it.id === id));
    expect(differences.some(({ kind }) => kind === "conflict")).toBe(lost);
    if (lost) continue;

    const expected = theirs.map((item) => ({ ...item, bet: mine.find(({ id }) => id === item.id)?.bet ?? item.bet }));
    expect(applyEdits(theirs, mergedEdits(differences, {}))).toEqual(expected);
    merged++;
  }
  expect(merged).toBeGreaterThan(200);
});

test("a date in an item that moved keeps its type", () => {
  const base = [{ name: "A" }, { name: "B" }];
  const theirs = [{ name: "B" }, { name: "A" }];
  const mine = [{ name: "A", start: "2026-12-01" }, { name: "B" }];
  const types = new Map([["/0/start", "date"]] as const);
  expect(mergedEdits(compareValues(base, theirs, mine), {}, types)).toEqual([
    { insert: "/1/start", value: "2026-12-01", type: "date" },
  ]);
});

test("lists of front matter, tables around them and the text merge together", () => {
  const entryOf = (digest: string, values: Json, text: string) =>
    ({ path: "content/a.md", digest, text: digest, values, body: { start: 0, text } }) as unknown as Entry;
  const before = entryOf(
    "1",
    { title: "T", extra: { links: games("A1 B1"), tags: ["x", "y"] } },
    "one\n\ntwo\n\nthree\n",
  );
  const theirs = entryOf(
    "2",
    { title: "New", extra: { links: games("B1 A1"), tags: ["y", "x"] } },
    "one\n\ntwo\n\nTHREE\n",
  );
  const edited = editValue(startWork(before), { set: "/extra/links/0/bet", value: 5 });
  const work = editBody(editValue(edited, { set: "/extra/tags/0", value: "z" }), "ONE\n\ntwo\n\nthree\n");
  const conflict = { path: "content/a.md", base_text: "1", theirs: "2", mine: "3" } as unknown as KnownConflict;

  const comparison = compare(conflict, { entry: before, work }, theirs);
  const result = resolved(comparison, { fields: {}, parts: {} } satisfies Choices, theirs);
  expect(result.values).toEqual({ title: "New", extra: { links: games("B1 A5"), tags: ["y", "z"] } });
  expect(result.body).toBe("ONE\n\ntwo\n\nTHREE\n");
});
