// Finds the action for a typed code, and the message for a coupon that was not redeemed (rows 4.5, 8-19, 8-20, A86, A87, A127,
// A128).

import type { ReactNode } from "react";
import type { Failure } from "../../api/outcome";
import { isSameCode, normalizeCode } from "../../api/values";
import { failureText, matchMessage } from "../../content/failure_messages";
import { fill } from "../../content/format";
import type { MessageTexts } from "../../content/messages";
import type { Redeemable } from "../api/coupon_changes";
import { CASHBACK, isCashback } from "../api/promotions";
import type { PartnerCoupon } from "./coupon_cookies";

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

/** Returns whether the API refused the code as unknown. */
export function isInvalidCode(failure: Failure, { coupon }: MessageTexts): boolean {
  const { invalid_answer = "" } = coupon ?? {};
  return failure.kind === "refused" && matchMessage([{ message: invalid_answer }], failure.message) !== undefined;
}

/** Returns the message for a failed redeem. Replaces the API's text for unknown codes. */
export function couponFailureText(failure: Failure, code: string, texts: MessageTexts): ReactNode {
  const { invalid, redeem } = texts.coupon ?? {};
  // The text of a server error is not meant for players.
  if (failure.kind === "refused" && (!failure.message || failure.status >= 500)) return redeem ?? texts.fallback;
  return invalid && isInvalidCode(failure, texts) ? fill(invalid, { code }) : failureText(failure, texts);
}

/** Failures whose message does not depend on the action. */
const GENERAL: readonly Failure["kind"][] = ["cancelled", "unauthorised", "unknown", "busy"];

/** Returns the message for a coupon that was not redeemed. */
export function redeemFailureText(failure: Failure, coupon: Redeemable, texts: MessageTexts): ReactNode {
  const message = couponFailureText(failure, coupon.code, texts);
  if (!isCashback(coupon) || GENERAL.includes(failure.kind)) return message;
  return texts.coupon?.cashback ?? message;
}
