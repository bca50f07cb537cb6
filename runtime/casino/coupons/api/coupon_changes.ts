// API calls that change a player's coupon (rows 7.3). Only commands send them.

import { type CallOptions, call } from "../../api/client";
import {
  deletePlayersActiveCoupon,
  postPlayerRewardsCashback,
  postPlayerRewardsRedeem,
  postV2PlayersCoupons,
  putPlayersCouponsGames,
} from "../../api/contract/calls";
import type { Redeemed as ApiRedeemed } from "../../api/contract/schema";
import { mapOk, type Outcome } from "../../api/outcome";
import { config } from "../../config/config";
import { isCashback, type Promotion } from "./promotions";

/** The fields of a promotion that a redeem needs. A typed code has only the required ones. */
export type Redeemable = Pick<Promotion, "code" | "isReward"> & Partial<Pick<Promotion, "rewardType" | "userHash">>;

/** The result of a redeem. */
export interface Redeemed {
  /** Whether the lobby shows its own confirmation: type 3 (A60). */
  readonly inLobby: boolean;
  readonly hasFreeSpins: boolean;
  readonly spins: number;
  readonly game: string;
}

/** The result of a cashback, which is paid out at once. */
export const PAID_CASHBACK: Redeemed = { inLobby: false, hasFreeSpins: false, spins: 0, game: "" };

const toRedeemed = (response: ApiRedeemed): Redeemed => ({
  inLobby: Number(response.redeem_type) === 3,
  hasFreeSpins: response.free_spin,
  spins: response.spins_needed,
  game: response.game_description,
});

/** Redeems a coupon, a reward or a cashback (A87, A109). */
export async function sendRedeem(
  player: { readonly pid: number; readonly login: string },
  coupon: Redeemable,
  options: CallOptions,
): Promise<Outcome<Redeemed>> {
  const { pid, login } = player;
  const { code } = coupon;

  if (isCashback(coupon)) {
    const body = { txIdHash: code.replace(/^CASHBACK-/i, ""), userHash: coupon.userHash ?? "" };
    const params = { path: { pid }, query: { login }, body };
    return mapOk(await call(postPlayerRewardsCashback, params, options), () => PAID_CASHBACK);
  }

  if (!coupon.isReward) {
    const query = { login, couponCode: code, redeem: true };
    return mapOk(await call(postV2PlayersCoupons, { path: { pid }, query }, options), toRedeemed);
  }

  const body = { player_id: pid, coupon: code, skin_id: config().client.skin_id };
  return mapOk(await call(postPlayerRewardsRedeem, { path: { pid }, body }, options), toRedeemed);
}

/**
 * Cancels the active coupon, which is possible only while it waits for a deposit (row 7.3-03).
 * The request names no coupon, so the caller must check which one is active.
 */
export async function cancelActiveCoupon(pid: number, options: CallOptions): Promise<Outcome<null>> {
  return mapOk(await call(deletePlayersActiveCoupon, { path: { pid } }, options), () => null);
}

/** Sets the game for the free spins of the active coupon. `code` is one of its `freeSpinGames` (row 7.3-07, A110). */
export async function chooseGame(pid: number, code: string, options: CallOptions): Promise<Outcome<null>> {
  return mapOk(await call(putPlayersCouponsGames, { path: { pid }, query: { gameCode: code } }, options), () => null);
}
