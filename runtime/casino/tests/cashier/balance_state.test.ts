// The state of a player in the cashier, by coupon and balance. Unknown data does not count as zero.

import { expect, test } from "vitest";
import { canStartGame, findBalanceState } from "../../cashier/model/balance_state";
import type { ActiveCoupon, Promotion } from "../../coupons/store/coupons";

const balance = (cents: number) => ({ cents, symbol: "$" });

function coupon(status: ActiveCoupon["status"], spinsRemaining = 0): ActiveCoupon {
  return { status, promotion: { code: "DEP200", spinsRemaining } as Promotion };
}

// Rows: 9-12, A26
test("without a coupon the balance decides, with 1 as the limit", () => {
  expect([0, 50, 99, 100, 101].map((cents) => findBalanceState(null, balance(cents)).kind)).toEqual([
    "insufficient",
    "insufficient",
    "insufficient",
    "sufficient",
    "sufficient",
  ]);
});

test("a coupon wins over the balance, known or not", () => {
  for (const status of ["requested", "redeemed"] as const)
    for (const knownBalance of [undefined, balance(0), balance(5000)])
      expect(findBalanceState(coupon(status), knownBalance).kind).toBe(status);
});

// Rows: A27
test("unknown data is neither zero nor no coupon", () => {
  expect(findBalanceState(null, undefined)).toEqual({ kind: "unknown" });
  expect(findBalanceState(undefined, balance(0))).toEqual({ kind: "unknown" });
});

// Rows: A23
test("a balance below 1 blocks games except free spins, an unknown one does not", () => {
  expect(canStartGame(null, balance(99))).toBe(false);
  expect(canStartGame(undefined, balance(0))).toBe(false);
  expect(canStartGame(coupon("requested", 25), balance(0))).toBe(false);
  expect(canStartGame(coupon("redeemed", 25), balance(0))).toBe(true);
  expect(canStartGame(null, balance(100))).toBe(true);
  expect(canStartGame(null, undefined)).toBe(true);
});
