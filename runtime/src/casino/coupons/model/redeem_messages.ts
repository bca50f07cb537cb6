// The message for a promotion that was not redeemed; cashbacks have their own message (rows 8-19, 8-20).

import type { Failure } from "../../api/outcome";
import type { MessageTexts } from "../../content/messages";
import type { Redeemable } from "../api/coupon_changes";
import { isCashback } from "../api/promotions";
import { couponFailureText } from "./coupon_messages";

/** Failures whose message does not depend on the action. */
const GENERAL: readonly Failure["kind"][] = ["cancelled", "unauthorised", "unknown", "busy"];

/** Returns the message for a failed redeem. `name` is the product's name. */
export function redeemFailureText(failure: Failure, coupon: Redeemable, texts: MessageTexts, name: string): string {
  const message = couponFailureText(failure, coupon.code, texts, name);
  if (!isCashback(coupon) || GENERAL.includes(failure.kind)) return message;
  return texts.coupon?.cashback ?? message;
}
