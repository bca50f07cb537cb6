// Recovery from failed chunks: one document load for each code and path, none while the tab is busy, and no loop.

import { expect, test } from "vitest";
import { createRecovery, isFailedLoad, loadKey } from "../src/loader/core/recovery";

function tab(state = { isOfflineWithoutWorker: false, isBusy: false, code: "a" }) {
  const used = new Set<string>();
  const loads: string[] = [];
  const recover = createRecovery({
    onceInTab: (key) => used.size !== used.add(key).size,
    code: async () => state.code,
    isOfflineWithoutWorker: () => state.isOfflineWithoutWorker,
    isBusy: () => state.isBusy,
    assign: (to) => loads.push(to),
  });
  return { recover, loads, state, used };
}

test("a missing chunk costs one document load that keeps query and fragment", async () => {
  const { recover, loads } = tab();
  for (let failure = 0; failure < 50; failure++) await recover("/games/?a=1#b");
  expect(loads).toEqual(["/games/?a=1#b"]);
});

test("several missing chunks cost one document load", async () => {
  const { recover, loads } = tab();
  await Promise.all([recover("/games/"), recover("/games/"), recover("/games/?b=2")]);
  expect(loads).toEqual(["/games/"]);
});

// Rows: 4.9-01
test("a failed visit and a missing chunk share the document load of a path", async () => {
  const { recover, loads, used } = tab();
  used.add(loadKey("a", "/games/?x=1"));
  await recover("/games/");
  expect(loads).toEqual([]);
  await recover("/promotions/");
  expect(loads).toEqual(["/promotions/"]);
});

test("other code or another path may load a document again", async () => {
  const { recover, loads, state } = tab();
  await recover("/games/");
  await recover("/promotions/");
  state.code = "b";
  await recover("/games/");
  expect(loads).toEqual(["/games/", "/promotions/", "/games/"]);
});

test("no document loads while the user types or is offline", async () => {
  const { recover, loads, state } = tab();
  state.isBusy = true;
  await recover("/games/");
  state.isBusy = false;
  state.isOfflineWithoutWorker = true;
  await recover("/games/");
  expect(loads).toEqual([]);
  state.isOfflineWithoutWorker = false;
  await recover("/games/");
  expect(loads).toEqual(["/games/"]);
});

const assets = "https://casino.example/docs/assets/";

/** Errors of browsers about a module of the site. */
const failures = [
  new TypeError(`Failed to fetch dynamically imported module: ${assets}x.js`),
  new TypeError(`error loading dynamically imported module: ${assets}x.js`),
];
const blocked = [
  new TypeError("Failed to fetch dynamically imported module: https://widget.example/assets/chat.js"),
  new TypeError("Failed to fetch dynamically imported module: https://casino.example/other/assets/chat.js"),
  // Islands report this error themselves.
  new TypeError("Importing a module script failed."),
];

test("import errors of every browser are recognized for chunks of the site only", () => {
  for (const error of failures) expect(isFailedLoad({ error, lost: false }, assets)).toBe(true);
  for (const error of [new Error(`x is not a function at ${assets}x.js`), undefined])
    expect(isFailedLoad({ error, lost: false }, assets)).toBe(false);
});

test("a blocked third-party script causes no document load", () => {
  for (const error of blocked) expect(isFailedLoad({ error, lost: false }, assets)).toBe(false);
});

test("code that throws when it starts causes no document load, unless chunks do not fit", () => {
  const unfit = new SyntaxError("The requested module './s1.js' does not provide an export named 'a'");
  const sheets = ["a lost style sheet", new Error(`The style sheet ${assets}x.css failed to load.`)];
  const mimeType = new TypeError("'text/html' is not a valid JavaScript MIME type.");
  for (const error of [...failures, ...blocked, ...sheets, unfit, mimeType])
    expect(isFailedLoad({ error, lost: true }, assets)).toBe(true);

  for (const error of [new TypeError("Cannot read properties of undefined (reading 'module')"), "denied", undefined])
    expect(isFailedLoad({ error, lost: true }, assets)).toBe(false);
});
