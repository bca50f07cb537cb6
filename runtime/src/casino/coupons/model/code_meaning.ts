// What a typed code means: most are redeemed, some ask for something else by how they begin (rows 4.5, A86, A87).

import type { Redeemable } from "../api/coupons";
import { CASHBACK } from "../api/promotions";
import type { PartnerCoupon } from "./coupon_cookies";

/** How the code of a cashback begins; what follows is its hash. */
const CASHBACK_PREFIX = "CASHBACK-";

/** What is to be done with a typed code. */
export type CodeMeaning =
  /** Asks the hosts in the chat; nothing is redeemed (row 4.5-01). */
  | { readonly kind: "chat" }
  /** Opens the cashier; nothing is redeemed (row 4.5-03). */
  | { readonly kind: "cashier" }
  /** No coupon can have it, so nobody is asked. */
  | { readonly kind: "invalid" }
  | { readonly kind: "coupon"; readonly coupon: Redeemable };

/**
 * The meaning of what was typed, given the player's promotions, and what a partner promised: what either calls a reward goes the
 * way of rewards (A60, A66).
 */
export function codeMeaning(typed: string, listed: readonly Redeemable[], promised?: PartnerCoupon): CodeMeaning {
  const code = typed.trim().toUpperCase();
  if (code.startsWith("ICM-")) return { kind: "chat" };
  if (code.startsWith("CASHIER_OPEN")) return { kind: "cashier" };
  if (code === CASHBACK_PREFIX || code === "") return { kind: "invalid" };
  // A code in the list keeps its own capitals.
  const own = listed.find((one) => one.code.toUpperCase() === code);
  if (own) return { kind: "coupon", coupon: own };
  const isReward = promised?.code === code && promised.kind === "reward";
  const rewardType = code.startsWith(CASHBACK_PREFIX) ? CASHBACK : "";
  return { kind: "coupon", coupon: { code, isReward, rewardType, userHash: "" } };
}
