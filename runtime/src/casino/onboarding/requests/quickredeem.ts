// Quick redeem: signs in, cancels a coupon that waits for a deposit, and redeems the link's reward or coupon (rows 4.3-01 to 4.3-05, A84).

import { loadActiveCoupon } from "../../coupons/api/coupons";
import { cancelCoupon, redeemCoupon } from "../../coupons/store/coupons";
import { clearLink } from "../../links/link";
import { $session } from "../../session/session";
import type { Finished, Request } from "../model/request";
import { afterRedeem } from "../offers/redeemed";
import { enter, failedInside, wanted } from "./quick";

/** Redeems; a reward code takes precedence over a coupon. The steps run in sequence and stop at the first failure. */
export const run: Request = async ({ definition, values, signal }) => {
  const { code, coupon } = await wanted(signal);
  const entered = await enter(values, signal);
  if (entered.kind !== "done") return entered;
  const player = $session.get();
  if (!player || signal.aborted) return failedInside({ kind: "cancelled" }, definition);
  if (!code && !coupon) return failedInside({ kind: "malformed" }, definition);
  const active = await loadActiveCoupon(player.pid);
  if (active.kind !== "ok") return failedInside(active, definition);
  const old = active.value?.status === "requested" ? active.value.promotion : undefined;
  if (signal.aborted) return failedInside({ kind: "cancelled" }, definition);
  if (old) {
    const cancelled = await cancelCoupon(old.code);
    if (cancelled.kind !== "ok") return failedInside(cancelled, definition);
  }
  // The old coupon is cancelled at this point, so the redeem continues even if the player closes the dialog.
  const outcome = await redeemCoupon({ code: code || coupon, isReward: code !== "" });
  if (outcome.kind !== "ok") return withReplaced(failedInside(outcome, definition), old?.title);
  clearLink();
  return afterRedeem(code || coupon, outcome.value);
};

/** Adds to the page of a failure that the old coupon was cancelled. */
function withReplaced(failed: Finished, title: string | undefined): Finished {
  return failed.kind === "screen" && title !== undefined ? { ...failed, says: "replaced", places: { title } } : failed;
}
