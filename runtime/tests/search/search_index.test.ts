// What the search finds in an index of the generator, in which order, and where a result leads.

import { expect, test } from "vitest";
import { createIndex, type SearchFile } from "../../src/search/search_index";
import type { Part } from "../../src/search/words";

const texts = {} as SearchFile["texts"];
const file: SearchFile = {
  texts,
  folders: ["/", "/guide/", "/news/"],
  sections: [
    ["/guide/", "Guide"],
    ["/news/", "News"],
  ],
  pages: [
    [0, "", "Home", "Everything about deploying sites."],
    [0, "guide/", "Guide", "東京"],
    [
      1,
      0,
      "Deploy a site",
      "How to publish.",
      [],
      ["First steps", 0, "Rollback of a release", "undo", "Deployed files", 0],
    ],
    [1, "hosts/", "Hosting", "", ["Deploy"], ["Rollback", 0]],
    [2, "a.html", "Résumé of the year", "", ["Events"]],
    [2, 0, "What's new in 1.2"],
  ],
};

async function find(query: string, section = "") {
  const index = await createIndex(file);
  const { count, pages } = await index.find(query, section);
  return { count, routes: pages.map(({ route }) => route), pages };
}

const text = (parts: readonly Part[] = []) => parts.map((part) => part.text).join("");

test("titles come before terms, and terms before descriptions", async () => {
  expect((await find("deploy")).routes).toEqual(["/guide/deploy-a-site/", "/guide/hosts/", "/"]);
});

test("a result leads to the heading that matched, unless the title did", async () => {
  expect((await find("rollback")).routes).toEqual(["/guide/hosts/#rollback", "/guide/deploy-a-site/#undo"]);
  const [steps] = (await find("deploy steps")).pages;
  expect(steps).toMatchObject({ route: "/guide/deploy-a-site/#first-steps", section: "Guide" });
  expect(text(steps?.heading)).toBe("First steps");
  const [deploy] = (await find("deploy")).pages;
  expect(deploy).toMatchObject({ route: "/guide/deploy-a-site/", heading: [] });
  // `deployed` is in a heading only, but the start that was typed is in the title, too.
  expect((await find("dep")).routes[0]).toBe("/guide/deploy-a-site/");
  expect((await find("deplou")).routes[0]).toBe("/guide/deploy-a-site/");
  expect((await find("releose")).routes).toEqual(["/guide/deploy-a-site/#undo"]);
});

test.each([
  ["the start of a word", "resu", ["/news/a.html"]],
  ["without accents", "RESUME", ["/news/a.html"]],
  ["with a typing error", "hostinf", ["/guide/hosts/"]],
  ["by a term", "events", ["/news/a.html"]],
  ["by a number", "1.2", ["/news/whats-new-in-1-2/"]],
  ["by a word of one letter, and not by each word that starts with it", "a", ["/guide/deploy-a-site/"]],
  ["by a character of a word without spaces", "東", ["/guide/"]],
])("a page is found %s", async (_, query, expected) => {
  expect((await find(query)).routes).toEqual(expected);
});

test("signs of names decide which page is found", async () => {
  const pages = ["C# for games", "C++ for games", "C", "Straße"].map((title, id) => [0, `${id}/`, title] as const);
  const index = await createIndex({ ...file, pages });
  const routes = async (query: string) => (await index.find(query, "")).pages.map(({ route }) => route);
  expect([await routes("c++"), await routes("C# games")]).toEqual([["/1/"], ["/0/"]]);
  expect((await routes("c")).sort()).toEqual(["/0/", "/1/", "/2/"]);
  expect([await routes("strasse"), await routes("STRASSE"), await routes("straße")]).toEqual(Array(3).fill(["/3/"]));
});

test("all words must match, or any word if no page has all of them", async () => {
  expect((await find("deploy publish")).routes).toEqual(["/guide/deploy-a-site/"]);
  expect((await find("events zebra")).routes).toEqual(["/news/a.html"]);
  expect((await find("zebra")).count).toBe(0);
  expect((await find("…")).count).toBe(0);
});

test("a section limits the results", async () => {
  expect((await find("deploy", "/guide/")).routes).toEqual(["/guide/deploy-a-site/", "/guide/hosts/"]);
  expect((await find("guide", "/guide/")).routes).toEqual(["/guide/"]);
});

test("the count is that of all results", async () => {
  const pages = Array.from({ length: 40 }, (_, number) => [0, `${number}/`, "Boat"] as const);
  const index = await createIndex({ ...file, pages });
  const { count, pages: best } = await index.find("boat", "");
  expect([count, best.length]).toEqual([40, 30]);
});
