// Which parts of a divided index a query loads, and what it finds in them.

import { expect, test } from "vitest";
import { createDividedIndex, type DividedFile, keyOf, partOf } from "../../src/search/divided_index";
import { createIndex, isLetter, type PageList, routeOf } from "../../src/search/search_index";
import { normalized, words } from "../../src/search/words";

const TOOLS = { createIndex, isLetter, normalized, routeOf, words };
const PARTS = 64;
const file: DividedFile = {
  texts: {} as DividedFile["texts"],
  sections: [["/boats/", "Boats"]],
  parts: PARTS,
  split: { sai: 90_000, sail: 70_000 },
};

/** The pages of a key. Parts of other keys have none. */
const PAGES: Readonly<Record<string, PageList>> = {
  // Of 70,000 pages.
  sail: {
    folders: ["/", "/boats/"],
    pages: [
      [0, 0, "Sail"],
      [1, 0, "Sail blue"],
    ],
  },
  sailo: { folders: ["/boats/"], pages: [[0, 0, "Sailor"]] },
  reg: {
    folders: ["/"],
    pages: [
      [0, 0, "Regatta sail"],
      [0, 0, "Regatta"],
    ],
  },
  kno: {
    folders: ["/", "/boats/"],
    pages: [
      [0, 0, "Knots"],
      [1, 0, "Knots blue"],
    ],
  },
  blu: {
    folders: ["/boats/"],
    pages: [
      [0, 0, "Sail blue"],
      [0, 0, "Knots blue"],
    ],
  },
  ube: { folders: ["/"], pages: [[0, "uber/", "Über uns"]] },
};

function search() {
  const loaded: string[] = [];
  const index = createDividedIndex(
    file,
    (part) => {
      const key = Object.keys(PAGES).find((it) => partOf(it, PARTS) === part);
      loaded.push(key ?? "none");
      return Promise.resolve((key && PAGES[key]) || { folders: [], pages: [] });
    },
    TOOLS,
  );
  const find = async (query: string, section = "") => {
    loaded.length = 0;
    const { count, pages } = await index.find(query, section);
    return { count, routes: pages.map(({ route }) => route), loaded: [...loaded] };
  };
  return find;
}

test("the part of a key follows from its hash, as in the generator", () => {
  expect(partOf("", 2 ** 31)).toBe(0x011c9dc5);
  expect(partOf("foobar", 2 ** 31)).toBe(0x3f9cf968);
});

test("a key is the start of a word, which is longer where the pages are divided further", () => {
  const keys = ["of", "knot", "sa", "sai", "sail", "sailor", "हिन्दी", "東"].map((word) => keyOf(word, file.split));
  expect(keys).toEqual(["of", "kno", "sa", "sai", "sail", "sailo", "हनद", "東"]);
});

test("a word that is shorter than a key is found as a whole", async () => {
  const find = search();
  expect(await find("kn")).toMatchObject({ count: 0 });
  const short = createDividedIndex(
    file,
    () =>
      Promise.resolve({
        folders: ["/"],
        pages: [
          [0, 0, "Go"],
          [0, 0, "Gold"],
        ],
      }),
    TOOLS,
  );
  expect((await short.find("go", "")).pages.map(({ route }) => route)).toEqual(["/go/"]);
  // The part of another word has all pages with both.
  expect(await find("regatta sa")).toMatchObject({ count: 1, routes: ["/regatta-sail/"], loaded: ["reg"] });
});

test("a word loads its part once", async () => {
  const find = search();
  expect(await find("knot")).toEqual({ count: 2, routes: ["/knots/", "/boats/knots-blue/"], loaded: ["kno"] });
  expect(await find("KNOTS")).toMatchObject({ count: 2, loaded: [] });
  expect(await find("Über")).toEqual({ count: 1, routes: ["/uber/"], loaded: ["ube"] });
  expect(await find("  ")).toEqual({ count: 0, routes: [], loaded: [] });
});

test("the number of pages of a divided key is known without loading them", async () => {
  const find = search();
  expect(await find("sail")).toMatchObject({ count: 70_000, loaded: ["sail"] });
  expect(await find("sail", "/boats/")).toMatchObject({ count: 1, routes: ["/boats/sail-blue/"] });
  expect(await find("sailor")).toMatchObject({ count: 1, loaded: ["sailo"] });
});

test("of several words, the part of the rarest one is enough for pages with all of them", async () => {
  const find = search();
  expect(await find("sail regatta")).toEqual({ count: 1, routes: ["/regatta-sail/"], loaded: ["reg"] });
  // A single letter is usually the start of a word.
  expect(await find("regatta s")).toMatchObject({ loaded: [] });
});

test("if no page has all words, the pages with some of them are found once", async () => {
  const find = search();
  const { count, routes, loaded } = await find("blue regatta");
  expect(loaded.sort()).toEqual(["blu", "reg"]);
  expect(count).toBe(4);
  expect(new Set(routes)).toEqual(new Set(["/boats/sail-blue/", "/boats/knots-blue/", "/regatta-sail/", "/regatta/"]));
  const { count: withKnots } = await find("knots blue regatta");
  // `Knots blue` is in two of the parts.
  expect(withKnots).toBe(5);
});

test("a part that failed to load is loaded again", async () => {
  let attempts = 0;
  const load = () => (attempts++ === 0 ? Promise.reject(new Error("offline")) : Promise.resolve(PAGES.kno as PageList));
  const index = createDividedIndex(file, load, TOOLS);
  await expect(index.find("knots", "")).rejects.toThrow("offline");
  expect((await index.find("knots", "")).count).toBe(2);
});
