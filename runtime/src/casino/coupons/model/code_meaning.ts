// Finds the action for a typed code. Most codes are redeemed; some prefixes open the chat or the cashier (rows 4.5, A86, A87).

import type { Redeemable } from "../api/coupon_changes";
import { CASHBACK } from "../api/promotions";
import type { PartnerCoupon } from "./coupon_cookies";
import { isSameCode, normalizeCode } from "./same_code";

/** Prefix of cashback codes; the hash of the cashback follows. */
const CASHBACK_PREFIX = "CASHBACK-";

/** The action for a typed code. */
export type CodeMeaning =
  /** Opens the chat with the hosts; nothing is redeemed (row 4.5-01). */
  | { readonly kind: "chat" }
  /** Opens the cashier; nothing is redeemed (row 4.5-03). */
  | { readonly kind: "cashier" }
  /** No coupon can have this code, so no request is sent. */
  | { readonly kind: "invalid" }
  | { readonly kind: "coupon"; readonly coupon: Redeemable };

/**
 * Returns the action for a typed code. Checks the listed promotions and the coupon that a partner promised.
 * A code that either of them marks as a reward is redeemed as a reward (A60, A66).
 */
export function codeMeaning(input: string, listed: readonly Redeemable[], promised?: PartnerCoupon): CodeMeaning {
  const code = normalizeCode(input);
  if (code.startsWith("ICM-")) return { kind: "chat" };
  if (code.startsWith("CASHIER_OPEN")) return { kind: "cashier" };
  if (code === CASHBACK_PREFIX || code === "") return { kind: "invalid" };
  // The API gets a listed code in its original case.
  const promotion = listed.find((listedPromotion) => isSameCode(listedPromotion.code, code));
  if (promotion) return { kind: "coupon", coupon: promotion };
  const isReward = isSameCode(promised?.code, code) && promised?.kind === "reward";
  const rewardType = code.startsWith(CASHBACK_PREFIX) ? CASHBACK : "";
  return { kind: "coupon", coupon: { code, isReward, rewardType, userHash: "" } };
}
