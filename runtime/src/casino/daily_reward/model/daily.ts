// What a daily reward is worth at a moment, and whether its popup opens by itself (rows 2.11, 4.6, decisions A37, A89).

import { fill } from "../../content/texts";
import type { ActiveCoupon, Promotion } from "../../coupons/api/coupons";

/** The reward that the rewards service told of (row 7.6-07). */
export interface Daily {
  readonly promotion: Promotion;
  readonly isRedeemed: boolean;
}

/** What is kept of a reward in local storage, for each player (row 3-34). */
export interface DailyRecord {
  /** The coupon's code. */
  readonly coupon: string;
  readonly redeemed: 0 | 1;
  /** When a popup was dismissed last, in epoch milliseconds; 0 where none was. */
  readonly dismissed: number;
}

/** What a reward can still do. */
export type DailyState = "available" | "claimed" | "expired";

/** The words of content/data/cards.toml, `[daily]`. */
export interface DailyWords {
  readonly popup: string;
  readonly title: string;
  readonly text: string;
  readonly redeem: string;
  readonly dismiss: string;
  readonly later: string;
  readonly close: string;
  readonly replaces: string;
  readonly in_play: string;
  readonly done: string;
  readonly claimed: string;
  readonly expired: string;
  readonly tomorrow: string;
}

/** What a popup depends on besides the reward. */
export interface Surroundings {
  readonly now_ms: number;
  /** When a popup was dismissed last, in epoch milliseconds; 0 where none was. */
  readonly dismissed_ms: number;
  /** A game is open. */
  readonly isPlaying: boolean;
  /** A link asked for quick redeem or quick play (row 4.6-02). */
  readonly isQuick: boolean;
}

/** What the player's other coupon leaves of the popup's buttons (A37). */
export type Choice =
  /** No other coupon: REDEEM NOW and DISMISS. */
  | { readonly kind: "free" }
  /** Another one waits for a deposit: REDEEM NOW, which cancels it first, and SAVE FOR LATER. */
  | { readonly kind: "replaces"; readonly other: Promotion }
  /** Another one is in play: SAVE FOR LATER alone (row 4.6-04). */
  | { readonly kind: "waits"; readonly other: Promotion };

/** What the reward can still do. Who has its coupon has claimed it, whatever the service says. */
export function stateOf({ promotion, isRedeemed }: Daily, active: ActiveCoupon | null, now_ms: number): DailyState {
  if (isRedeemed || active?.promotion.code === promotion.code) return "claimed";
  return promotion.expiry_s * 1000 <= now_ms ? "expired" : "available";
}

/** Whether the popup opens by itself (row 4.6-01). A dismissal holds for the player's own calendar day, for every reward of it (A89). */
export function opensByItself(daily: Daily, { now_ms, dismissed_ms, isPlaying, isQuick }: Surroundings): boolean {
  if (isPlaying || isQuick || stateOf(daily, null, now_ms) !== "available") return false;
  return dismissed_ms === 0 || new Date(dismissed_ms).toDateString() !== new Date(now_ms).toDateString();
}

/** What can be pressed while the reward is available. */
export function choiceOf(active: ActiveCoupon | null): Choice {
  if (!active) return { kind: "free" };
  return { kind: active.status === "requested" ? "replaces" : "waits", other: active.promotion };
}

/** Title and text of the reward (rows 4.6-06, 4.6-07); without a bonus in percent there is no text. */
export function wordedBy(words: Pick<DailyWords, "title" | "text">, { title, bonus: [n] }: Promotion) {
  return { title: fill(words.title, { title }), text: n ? fill(words.text, { n }) : "" };
}
