// Dates and how long something is still good, with the time given from outside (A131). In the site's one language (A135) and without Intl,
// whose first use costs a page 30 ms; a test holds lengths of time to what Intl says.

import { fill } from "./texts";

/** Tells the time, in epoch milliseconds. */
export interface Clock {
  readonly now: () => number;
}

/** The browser's own clock. */
export const CLOCK: Clock = { now: () => Date.now() };

/** Largest first, in seconds; a month has 30 days, a year 365 (row 9-32). */
const UNITS = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

type Unit = (typeof UNITS)[number][0];

/** Texts of a length of time by its unit, for one and for several: `{n} hours`. content/data/cards.toml has them under `terms.units`. */
export type UnitTexts = Readonly<Record<Unit | `${Unit}s`, string>>;

/** Texts of an expiry; `expires` has a place for `{time}`. */
export interface ExpiryWords {
  readonly expires: string;
  readonly expired: string;
  readonly units: UnitTexts;
}

/** `12 hours`, `1 day`, `12 months`: the largest unit of which there is one, rounded down. Less than a second is none. */
export function durationText(left_s: number, units: UnitTexts): string {
  const [unit, seconds] = UNITS.find(([, seconds]) => left_s >= seconds) ?? (["second", 1] as const);
  const count = Math.floor(left_s / seconds);
  return fill(units[count === 1 ? unit : (`${unit}s` as const)], { n: count });
}

/** `Expires in 12 hours`, `Expired`, or nothing where no expiry is known. `expiry_s` is in epoch seconds, `now_ms` in milliseconds. */
export function expiryText(expiry_s: number | undefined, now_ms: number, words: ExpiryWords): string {
  if (!expiry_s) return "";
  const left_s = expiry_s - now_ms / 1000;
  return left_s <= 0 ? words.expired : fill(words.expires, { time: durationText(left_s, words.units) });
}

/** A moment in full, in the player's own time, for a title: `Nov 21 2026 16:30`. */
export const momentText = (epoch_ms: number) => String(new Date(epoch_ms)).slice(4, 21);

/** `Nov 21, 2026` for a day of the calendar, `2026-11-21`, wherever it is read; empty for what is none. */
export function dayText(day: string): string {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined;
  if (!moment || Number.isNaN(moment.getTime())) return "";
  // Its names are the same everywhere; to load the tables of a language takes 20 ms on a phone.
  const [, date, month, year] = moment.toUTCString().split(" ");
  return `${month} ${Number(date)}, ${year}`;
}

/** After how long a text about `until_ms` may read otherwise: each second below a minute, else each minute (A131). */
export function nextTick(until_ms: number | undefined, now_ms: number): number {
  const left_ms = (until_ms ?? Number.POSITIVE_INFINITY) - now_ms;
  if (left_ms > 0 && left_ms <= 60_000) return 1000;
  return Math.min(60_000, left_ms > 0 ? left_ms - 60_000 : 60_000);
}
