// The texts of coupon cards, and the requirements of a coupon as text: largest bet, wagering and deposit ranges (A32, A130, A132).

import type { Data } from "croupier:types";
import { isSameCode } from "../../api/values";
import { formatRange } from "../../content/format";
import { formatsOfPage } from "../../content/languages";
import type { DepositRange, Promotion } from "../api/promotions";
import { needsDeposit } from "./order";

/** The texts of content/data/cards.toml. */
export type CardTexts = Data["cards"];

/** The largest bets that coupons allow, in whole units of the player's currency. */
export type BetRules = CardTexts["max_bet"];

/** Texts for the benefit of a coupon. */
export type GivesTexts = CardTexts["gives"];

/** Texts for the terms of a card (A33). */
export type TermsTexts = CardTexts["terms"];

/** Formats a number without groups, such as a percentage: `12.5`. */
export const formatNumber = (value: number): number | string =>
  (import.meta.env.LANGUAGES && formatsOfPage()?.number(value)) || value;

/** The smallest deposit that texts show, in cents (row 9-11). */
const MIN_SHOWN_CENTS = 1000;

/** Returns the rule of a coupon; `undefined` if it has none of its own. */
export const findCouponRule = (rules: BetRules, code: string) =>
  rules.coupons.find((rule) => isSameCode(rule.code, code));

/** Returns the largest bet in cents: the coupon's own limit, else the limit of the player's class (rows 6-06 to 6-09). */
export function maxBet(rules: BetRules, code: string, playerClass?: string): number {
  const classRule = rules.classes.find(({ name }) => name === playerClass);
  return (findCouponRule(rules, code) ?? classRule ?? { amount: rules.others }).amount * 100;
}

/** Returns the wagering: `30x`, or `10x / 20x` for several values. Empty if there is no wagering (A32). */
export function wageringText(playthrough: readonly number[]): string {
  const times = [...new Set(playthrough)].filter((factor) => factor > 0);
  return times.map((factor) => `${formatNumber(factor)}x`).join(" / ");
}

/**
 * Returns the limits of one deposit, such as `$30 - $1,000`. The minimum shown is at least $10.
 * Without a maximum the text `minText` is used (rows 5-27, 9-11).
 */
export function rangeText(
  { least = 0, most = 0 }: Pick<DepositRange, "least" | "most">,
  symbol: string,
  minText: string,
): string {
  return formatRange(Math.max(least, MIN_SHOWN_CENTS), most || undefined, symbol, minText);
}

/** Returns the smallest deposit that qualifies, such as `from $30`; empty if no deposit is required. */
export function minDepositText(
  promotion: Pick<Promotion, "leastDeposits" | "deposits">,
  symbol: string,
  minText: string,
): string {
  if (!needsDeposit(promotion)) return "";
  const stepMinimums = promotion.leastDeposits;
  const minimums = stepMinimums.length > 0 ? stepMinimums : promotion.deposits.map((method) => method.least ?? 0);
  return rangeText({ least: Math.min(...minimums), most: undefined }, symbol, minText);
}
