// The state of a daily reward at a given time, and the conditions for opening its popup (rows 2.11, 4.6, decisions A37, A89).

import type { Data } from "croupier:types";
import { isSameCode } from "../../api/values";
import { fill } from "../../content/format";
import { formatNumber } from "../../coupons/model/terms";
import type { ActiveCoupon, Promotion } from "../../coupons/store/coupons";

/** The reward that the rewards service reported (row 7.6-07). */
export interface Daily {
  readonly promotion: Promotion;
  readonly isRedeemed: boolean;
}

/** The record of a reward in local storage, one for each player (row 3-34). */
export interface DailyRecord {
  /** The coupon's code. */
  readonly coupon: string;
  readonly redeemed: 0 | 1;
  /** Time of the last dismissal, in epoch milliseconds; 0 if there was none. */
  readonly dismissed: number;
}

/** The state of a reward. */
export type DailyState = "available" | "claimed" | "expired";

/** The texts of content/data/cards.toml, `[daily]`. */
export type DailyTexts = Data["cards"]["daily"];

/** The conditions for the popup other than the reward. */
export interface PopupConditions {
  readonly now_ms: number;
  /** Time of the last dismissal, in epoch milliseconds; 0 if there was none. */
  readonly dismissed_ms: number;
  /** A game is open. */
  readonly isPlaying: boolean;
  /** A link requested quick redeem or quick play (row 4.6-02). */
  readonly isQuick: boolean;
}

/** The choice of buttons, which depends on the player's other coupon (A37). */
export type ButtonChoice =
  /** There is no other coupon: REDEEM NOW and DISMISS. */
  | { readonly kind: "free" }
  /** Another coupon waits for a deposit: REDEEM NOW, which cancels that coupon first, and SAVE FOR LATER. */
  | { readonly kind: "replaces"; readonly otherCoupon: Promotion }
  /** Another coupon is in play: only SAVE FOR LATER (row 4.6-04). */
  | { readonly kind: "waits"; readonly otherCoupon: Promotion };

/** Returns the state of the reward. It is claimed if its coupon is active, even if the service reports otherwise. */
export function dailyState({ promotion, isRedeemed }: Daily, active: ActiveCoupon | null, now_ms: number): DailyState {
  if (isRedeemed || isSameCode(active?.promotion.code, promotion.code)) return "claimed";
  return promotion.expiry_s > 0 && promotion.expiry_s * 1000 <= now_ms ? "expired" : "available";
}

/**
 * Returns whether the popup opens automatically (row 4.6-01).
 * A dismissal applies to all rewards until the end of the player's calendar day (A89).
 */
export function opensAutomatically(
  daily: Daily,
  { now_ms, dismissed_ms, isPlaying, isQuick }: PopupConditions,
): boolean {
  if (isPlaying || isQuick || dailyState(daily, null, now_ms) !== "available") return false;
  return dismissed_ms === 0 || new Date(dismissed_ms).toDateString() !== new Date(now_ms).toDateString();
}

/** Returns the choice of buttons while the reward is available. */
export function chooseButtons(active: ActiveCoupon | null): ButtonChoice {
  if (!active) return { kind: "free" };
  return { kind: active.status === "requested" ? "replaces" : "waits", otherCoupon: active.promotion };
}

/** Returns title and text of the reward (rows 4.6-06, 4.6-07). The text is empty if there is no bonus in percent. */
export function rewardText(texts: Pick<DailyTexts, "title" | "text">, { title, bonus: [percent] }: Promotion) {
  return { title: fill(texts.title, { title }), text: percent ? fill(texts.text, { n: formatNumber(percent) }) : "" };
}
