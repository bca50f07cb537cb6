// Values as a form shows them: money, and dates with their written form.

/** Returns cents as an amount: 3000 is "30.00". */
export function amountOf(cents: number): string {
  const digits = String(Math.abs(Math.trunc(cents))).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns the cents of an amount; `undefined` if the text is none. "30", "30.5", "30,50" and "1,000" are amounts. */
export function centsOf(text: string): number | undefined {
  // No amount has three decimals.
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(decimalOf(text, true) ?? "");
  if (!match) return undefined;
  const [, sign, whole = "", part = ""] = match;
  const cents = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  // Another amount would be saved.
  if (!Number.isSafeInteger(cents)) return undefined;
  return sign ? -cents : cents;
}

/** Returns the number of a text; `undefined` if it is none, has more digits than a number can have, or could be another number. */
export function numberOf(text: string, isInteger: boolean): number | undefined {
  const decimal = decimalOf(text, isInteger);
  const isUnclear = isInteger && decimal !== undefined && UNCLEAR_POINT.test(decimal);
  if (decimal === undefined || isUnclear) return undefined;

  const number = Number(decimal);
  // Another number would be saved.
  const digits = significantDigits(decimal.replace(/^-|e.*$/gi, ""));
  const isOutOfRange = !Number.isFinite(number) || (number === 0 && digits > 0);
  if (digits > MAX_DIGITS || isOutOfRange) return undefined;
  return isInteger && !Number.isSafeInteger(number) ? undefined : number;
}

/** Texts that are thousands for some people, and decimals for others. */
const UNCLEAR_COMMA = /^-?[1-9]\d{0,2},\d{3}$/;
const UNCLEAR_POINT = /^-?[1-9]\d{0,2}\.\d{3}$/;

/** Returns both meanings of a number such as "1,000"; `undefined` if it has one. */
export function meaningsOf(text: string): readonly [string, string] | undefined {
  const plain = text.trim();
  if (!UNCLEAR_COMMA.test(plain) && !UNCLEAR_POINT.test(plain)) return undefined;
  return [plain.replace(/[.,]/, ""), plain.replace(",", ".")];
}

/** Numbers with separators of thousands, which are spaces, apostrophes, commas or points. */
const GROUPED = [
  /^\d{1,3}(?:([ \u00a0\u2009\u202f'’])\d{3})(?:\1\d{3})*(?:[.,]\d*)?$/,
  /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/,
  /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/,
];

/**
 * Returns a number with a decimal point and without separators of thousands; `undefined` if the text is none. "1,000" is a thousand where the
 * field has no such decimals, and else no number, because it could be one.
 */
function decimalOf(text: string, hasThousands: boolean): string | undefined {
  const match = /^([+-]?)(.*?)(e[+-]?\d+)?$/i.exec(text.trim().replace("−", "-"));
  const [, sign = "", digits = "", exponent = ""] = match ?? [];
  const minus = sign === "-" ? "-" : "";

  const isPlain = /^(\d+[.,]?\d*|[.,]\d+)$/.test(digits);
  if (isPlain && !UNCLEAR_COMMA.test(digits)) return `${minus}${digits.replace(",", ".")}${exponent}`;
  if (isPlain && !hasThousands) return undefined;
  if (!GROUPED.some((pattern) => pattern.test(digits))) return undefined;
  return `${minus}${withoutGroups(digits)}${exponent}`;
}

/** Removes the separators of thousands. The last comma or point is the decimal one, if it is the only one of its kind. */
function withoutGroups(digits: string): string {
  const last = /[.,](?=\d*$)/.exec(digits);
  const isDecimal = last !== null && digits.split(last[0]).length === 2 && !UNCLEAR_COMMA.test(digits);
  const whole = isDecimal ? digits.slice(0, last.index) : digits;
  const part = isDecimal ? `.${digits.slice(last.index + 1)}` : "";
  return `${whole.replace(/\D/g, "")}${part}`;
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

/** Returns a day with a time in the zone of the site. Only the zone UTC is written. */
const withTime = (day: string, time: string, siteZone: string) => `${day}T${time}${siteZone === "UTC" ? "Z" : ""}`;

/** Returns a date with the other precision: a day gets the time at which it begins, and a time becomes its day. */
export function withOtherPrecision(text: string, siteZone: string): string {
  const written = parseDate(text);
  if (!written) return text;
  return written.time === undefined ? withTime(written.day, "00:00:00", siteZone) : written.day;
}

/** Returns the text of a date field after the user chose another day and time. A new time of a site without a zone is in UTC. */
export function changedDate(old: string, input: string, siteZone: string): string {
  const written = parseDate(old);
  const [day = "", time] = input.split("T");
  if (!written && time === undefined) return input;
  if (!written) return withTime(day, time?.length === 5 ? `${time}:00` : (time ?? ""), siteZone);
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
