// The count of refused logins in a tab: only refusals of the typed values count.

import { expect, test } from "vitest";
import type { Failure } from "../../api/outcome";
import { isRefusal } from "../../api/sign_in";
import { type CountStorage, countFailure, resetFailures } from "../../onboarding/model/request";

function createStorage(): CountStorage {
  const storage = new Map<string, string>();
  return {
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => void storage.set(key, value),
    removeItem: (key) => void storage.delete(key),
  };
}

// Rows: 4.1-17, 4.1-18
test("the fifth refusal and later ones are too many, and a success resets the count", () => {
  const storage = createStorage();
  const count = () => countFailure(storage);
  expect([count(), count(), count(), count(), count(), count()]).toEqual([false, false, false, false, true, true]);
  resetFailures(storage);
  expect(count()).toBe(false);
});

// Rows: 4.1-17
test("failures of other kinds do not count", () => {
  const otherFailures: Failure[] = [
    { kind: "offline" },
    { kind: "timed_out" },
    { kind: "maintenance" },
    { kind: "restricted", country: "GB" },
    { kind: "malformed" },
    { kind: "cancelled" },
    { kind: "refused", message: "Internal Server Error", status: 500 },
  ];
  expect(otherFailures.filter(isRefusal)).toEqual([]);
  // Some servers refuse with a status of success (row 7.7-01).
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
  for (let attempt = 0; attempt < 7; attempt++) expect(countFailure(broken)).toBe(false);
});
