// Formats texts: values in placeholders, amounts of money from whole cents, dates and durations (A27, A131, A132). An unknown
// amount is not zero, and no result contains NaN.

import { formatsOfPage } from "./languages";

/** Replaces every `{name}` by its value. A placeholder without a value stays, so that the mistake is visible. */
export function fill(text: string, values: Readonly<Record<string, string | number | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

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
  const formats = import.meta.env.LANGUAGES && formatsOfPage();
  if (formats) return formats.money(cents < 0 ? "-" : "", amount, symbol);
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

/** Returns the current time, in epoch milliseconds. */
export interface Clock {
  readonly now: () => number;
}

/** The server's clock: the server decides what has expired, and the clock of a device may be wrong (A131). */
export const CLOCK: Clock = {
  // The client of the API stores the difference there, see api/clock.ts.
  now: () => Date.now() + Number(globalThis.document?.documentElement?.dataset?.clock ?? 0),
};

/**
 * Calls `update` now, and again whenever a text about one of the times may change. Returns a function that stops it. A time of
 * `undefined` is unknown. `shown_ms` is the time that the texts already show: the first call then waits for the next change.
 */
export function onEachTick(
  untils_ms: readonly (number | undefined)[],
  update: (now_ms: number) => void,
  clock: Clock = CLOCK,
  shown_ms?: number,
): () => void {
  let timer: ReturnType<typeof setTimeout>;

  const wait = (now_ms: number) => {
    timer = setTimeout(tick, Math.min(...untils_ms.map((until_ms) => nextTick(until_ms, now_ms))));
  };
  const tick = () => {
    const now_ms = clock.now();
    update(now_ms);
    wait(now_ms);
  };

  if (shown_ms === undefined) tick();
  else wait(shown_ms);
  return () => clearTimeout(timer);
}

/** Units of time in seconds, the largest first; a month has 30 days, a year 365 (row 9-32). */
const UNITS = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

type Unit = (typeof UNITS)[number][0];

/** Texts of a duration by its unit, singular and plural: `{n} hours`. They are in content/data/cards.toml under `terms.units`. */
export type UnitTexts = Readonly<Record<Unit | `${Unit}s`, string>>;

/** Texts of an expiry; `expires` has a placeholder `{time}`. */
export interface ExpiryTexts {
  readonly expires: string;
  readonly expired: string;
  readonly units: UnitTexts;
}

/** Returns whether a whole number takes the singular in the language of the page. */
export const isSingular = (count: number) =>
  (import.meta.env.LANGUAGES && formatsOfPage()?.isSingular(count)) || count === 1;

/** Formats a duration in its largest unit, rounded down: `12 hours`, `1 day`, `12 months`. Below a second it is zero seconds. */
export function durationText(left_s: number, units: UnitTexts): string {
  const [unit, seconds] = UNITS.find(([, seconds]) => left_s >= seconds) ?? (["second", 1] as const);
  const count = Math.floor(left_s / seconds);
  return fill(units[isSingular(count) ? unit : (`${unit}s` as const)], { n: count });
}

/**
 * Formats an expiry: `Expires in 12 hours` or `Expired`. Returns an empty string if no expiry is known. `expiry_s` is in epoch
 * seconds, `now_ms` in milliseconds.
 */
export function expiryText(expiry_s: number | undefined, now_ms: number, texts: ExpiryTexts): string {
  if (!expiry_s) return "";
  const left_s = expiry_s - now_ms / 1000;
  return left_s <= 0 ? texts.expired : fill(texts.expires, { time: durationText(left_s, texts.units) });
}

/** Formats an expiry together with its exact time: `Expires in 12 hours (Nov 21 2026 16:30)`. */
export function exactExpiryText(expiry_s: number, now_ms: number, texts: ExpiryTexts): string {
  return `${expiryText(expiry_s, now_ms, texts)} (${datetimeText(expiry_s * 1000)})`;
}

/** Formats a timestamp in the player's time zone: `Nov 21 2026 16:30`. */
export const datetimeText = (epoch_ms: number) =>
  (import.meta.env.LANGUAGES && formatsOfPage()?.datetime(new Date(epoch_ms))) ||
  String(new Date(epoch_ms)).slice(4, 21);

/** Formats a calendar day `2026-11-21` as `Nov 21, 2026`, in all time zones. Returns an empty string for other input. */
export function dayText(day: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return "";

  // The month names of `toUTCString` are the same in all browsers. Loading the tables of a language takes 20 ms on a phone.
  const [, dayOfMonth, month, year] = new Date(`${day}T00:00:00Z`).toUTCString().split(" ");
  // There is no such day, and the text is "Invalid Date".
  if (!month) return "";

  const formats = import.meta.env.LANGUAGES && formatsOfPage();
  if (formats) return formats.day(day);
  return `${month} ${Number(dayOfMonth)}, ${year}`;
}

/** Returns the wait until a text about `until_ms` may change, in milliseconds: a second in the last minute, else a minute (A131). */
export function nextTick(until_ms: number | undefined, now_ms: number): number {
  const left_ms = (until_ms ?? Number.POSITIVE_INFINITY) - now_ms;
  if (left_ms > 0 && left_ms <= 60_000) return 1000;
  return Math.min(60_000, left_ms > 0 ? left_ms - 60_000 : 60_000);
}
