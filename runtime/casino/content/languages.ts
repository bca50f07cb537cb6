// The formats of languages other than English. The bundler leaves them out of a site in one language. Like those of English, they need no
// `Intl`, whose first use takes 30 ms of a page.

import { type DateFormats, formatDate } from "@croupier/loader/messages/dates";
import { grouped, type NumberFormat } from "@croupier/loader/messages/numbers";
import { pageLanguage } from "../config/language";

/** The formats of a language. */
export interface Formats {
  /** Formats an amount from its sign, its decimal digits with a point, and the symbol of the currency. */
  readonly money: (sign: string, amount: string, symbol: string) => string;
  /** Formats a number without groups. */
  readonly number: (value: number) => string;
  readonly percent: (percent: number) => string;
  /** Whether a whole number takes the singular. */
  readonly isSingular: (count: number) => boolean;
  /** Formats a calendar day `2026-11-21`. */
  readonly day: (day: string) => string;
  /** Formats a calendar day in short, without its year. Returns an empty string for other input. */
  readonly dayOfYear: (day: string) => string;
  /** Formats a timestamp in the player's time zone. */
  readonly datetime: (date: Date) => string;
}

/** The decimal comma of French, and the narrow groups of a thousand. */
const FRENCH_NUMBERS: NumberFormat = [",", "\u00a0", [3]];

/** The patterns of the Unicode CLDR for the French of Canada. */
const FRENCH_DATES: DateFormats = [
  {
    day: [["d'er' MMMM y", "d", 1], ["d MMMM y"]],
    day_of_year: [["d'er' MMM", "d", 1], ["d MMM"]],
    datetime: [["d'er' MMMM y 'à' HH 'h' mm", "d", 1], ["d MMMM y 'à' HH 'h' mm"]],
  },
  {
    MMMM: "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
    MMM: "janv.|févr.|mars|avr.|mai|juin|juill.|août|sept.|oct.|nov.|déc.",
  },
];

const frenchNumber = (value: number) => String(value).replace(".", FRENCH_NUMBERS[0]);

const FRENCH: Formats = {
  money: (sign, amount, symbol) => `${sign}${grouped(amount, FRENCH_NUMBERS)}\u00a0${symbol}`,
  number: frenchNumber,
  percent: (percent) => `${frenchNumber(percent)}\u00a0%`,
  isSingular: (count) => count < 2,
  day: (day) => formatDate(day, "day", FRENCH_DATES),
  dayOfYear: (day) => (/^\d{4}-\d\d-\d\d$/.test(day) ? formatDate(day, "day_of_year", FRENCH_DATES) : ""),
  datetime: (date) => formatDate(localText(date), "datetime", FRENCH_DATES),
};

/** The formats by language. English is in format.ts. */
const FORMATS: Readonly<Record<string, Formats>> = { fr: FRENCH };

/** Returns the formats of the page's language; `undefined` for English and for languages without formats. */
export function formatsOfPage(): Formats | undefined {
  return FORMATS[pageLanguage().locale.split("-")[0] ?? ""];
}

/** Returns a date in the player's time zone as `2026-11-21T16:30`. */
function localText(date: Date): string {
  const local_ms = date.getTime() - date.getTimezoneOffset() * 60_000;
  return new Date(local_ms).toISOString().slice(0, 16);
}
