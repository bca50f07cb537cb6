// What a player can do about money, by the coupon and the balance that they have: the branches of the cashier's first tab (rows 2.7, A26, A27).

import type { ActiveCoupon } from "../../coupons/api/coupons";
import type { Balance } from "../../player/api/account";

/** What is enough to play, in cents (row 9-12). */
export const ENOUGH_CENTS = 100;

/** Whether the balance is too small to play. One that is not known is not. */
export const isInsufficient = (balance: Balance | undefined) => balance !== undefined && balance.cents < ENOUGH_CENTS;

/** Where a player stands. */
export type Standing =
  /** There is a coupon; it waits for a deposit, or is in play. */
  | { readonly kind: ActiveCoupon["status"]; readonly active: ActiveCoupon }
  /** There is none. */
  | { readonly kind: "insufficient" | "sufficient"; readonly balance: Balance }
  /** What the server did not tell is neither zero nor "no coupon". */
  | { readonly kind: "unknown" };

/** Where a player stands; `null` is no coupon, `undefined` is what did not come. */
export function standingOf(active: ActiveCoupon | null | undefined, balance: Balance | undefined): Standing {
  if (active) return { kind: active.status, active };
  if (active === undefined || balance === undefined) return { kind: "unknown" };
  return { kind: isInsufficient(balance) ? "insufficient" : "sufficient", balance };
}

/** Whether a game may begin: with enough to play, with free spins that are left, and where the balance is not known (A23, A27). */
export function canPlay(active: ActiveCoupon | null | undefined, balance: Balance | undefined): boolean {
  const hasSpins = active?.status === "redeemed" && active.promotion.spinsRemaining > 0;
  return hasSpins || !isInsufficient(balance);
}
