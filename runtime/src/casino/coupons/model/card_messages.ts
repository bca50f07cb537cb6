// The words of coupon cards and what they are reckoned with: content/data/cards.toml, a prop of the coupons page, elsewhere the static query `cards`.

import type { ExpiryWords } from "../../content/dates";

/** Which bets a coupon allows, in units of the player's currency. */
export interface BetRules {
  /** For visitors, and for classes that are not listed. */
  readonly others: number;
  readonly classes: readonly { readonly name: string; readonly amount: number }[];
  /** A coupon's own, whatever the player's class is. */
  readonly coupons: readonly { readonly code: string; readonly amount: number; readonly max_cashout?: number }[];
}

/** What a coupon gives, in one line. */
export interface GivesWords {
  readonly percent: string;
  /** Where every deposit has a ceiling. */
  readonly percent_up_to: string;
  readonly percent_steps: string;
  readonly amount: string;
  readonly spins: string;
  readonly spins_on: string;
  readonly cashback: string;
  readonly figure_spins: string;
  /** Stands between two of these. */
  readonly and: string;
}

/** Lines of a card's terms (A33). */
export interface TermsWords extends ExpiryWords {
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

/** content/data/cards.toml, as far as cards read it. */
export interface CardWords {
  readonly buttons: {
    readonly available: string;
    readonly guest: string;
    readonly redeemed: string;
    readonly cancel: string;
    readonly deposit: string;
    readonly details: string;
    readonly full_terms: string;
  };
  /** What stands on a card whose coupon the player has. */
  readonly status: { readonly requested: string; readonly redeemed: string };
  readonly overlay: { readonly claiming: string; readonly success: string };
  readonly gives: GivesWords;
  /** Names of what a coupon asks. */
  readonly asks: {
    readonly deposit: string;
    readonly no_deposit: string;
    readonly wagering: string;
    readonly max_bet: string;
    readonly methods: string;
    readonly terms: string;
  };
  /** Where several games can have the spins; with `{n}`. */
  readonly spins: { readonly choose: string };
  readonly progress: { readonly played: string; readonly spins: string };
  readonly terms: TermsWords;
  readonly max_bet: BetRules;
}
