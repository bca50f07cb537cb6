// Where the player is: the query changes without a visit, and what is kept belongs to one entry of the history.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** A tab with a history: enough of a browser for the address and its entries. */
function tab(address: string) {
  const entries = [{ url: address, state: { croupier: "first", page: "first" } as Record<string, unknown> }];
  let at = 0;
  const events = new EventTarget();
  const shown = () => entries[at] ?? { url: address, state: {} };
  const text = JSON.stringify({ base: "/docs" });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { getElementById: () => ({ textContent: text }) }));
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.stubGlobal("location", {
    get href() {
      return shown().url;
    },
    get pathname() {
      return new URL(shown().url).pathname;
    },
    get search() {
      return new URL(shown().url).search;
    },
    get hash() {
      return new URL(shown().url).hash;
    },
  });
  vi.stubGlobal("history", {
    get state() {
      return shown().state;
    },
    pushState(state: Record<string, unknown>, _: string, url: string) {
      entries.splice(++at, entries.length, { url, state });
    },
    replaceState(state: Record<string, unknown>, _: string, url: string) {
      entries[at] = { url, state };
    },
  });
  return {
    entries,
    back() {
      at--;
      events.dispatchEvent(new Event("popstate"));
    },
  };
}

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

test("changing the query replaces the entry, and an empty value removes a parameter", async () => {
  const { entries } = tab("https://casino.example/docs/lobby/games/?a=1#x");
  const { $location, setQuery } = await import("../../src/casino/stores/location");
  const told: string[] = [];
  $location.listen(({ search }) => told.push(search));
  setQuery({ category: "Slots & more" });
  setQuery({ category: "Slots & more" });
  setQuery({ a: undefined, category: "" });
  expect(told).toEqual(["?a=1&category=Slots+%26+more", ""]);
  expect(entries).toHaveLength(1);
  expect($location.get()).toMatchObject({ path: "/lobby/games/", hash: "#x", entry: "first" });
});

test("state of a history entry returns after Back and is not shared", async () => {
  const { entries, back } = tab("https://casino.example/docs/lobby/games/");
  const { $location, setQuery, keepForEntry, entryValue } = await import("../../src/casino/stores/location");
  keepForEntry("games", { shown: 96 });
  setQuery({ search: "koi" }, { push: true });
  expect(entries).toHaveLength(2);
  expect(entries[1]?.state).toMatchObject({ page: "first" });
  expect($location.get().entry).not.toBe("first");
  keepForEntry("games", { shown: 24 });
  back();
  expect($location.get()).toMatchObject({ search: "", entry: "first" });
  expect(entryValue("games")).toEqual({ shown: 96 });
});
