// Formats money from whole cents (A27, A132). An unknown amount is not zero, and the result never contains NaN (B6).

import { fill } from "./texts";

/** The currency symbol for visitors (A132). */
export const VISITOR_SYMBOL = "$";

/** `exact` has two decimals, for balances and jackpots. `short` omits zero decimals, for deposit ranges and caps. */
export type MoneyStyle = "exact" | "short";

/**
 * Matches the positions of thousands separators. The first use of Intl takes 30 ms of a page, 120 ms on a slow phone; a test compares
 * the results with Intl's.
 */
const THOUSANDS = /\B(?=(\d{3})+(?!\d))/g;

/** Formats an amount: `$1,234.50`, `-$0.05`; in short `$30`, `$30.50`. Returns an empty string if the amount is unknown. */
export function formatMoney(cents: number | undefined, symbol: string, style: MoneyStyle = "exact"): string {
  if (cents === undefined || !Number.isFinite(cents)) return "";
  const amount = (Math.abs(cents) / 100).toFixed(style === "short" && cents % 100 === 0 ? 0 : 2);
  return `${cents < 0 ? "-" : ""}${symbol}${amount.replace(THOUSANDS, ",")}`;
}

/**
 * Formats a range: `$30 - $1,000`, or without a maximum the text `minText`, such as `from {amount}`. With a maximum below 10 units the
 * result is empty (A132).
 */
export function formatRange(min: number | undefined, max: number | undefined, symbol: string, minText: string): string {
  if (min === undefined) return "";
  const amount = formatMoney(min, symbol, "short");
  if (max === undefined) return fill(minText, { amount });
  return max < 1000 ? "" : `${amount} - ${formatMoney(max, symbol, "short")}`;
}
