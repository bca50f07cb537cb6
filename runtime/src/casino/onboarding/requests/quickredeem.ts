// Quick redeem: signs in, cancels a coupon that waits for a deposit, and redeems the link's reward or coupon (rows 4.3-01 to 4.3-05, A84).

import { loadActiveCoupon } from "../../coupons/api/coupons";
import { cancelCoupon, redeemCoupon } from "../../coupons/store/coupon_commands";
import { clearLink } from "../../links/link";
import { $session } from "../../session/session";
import type { Request, RequestResult } from "../model/request";
import { afterRedeem } from "../offers/redeemed";
import { failSignedIn, readTarget, signInForLink } from "./quick";

/** Redeems; a reward code takes precedence over a coupon. The steps run in sequence and stop at the first failure. */
export const run: Request = async ({ definition, values, signal }) => {
  const { code, coupon } = await readTarget(signal);
  const signInResult = await signInForLink(values, signal);
  if (signInResult.kind !== "done") return signInResult;
  const player = $session.get();
  if (!player || signal.aborted) return failSignedIn({ kind: "cancelled" }, definition);
  if (!code && !coupon) return failSignedIn({ kind: "malformed" }, definition);
  const active = await loadActiveCoupon(player.pid);
  if (active.kind !== "ok") return failSignedIn(active, definition);
  const replaced = active.value?.status === "requested" ? active.value.promotion : undefined;
  if (signal.aborted) return failSignedIn({ kind: "cancelled" }, definition);
  if (replaced) {
    const cancelled = await cancelCoupon(replaced.code, player);
    if (cancelled.kind !== "ok") return failSignedIn(cancelled, definition);
  }
  // The old coupon is cancelled at this point, so the redeem continues even if the player closes the dialog.
  const outcome = await redeemCoupon({ code: code || coupon, isReward: code !== "" }, player);
  if (outcome.kind !== "ok") return withReplacedText(failSignedIn(outcome, definition), replaced?.title);
  clearLink();
  return afterRedeem(code || coupon, outcome.value);
};

/** Adds to the page of a failure that the old coupon was cancelled. */
function withReplacedText(result: RequestResult, title: string | undefined): RequestResult {
  return result.kind === "screen" && title !== undefined
    ? { ...result, textKey: "replaced", places: { title } }
    : result;
}
