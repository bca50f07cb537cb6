// Redeems the daily reward. A different coupon that waits for a deposit is cancelled first (row 4.6-03, A37).

import type { Promotion } from "../../coupons/api/coupons";
import { type ReplaceResult, redeemCoupon, replaceCoupon } from "../../coupons/store/coupon_commands";
import { markRedeemed } from "../store/daily";

/** Redeems the reward. `replaces` is the coupon that is cancelled first. */
export async function redeemDailyReward(
  promotion: Promotion,
  replaces: Promotion | undefined,
): Promise<ReplaceResult | Failed> {
  const result = replaces ? await replaceCoupon(replaces.code, promotion) : await redeemOnly(promotion);
  if (result.kind === "redeemed") markRedeemed();
  return result;
}

/** Nothing was redeemed, and no coupon was cancelled. */
type Failed = { readonly kind: "failed" } & Pick<Extract<ReplaceResult, { kind: "lost" }>, "failure">;

/** The result of REDEEM NOW. */
export type RedeemResult = ReplaceResult | Failed;

async function redeemOnly(promotion: Promotion): Promise<RedeemResult> {
  const outcome = await redeemCoupon(promotion);
  return outcome.kind === "ok" ? { kind: "redeemed", redeemed: outcome.value } : { kind: "failed", failure: outcome };
}
