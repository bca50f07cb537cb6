// Recovery from code that is gone: one document load for each (code, path), none while the player is busy, and never a loop.

import { expect, test } from "vitest";
import { createRecovery, isLostCode } from "../src/core/recovery";
import { loadKey } from "../src/core/visit";

function tab(state = { online: true, occupied: false, code: "a" }) {
  const remembered = new Set<string>();
  const loads: string[] = [];
  const recover = createRecovery({
    once: (key) => remembered.size === remembered.add(key).size,
    code: async () => state.code,
    online: () => state.online,
    occupied: () => state.occupied,
    assign: (to) => loads.push(to),
  });
  return { recover, loads, state, remembered };
}

test("code that is gone for good costs one document load, query and fragment kept", async () => {
  const { recover, loads } = tab();
  for (let failure = 0; failure < 50; failure++) await recover("/games/?a=1#b");
  expect(loads).toEqual(["/games/?a=1#b"]);
});

test("several pieces that are gone at once cost one document load", async () => {
  const { recover, loads } = tab();
  const done = await Promise.all([recover("/games/"), recover("/games/"), recover("/games/?b=2")]);
  expect(loads).toEqual(["/games/"]);
  expect(done).toEqual(["loads_document", "stays", "stays"]);
});

test("a visit that failed and code that did not come share the one document load of a path [4.9-01]", async () => {
  const { recover, loads, remembered } = tab();
  remembered.add(loadKey("a", "/games/?x=1"));
  expect(await recover("/games/")).toBe("stays");
  expect(await recover("/promotions/")).toBe("loads_document");
  expect(loads).toEqual(["/promotions/"]);
});

test("other code, or another path, is allowed a load of its own", async () => {
  const { recover, loads, state } = tab();
  await recover("/games/");
  await recover("/promotions/");
  state.code = "b";
  await recover("/games/");
  expect(loads).toEqual(["/games/", "/promotions/", "/games/"]);
});

test("nothing is loaded while the player types or has no network, and that uses nothing up", async () => {
  const { recover, loads, state } = tab();
  state.occupied = true;
  expect(await recover("/games/")).toBe("stays");
  state.occupied = false;
  state.online = false;
  expect(await recover("/games/")).toBe("stays");
  state.online = true;
  expect(await recover("/games/")).toBe("loads_document");
  expect(loads).toHaveLength(1);
});

test("every browser's words for a module that did not come are known, and no others", () => {
  for (const words of [
    "Failed to fetch dynamically imported module: https://a.example/x.js",
    "error loading dynamically imported module: https://a.example/x.js",
    "Importing a module script failed.",
    "Loading chunk 12 failed.",
  ])
    expect(isLostCode(new TypeError(words))).toBe(true);
  expect(isLostCode(new Error("x is not a function"))).toBe(false);
  expect(isLostCode(undefined)).toBe(false);
});
