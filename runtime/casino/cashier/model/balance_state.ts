// Finds the state of the cashier's first tab from the player's coupon and balance, and whether a game can start (rows 2.7, A23,
// A26, A27).

import { $activeCoupon, type ActiveCoupon } from "../../coupons/store/coupons";
import { $balance, type Balance } from "../../player/player";
import { refresh } from "../../stores/server_data";
import { waitForStore } from "../../stores/wait_for_store";

/** The smallest balance that is enough to play, in cents (row 9-12). */
const ENOUGH_CENTS = 100;

/** Returns whether the balance is too small to play. An unknown balance is not. */
const isInsufficient = (balance: Balance | undefined) => balance !== undefined && balance.cents < ENOUGH_CENTS;

/** The state of a player's coupon and balance. */
export type BalanceState =
  /** The player has a coupon, which waits for a deposit or is in play. */
  | { readonly kind: ActiveCoupon["status"]; readonly active: ActiveCoupon }
  /** The player has no coupon. */
  | { readonly kind: "insufficient" | "sufficient"; readonly balance: Balance }
  /** Coupon or balance failed to load. That is neither zero nor "no coupon". */
  | { readonly kind: "unknown" };

/** Returns the state. For `active`, `null` means no coupon; `undefined` means that it failed to load, as for `balance`. */
export function findBalanceState(active: ActiveCoupon | null | undefined, balance: Balance | undefined): BalanceState {
  if (active) return { kind: active.status, active };
  if (active === undefined || balance === undefined) return { kind: "unknown" };
  return { kind: isInsufficient(balance) ? "insufficient" : "sufficient", balance };
}

/** Returns whether a game may start: with enough balance, with an unknown balance, or with remaining free spins (A23, A27). */
export function canStartGame(active: ActiveCoupon | null | undefined, balance: Balance | undefined): boolean {
  const hasSpins = active?.status === "redeemed" && active.promotion.spinsRemaining > 0;
  return hasSpins || !isInsufficient(balance);
}

/** Returns whether the player has funds. A known sufficient balance is not loaded again, because the game checks its own stakes. */
export async function mayPlay(): Promise<boolean> {
  const { data: currentBalance } = $balance.get();
  if (currentBalance && !isInsufficient(currentBalance)) return true;

  refresh($balance);
  const { data: balance } = await waitForStore($balance);
  if (!isInsufficient(balance)) return true;

  const { data: active } = await waitForStore($activeCoupon);
  return canStartGame(active, balance);
}
