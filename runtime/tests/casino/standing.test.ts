// Where a player stands in the cashier, by coupon and balance; what is not known is no zero.

import { expect, test } from "vitest";
import { canPlay, standingOf } from "../../src/casino/cashier/model/balance_state";
import type { ActiveCoupon, Promotion } from "../../src/casino/coupons/api/coupons";

const balance = (cents: number) => ({ cents, symbol: "$" });

function coupon(status: ActiveCoupon["status"], spinsRemaining = 0): ActiveCoupon {
  return { status, promotion: { code: "DEP200", spinsRemaining } as Promotion };
}

test("without a coupon the balance decides, and below 1 is too little [9-12] (A26)", () => {
  expect([0, 50, 99, 100, 101].map((cents) => standingOf(null, balance(cents)).kind)).toEqual([
    "insufficient",
    "insufficient",
    "insufficient",
    "sufficient",
    "sufficient",
  ]);
});

test("a coupon comes before the balance, known or not", () => {
  for (const status of ["requested", "redeemed"] as const)
    for (const known of [undefined, balance(0), balance(5000)])
      expect(standingOf(coupon(status), known).kind).toBe(status);
});

test("what did not come is neither zero nor no coupon (A27)", () => {
  expect(standingOf(null, undefined)).toEqual({ kind: "unknown" });
  expect(standingOf(undefined, balance(0))).toEqual({ kind: "unknown" });
});

test("below 1 no game begins, but with free spins; a balance that is not known stops nobody (A23)", () => {
  expect(canPlay(null, balance(99))).toBe(false);
  expect(canPlay(undefined, balance(0))).toBe(false);
  expect(canPlay(coupon("requested", 25), balance(0))).toBe(false);
  expect(canPlay(coupon("redeemed", 25), balance(0))).toBe(true);
  expect(canPlay(null, balance(100))).toBe(true);
  expect(canPlay(null, undefined)).toBe(true);
});
