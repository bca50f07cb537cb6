// What is said of a promotion that was not redeemed: a cashback has words of its own (rows 8-19, 8-20).

import type { Redeemable } from "../api/coupons";
import type { Failure } from "../api/outcome";
import { isCashback } from "../api/promotions";
import { couponWords } from "../cashier/coupon_words";
import type { Words } from "../content/messages";

/** One sentence; `name` is the product's. */
export function redeemWords(failure: Failure, coupon: Redeemable, words: Words, name: string): string {
  const said = couponWords(failure, coupon.code, words, name);
  const { kind } = failure;
  if (!isCashback(coupon) || kind === "cancelled" || kind === "unauthorised") return said;
  const { cashback, cashback_unheard } = words.coupon ?? {};
  const isUnheard = kind === "offline" || kind === "timed_out" || kind === "malformed";
  return (isUnheard ? cashback_unheard : cashback) ?? said;
}
