// Formats the terms of a coupon: largest bet, wagering, limits of use and deposit ranges (A32, A33, A130, A132).

import { formatMoney, formatRange } from "../../content/money";
import { fill } from "../../content/texts";
import type { DepositRange, Promotion } from "../api/promotions";
import type { BetRules, TermsTexts } from "./card_messages";
import { needsDeposit } from "./order";

/** The smallest deposit that texts show, in cents (row 9-11). */
const MIN_SHOWN_CENTS = 1000;
/** A limit above this many uses a day is shown as unlimited (row 9-16). */
const ALL_DAY = 100;

const findCouponRule = (rules: BetRules, code: string) =>
  rules.coupons.find((rule) => rule.code.toUpperCase() === code.toUpperCase());

/** Returns the largest bet in cents: the coupon's own limit, else the limit of the player's class (rows 6-06 to 6-09). */
export function maxBet(rules: BetRules, code: string, playerClass?: string): number {
  const classRule = rules.classes.find(({ name }) => name === playerClass);
  return (findCouponRule(rules, code) ?? classRule ?? { amount: rules.others }).amount * 100;
}

/** Returns the largest total withdrawal in cents; `undefined` if there is no limit (A102). */
export function maxCashout(rules: BetRules, code: string): number | undefined {
  const limit = findCouponRule(rules, code)?.max_cashout;
  return limit === undefined ? undefined : limit * 100;
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

/** Returns one line for each limit of use. A limit of 0 means unlimited and gives an empty line. */
function limitLines({ player, day, week, month }: Promotion["uses"], texts: TermsTexts): readonly string[] {
  const line = (count: number, single: string, plural: string) =>
    count > 0 ? fill(count === 1 ? single : plural, { n: count }) : "";
  return [
    line(player, texts.uses_once, texts.uses),
    day > ALL_DAY ? texts.per_day_all : line(day, texts.per_day_once, texts.per_day),
    line(week, texts.per_week_once, texts.per_week),
    line(month, texts.per_month_once, texts.per_month),
  ];
}

/** Returns the terms of a coupon in display order, without the expiry, which is a countdown (A33). */
export function termLines(
  promotion: Pick<Promotion, "code" | "uses">,
  texts: { readonly terms: TermsTexts; readonly max_bet: BetRules },
  { symbol, playerClass }: { readonly symbol: string; readonly playerClass?: string | undefined },
): readonly string[] {
  const { terms, max_bet } = texts;
  const bet = formatMoney(maxBet(max_bet, promotion.code, playerClass), symbol, "short");
  const cashout = formatMoney(maxCashout(max_bet, promotion.code), symbol, "short");
  return [
    fill(terms.max_bet, { amount: bet }),
    cashout && fill(terms.max_cashout, { amount: cashout }),
    ...limitLines(promotion.uses, terms),
  ].filter((line) => line !== "");
}
