// API calls that load a player's promotions and active coupon (rows 7.3).

import type { CallOptions } from "../../api/client";
import type { ActiveCoupon as Active } from "../../api/contract";
import { getPlayersActiveCoupon, getPlayersCoupondetails } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { call } from "../../api/site";
import { type Promotion, toPromotion } from "./promotions";

export type { Promotion };

/** The coupon that a player has, with its status (A63). */
export interface ActiveCoupon {
  readonly status: "requested" | "redeemed";
  readonly promotion: Promotion;
}

/** Returns the active coupon; `null` if there is none (A63). */
function toActive(coupon: Active): ActiveCoupon | null {
  if (!coupon.isActive || coupon.player_coupon_status === "No Coupon") return null;
  const promotion = toPromotion(coupon);
  return { status: promotion.awaitsDeposit ? "requested" : "redeemed", promotion };
}

/** Loads the player's promotions. */
export async function loadPromotions(
  pid: number,
  login: string,
  options: CallOptions = {},
): Promise<Outcome<readonly Promotion[]>> {
  const outcome = await call(getPlayersCoupondetails, { path: { pid }, query: { login } }, options);
  return mapOk(outcome, (list) => list.map(toPromotion));
}

/** Loads the active coupon; `null` if there is none. */
export async function loadActiveCoupon(pid: number, options: CallOptions = {}): Promise<Outcome<ActiveCoupon | null>> {
  return mapOk(await call(getPlayersActiveCoupon, { path: { pid } }, options), toActive);
}
