// The texts and bet limits of coupon cards, of the redeem button and of the field for a code. The coupons page gets those of cards as
// a prop, other components read the static queries `cards` and `cashier`.

import type { Data } from "croupier:types";

/** The texts of content/data/cards.toml. */
export type CardTexts = Data["cards"];

/** The largest bets that coupons allow, in whole units of the player's currency. */
export type BetRules = CardTexts["max_bet"];

/** Texts for the benefit of a coupon. */
export type GivesTexts = CardTexts["gives"];

/** Texts for the terms of a card (A33). */
export type TermsTexts = CardTexts["terms"];
