// Formats the terms of a coupon: largest bet, wagering, limits of use and deposit ranges (A32, A33, A130, A132).

import { formatMoney, formatRange } from "../../content/money";
import { fill } from "../../content/texts";
import type { DepositRange, Promotion } from "../api/promotions";
import type { BetRules, TermsWords } from "./card_messages";
import { needsDeposit } from "./order";

/** The smallest deposit that texts show, in cents (row 9-11). */
const LEAST_SHOWN = 1000;
/** A limit above this many uses a day is shown as unlimited (row 9-16). */
const ALL_DAY = 100;

const ofCoupon = (rules: BetRules, code: string) =>
  rules.coupons.find((own) => own.code.toUpperCase() === code.toUpperCase());

/** Returns the largest bet in cents: the coupon's own limit, else the limit of the player's class (rows 6-06 to 6-09). */
export function maxBet(rules: BetRules, code: string, playerClass?: string): number {
  const ofClass = rules.classes.find(({ name }) => name === playerClass);
  return (ofCoupon(rules, code) ?? ofClass ?? { amount: rules.others }).amount * 100;
}

/** Returns the largest total withdrawal in cents; `undefined` if there is no limit (A102). */
export function maxCashout(rules: BetRules, code: string): number | undefined {
  const most = ofCoupon(rules, code)?.max_cashout;
  return most === undefined ? undefined : most * 100;
}

/** Returns the wagering: `30x`, or `10x / 20x` for several values. Empty if there is no wagering (A32). */
export function wageringText(playthrough: readonly number[]): string {
  const times = [...new Set(playthrough)].filter((one) => one > 0);
  return times.map((one) => `${one}x`).join(" / ");
}

/**
 * Returns the limits of one deposit, such as `$30 - $1,000`. The minimum shown is at least $10.
 * Without a maximum the text `from` is used (rows 5-27, 9-11).
 */
export function rangeText(
  { least = 0, most = 0 }: Pick<DepositRange, "least" | "most">,
  symbol: string,
  from: string,
): string {
  return formatRange(Math.max(least, LEAST_SHOWN), most || undefined, symbol, from);
}

/** Returns the smallest deposit that qualifies, such as `from $30`; empty if no deposit is required. */
export function leastDepositText(
  promotion: Pick<Promotion, "leastDeposits" | "deposits">,
  symbol: string,
  from: string,
): string {
  if (!needsDeposit(promotion)) return "";
  const given = promotion.leastDeposits;
  const least = given.length > 0 ? given : promotion.deposits.map((method) => method.least ?? 0);
  return rangeText({ least: Math.min(...least), most: undefined }, symbol, from);
}

/** Returns one line for each limit of use. A limit of 0 means unlimited and gives an empty line. */
function limitLines({ player, day, week, month }: Promotion["uses"], words: TermsWords): readonly string[] {
  const line = (n: number, once: string, often: string) => (n > 0 ? fill(n === 1 ? once : often, { n }) : "");
  return [
    line(player, words.uses_once, words.uses),
    day > ALL_DAY ? words.per_day_all : line(day, words.per_day_once, words.per_day),
    line(week, words.per_week_once, words.per_week),
    line(month, words.per_month_once, words.per_month),
  ];
}

/** Returns the terms of a coupon in display order, without the expiry, which is a countdown (A33). */
export function termLines(
  promotion: Pick<Promotion, "code" | "uses">,
  words: { readonly terms: TermsWords; readonly max_bet: BetRules },
  { symbol, playerClass }: { readonly symbol: string; readonly playerClass?: string | undefined },
): readonly string[] {
  const { terms, max_bet } = words;
  const bet = formatMoney(maxBet(max_bet, promotion.code, playerClass), symbol, "short");
  const cashout = formatMoney(maxCashout(max_bet, promotion.code), symbol, "short");
  return [
    fill(terms.max_bet, { amount: bet }),
    cashout && fill(terms.max_cashout, { amount: cashout }),
    ...limitLines(promotion.uses, terms),
  ].filter((line) => line !== "");
}
