// Values as a form shows them: money, and dates with their written form.

/** Returns cents as an amount: 3000 is "30.00". */
export function amountOf(cents: number): string {
  const digits = String(Math.abs(Math.trunc(cents))).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns the cents of an amount; `undefined` if the text is none. "30", "30.5" and "30,50" are amounts. */
export function centsOf(text: string): number | undefined {
  const match = /^\s*(-?)(\d+)(?:[.,](\d{1,2}))?\s*$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = "", part = ""] = match;
  const cents = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  // Another amount would be saved.
  if (!Number.isSafeInteger(cents)) return undefined;
  return sign ? -cents : cents;
}

/** Returns the number of a text; `undefined` if it is none, or has more digits than a number can have. */
export function numberOf(text: string, isInteger: boolean): number | undefined {
  const normalized = text.trim().replace(",", ".");
  const match = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.exec(normalized);
  if (!match) return undefined;

  const number = Number(normalized);
  // Another number would be saved.
  const digits = significantDigits(match[1] ?? "");
  const isOutOfRange = !Number.isFinite(number) || (number === 0 && digits > 0);
  if (digits > MAX_DIGITS || isOutOfRange) return undefined;
  return isInteger && !Number.isSafeInteger(number) ? undefined : number;
}

/** The number of digits that each number has room for. */
const MAX_DIGITS = 15;

/** Returns the number of digits of a decimal number without the zeros around them. */
const significantDigits = (decimal: string) => decimal.replace(".", "").replace(/^0+|0+$/g, "").length;

/** The parts of a written date. Only what is written has a value. */
export interface WrittenDate {
  readonly day: string;
  /** "T" or a space. */
  readonly separator: string;
  readonly time: string | undefined;
  /** "Z", or an offset such as "-05:00". Without it, the time is that of the site's zone. */
  readonly offset: string | undefined;
}

const DATE = /^(\d{4}-\d{2}-\d{2})(?:([Tt ])(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)([Zz]|[+-]\d{2}:\d{2})?)?$/;

/** Returns the parts of a date as it is written in a file; `undefined` for other texts. */
export function parseDate(text: string): WrittenDate | undefined {
  const match = DATE.exec(text);
  if (!match?.[1]) return undefined;
  return { day: match[1], separator: match[2] ?? "T", time: match[3], offset: match[4] };
}

/** Returns a date in the form in which it was written. A date without a time stays one. */
function writeDate(date: WrittenDate): string {
  return date.time === undefined ? date.day : `${date.day}${date.separator}${date.time}${date.offset ?? ""}`;
}

/** Returns the text of a date field after the user chose another day and time. A new time of a site without a zone is in UTC. */
export function changedDate(old: string, input: string, siteZone: string): string {
  const written = parseDate(old);
  const [day = "", time] = input.split("T");
  if (!written && time === undefined) return input;
  if (!written) return `${day}T${time?.length === 5 ? `${time}:00` : time}${siteZone === "UTC" ? "Z" : ""}`;
  if (written.time === undefined || time === undefined) return writeDate({ ...written, day });

  // Browsers leave out seconds that are zero; the file keeps them.
  const withSeconds = written.time.length > 5 && time.length === 5 ? `${time}:00` : time;
  return writeDate({ ...written, day, time: withSeconds });
}

/** Returns the value of a date field of a browser for a written date. */
export function inputValueOf(text: string): string {
  const written = parseDate(text);
  if (!written) return "";
  return written.time === undefined ? written.day : `${written.day}T${written.time.slice(0, 8)}`;
}

/** Returns what a time in a file refers to: the zone of the site, UTC, or an offset. */
export function zoneOf(text: string, siteZone: string): string {
  const offset = parseDate(text)?.offset;
  if (offset === undefined) return siteZone;
  return offset.toUpperCase() === "Z" ? "UTC" : `UTC${offset}`;
}
