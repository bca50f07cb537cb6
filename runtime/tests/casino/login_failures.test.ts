// How often a login may be refused: only the server's no to what was typed counts, and it is kept for the tab.

import { expect, test } from "vitest";
import type { Failure } from "../../src/casino/api/outcome";
import { isRefusal } from "../../src/casino/api/sign_in";
import { type CountStorage, countFailure, forgetFailures } from "../../src/casino/onboarding/model/failures";

function storage(): CountStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

// Rows: 4.1-17, 4.1-18
test("the fifth refusal and later ones are too many, and a success resets the count", () => {
  const kept = storage();
  const count = () => countFailure(kept);
  expect([count(), count(), count(), count(), count(), count()]).toEqual([false, false, false, false, true, true]);
  forgetFailures(kept);
  expect(count()).toBe(false);
});

// Rows: 4.1-17
test("failures of other kinds do not count", () => {
  const others: Failure[] = [
    { kind: "offline" },
    { kind: "timed_out" },
    { kind: "maintenance" },
    { kind: "restricted", country: "GB" },
    { kind: "malformed" },
    { kind: "cancelled" },
    { kind: "refused", message: "Internal Server Error", status: 500 },
  ];
  expect(others.filter(isRefusal)).toEqual([]);
  // Some servers say no with a status of success (row 7.7-01).
  for (const status of [200, 202, 401, 429])
    expect(isRefusal({ kind: "refused", message: "Invalid login or password", status })).toBe(true);
});

// Rows: 4.1-17
test("without storage no player is blocked", () => {
  const broken: CountStorage = {
    getItem: () => {
      throw new Error("no storage");
    },
    setItem: () => {},
    removeItem: () => {},
  };
  for (let turn = 0; turn < 7; turn++) expect(countFailure(broken)).toBe(false);
});
