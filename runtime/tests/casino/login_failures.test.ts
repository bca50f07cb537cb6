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

test("the fifth refusal and every later one are too many; a success begins anew [4.1-17] [4.1-18]", () => {
  const kept = storage();
  const count = () => countFailure(kept);
  expect([count(), count(), count(), count(), count(), count()]).toEqual([false, false, false, false, true, true]);
  forgetFailures(kept);
  expect(count()).toBe(false);
});

test("trouble of other kinds does not count [4.1-17]", () => {
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

test("where nothing can be kept, nobody is kept out [4.1-17]", () => {
  const broken: CountStorage = {
    getItem: () => {
      throw new Error("no storage");
    },
    setItem: () => {},
    removeItem: () => {},
  };
  for (let turn = 0; turn < 7; turn++) expect(countFailure(broken)).toBe(false);
});
