// The location store: query changes without a visit, and state of history entries.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Stubs a tab with a location and a history. */
function tab(address: string) {
  const entries = [{ url: address, state: { croupier: "first", page: "first" } as Record<string, unknown> }];
  let index = 0;
  const events = new EventTarget();
  const current = () => entries[index] ?? { url: address, state: {} };
  const configText = JSON.stringify({ base: "/docs" });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { getElementById: () => ({ textContent: configText }) }));
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.stubGlobal("location", {
    get href() {
      return current().url;
    },
    get pathname() {
      return new URL(current().url).pathname;
    },
    get search() {
      return new URL(current().url).search;
    },
    get hash() {
      return new URL(current().url).hash;
    },
  });
  vi.stubGlobal("history", {
    get state() {
      return current().state;
    },
    pushState(state: Record<string, unknown>, _: string, url: string) {
      entries.splice(++index, entries.length, { url, state });
    },
    replaceState(state: Record<string, unknown>, _: string, url: string) {
      entries[index] = { url, state };
    },
  });
  return {
    entries,
    back() {
      index--;
      events.dispatchEvent(new Event("popstate"));
    },
  };
}

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

test("changing the query replaces the entry, and an empty value removes a parameter", async () => {
  const { entries } = tab("https://casino.example/docs/lobby/games/?a=1#x");
  const { $location, setQuery } = await import("../../stores/location");
  const queries: string[] = [];
  $location.listen(({ search }) => queries.push(search));
  setQuery({ category: "Slots & more" });
  setQuery({ category: "Slots & more" });
  setQuery({ a: undefined, category: "" });
  expect(queries).toEqual(["?a=1&category=Slots+%26+more", ""]);
  expect(entries).toHaveLength(1);
  expect($location.get()).toMatchObject({ path: "/lobby/games/", hash: "#x", entry: "first" });
});

test("state of a history entry returns after Back and is not shared", async () => {
  const { entries, back } = tab("https://casino.example/docs/lobby/games/");
  const { $location, setQuery, keepForEntry, entryValue } = await import("../../stores/location");
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
