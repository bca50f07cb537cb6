// Redeems the daily reward. Another coupon that waits for a deposit is cancelled first (row 4.6-03, A37).

import type { Promotion, Redeemed } from "../api/coupons";
import type { Failure } from "../api/outcome";
import { cancelCoupon, redeemCoupon } from "../stores/coupons";
import { markRedeemed } from "./store";

/** What came of a press of REDEEM NOW. */
export type Claim =
  | { readonly kind: "claimed"; readonly redeemed: Redeemed }
  /** The other coupon could not be cancelled, and nothing was redeemed. */
  | { readonly kind: "kept"; readonly failure: Failure }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Claims the reward; `replaces` says that another coupon is to be cancelled. */
export async function claim(promotion: Promotion, replaces: boolean): Promise<Claim> {
  if (replaces) {
    const cancelled = await cancelCoupon();
    if (cancelled.kind !== "ok") return { kind: "kept", failure: cancelled };
  }
  const outcome = await redeemCoupon(promotion);
  if (outcome.kind !== "ok") return { kind: "failed", failure: outcome };
  markRedeemed();
  return { kind: "claimed", redeemed: outcome.value };
}
