// The texts of coupon cards, and a coupon's benefit and requirements as text: largest bet, wagering and deposit ranges (A32, A130,
// A132, row 2.9-02).

import type { Data } from "croupier:types";
import { isSameCode } from "../../api/values";
import { fill, formatMoney, formatRange } from "../../content/format";
import { formatsOfPage } from "../../content/languages";
import { type DepositRange, isCashback, type Promotion } from "../api/promotions";
import { needsDeposit } from "./order";

/** The texts of content/data/cards.toml. */
export type CardTexts = Data["cards"];

/** The largest bets that coupons allow, in whole units of the player's currency. */
export type BetRules = CardTexts["max_bet"];

/** Texts for the benefit of a coupon. */
export type GivesTexts = CardTexts["gives"];

/** Texts for the terms of a card (A33). */
export type TermsTexts = CardTexts["terms"];

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
  return times.map((factor) => `${factor}x`).join(" / ");
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

/** The fields of a promotion that `benefitText` reads. */
export type Benefit = Pick<
  Promotion,
  "code" | "isReward" | "bonus" | "deposits" | "amount" | "spins" | "freeSpins" | "freeSpinGames" | "rewardType"
>;

/** Returns the benefit, such as `325% bonus` or `60% bonus and 50 extra spins on Gold Rush`. Empty if the promotion has no figures. */
export function benefitText(benefit: Benefit, texts: GivesTexts, symbol: string): string {
  const parts = [
    percentText(benefit, texts, symbol),
    amountText(benefit.amount, texts, symbol),
    spinsText(benefit, texts),
  ];
  const benefits = parts.filter((part) => part !== "");
  if (benefits.length === 0 && isCashback(benefit)) return texts.cashback;
  return benefits.join(texts.and);
}

function percentText({ bonus, deposits }: Benefit, texts: GivesTexts, symbol: string): string {
  const positive = bonus.filter((percent) => percent > 0);
  if (positive.length === 0) return "";
  const [least, most] = [Math.min(...positive), Math.max(...positive)];
  if (least < most) return fill(texts.percent_steps, { least, most });
  // A largest bonus exists only if every deposit method has a maximum.
  const largest = Math.max(0, ...deposits.map((deposit) => ((deposit.most ?? 0) * deposit.bonus) / 100));
  const hasCeiling = largest > 0 && deposits.every((deposit) => deposit.most);
  const amount = formatMoney(Math.round(largest), symbol, "short");
  return hasCeiling ? fill(texts.percent_up_to, { n: most, amount }) : fill(texts.percent, { n: most });
}

function amountText(cents: number | undefined, texts: GivesTexts, symbol: string): string {
  return cents ? fill(texts.amount, { amount: formatMoney(cents, symbol, "short") }) : "";
}

function spinsText({ spins, freeSpins, freeSpinGames }: Benefit, texts: GivesTexts): string {
  const count = Math.max(0, ...spins);
  if (count === 0) return "";
  // With several games, the player chooses one later.
  const game = freeSpinGames.length > 1 ? undefined : (freeSpinGames[0]?.game ?? freeSpins.game);
  return fill(game ? texts.spins_on : texts.spins, { n: count, game });
}

/** Returns the figure for cards without a picture: `325%`, `25 spins`, `$10`. Empty if the promotion has no such figure. */
export function figureText({ bonus, spins, amount }: Benefit, texts: GivesTexts, symbol: string): string {
  const [percent, count] = [Math.max(0, ...bonus), Math.max(0, ...spins)];
  if (percent > 0) return (import.meta.env.LANGUAGES && formatsOfPage()?.percent(percent)) || `${percent}%`;
  if (count > 0) return fill(texts.figure_spins, { n: count });
  return amount ? formatMoney(amount, symbol, "short") : "";
}
