// Money as people read it, from whole cents (A27, A132). Unknown is not zero, and nothing here ever reads NaN (B6).

import { fill } from "./texts";

export { toCents } from "../api/amount";

/** Balances and jackpots have two decimals; deposit ranges and caps none when they are whole. */
export type MoneyStyle = "exact" | "short";

/** Before the last three, six, nine... digits. A browser's first Intl costs a page 30 ms, on a slow phone 120; a test holds this to its answers. */
const THOUSANDS = /\B(?=(\d{3})+(?!\d))/g;

/** `$1,234.50`, `-$0.05`; in short `$30`, `$30.50`. Empty for what is unknown. */
export function formatMoney(cents: number | undefined, symbol: string, style: MoneyStyle = "exact"): string {
  if (cents === undefined || !Number.isFinite(cents)) return "";
  const amount = (Math.abs(cents) / 100).toFixed(style === "short" && cents % 100 === 0 ? 0 : 2);
  return `${cents < 0 ? "-" : ""}${symbol}${amount.replace(THOUSANDS, ",")}`;
}

/** `$30 - $1,000`, or without a maximum the text `from`, such as `from {amount}`. A maximum below 10 units hides the range (A132). */
export function formatRange(least: number | undefined, most: number | undefined, symbol: string, from: string): string {
  if (least === undefined) return "";
  const amount = formatMoney(least, symbol, "short");
  if (most === undefined) return fill(from, { amount });
  return most < 1000 ? "" : `${amount} - ${formatMoney(most, symbol, "short")}`;
}
