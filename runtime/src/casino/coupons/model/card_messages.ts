// Types of the texts and bet limits of coupon cards (content/data/cards.toml). The coupons page gets them as a prop, other
// components read the static query `cards`.

import type { ExpiryTexts } from "../../content/format";

/** The largest bets that coupons allow, in whole units of the player's currency. */
export interface BetRules {
  /** For visitors, and for player classes that are not listed. */
  readonly others: number;
  readonly classes: readonly { readonly name: string; readonly amount: number }[];
  /** Limits of single coupons, which apply to every player class. */
  readonly coupons: readonly { readonly code: string; readonly amount: number; readonly max_cashout?: number }[];
}

/** Texts for the benefit of a coupon. */
export interface GivesTexts {
  readonly percent: string;
  /** Used if every deposit method has a maximum. */
  readonly percent_up_to: string;
  readonly percent_steps: string;
  readonly amount: string;
  readonly spins: string;
  readonly spins_on: string;
  readonly cashback: string;
  readonly figure_spins: string;
  /** Joins two benefits. */
  readonly and: string;
}

/** Texts for the terms of a card (A33). */
export interface TermsTexts extends ExpiryTexts {
  readonly wagering: string;
  readonly max_bet: string;
  readonly max_cashout: string;
  readonly uses_once: string;
  readonly uses: string;
  readonly per_day_once: string;
  readonly per_day: string;
  readonly per_day_all: string;
  readonly per_week_once: string;
  readonly per_week: string;
  readonly per_month_once: string;
  readonly per_month: string;
  /** A range of deposits without an upper limit; with `{amount}`. */
  readonly deposit_from: string;
}

/** The texts of content/data/cards.toml that cards use. */
export interface CardTexts {
  readonly buttons: {
    readonly available: string;
    readonly guest: string;
    readonly redeemed: string;
    readonly cancel: string;
    readonly deposit: string;
    readonly details: string;
    readonly full_terms: string;
  };
  /** The badge on a card whose coupon the player has. */
  readonly status: { readonly requested: string; readonly redeemed: string };
  readonly overlay: { readonly claiming: string; readonly success: string };
  readonly gives: GivesTexts;
  /** Labels of the requirements of a coupon. */
  readonly asks: {
    readonly deposit: string;
    readonly no_deposit: string;
    readonly wagering: string;
    readonly max_bet: string;
    readonly methods: string;
    readonly terms: string;
  };
  /** Shown if the player can choose the game of the spins; with `{n}`. */
  readonly spins: { readonly choose: string };
  readonly progress: { readonly played: string; readonly spins: string };
  readonly terms: TermsTexts;
  readonly max_bet: BetRules;
}

/** The texts of the redeem button and of the field for a coupon code. */
export interface RedeemTexts {
  /** The three labels of the redeem button (rows 2.10). */
  readonly redeem: string;
  readonly requested: string;
  readonly redeemed: string;
  /** Label and button of the field. */
  readonly code: string;
  readonly submit: string;
}
