// Whom the lobby's jackpot is closed to.

import { expect, test } from "vitest";
import { isBlocked } from "../../src/casino/opt_ins/blocked";

const CLASSES = ["Banned", "Bronze No2", "Coupon", "Deactivated", "Review - Options blocked", "Test Class"];

test.each(CLASSES)("%s may not take part without a first deposit, and may with one [6-10] (A85)", (playerClass) => {
  expect(isBlocked({ playerClass, hasDeposited: false })).toBe(true);
  expect(isBlocked({ playerClass, hasDeposited: true })).toBe(false);
});

test("who is not verified never may, who is not known yet may not, and all others may [6-10] [6-11] [3-32]", () => {
  for (const hasDeposited of [true, false]) {
    expect(isBlocked({ playerClass: "Unverified / Non Dep", hasDeposited })).toBe(true);
    expect(isBlocked({ playerClass: "Silver", hasDeposited })).toBe(false);
  }
  expect(isBlocked(undefined)).toBe(true);
});
