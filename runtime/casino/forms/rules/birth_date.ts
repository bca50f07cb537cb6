// Parses birth dates from three typed parts and computes ages. It does not use `Date`, so time zones cannot shift a date (A51).

/** A calendar date; months count from 1. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The three parts of a date as they were typed. */
export interface DateText {
  readonly month: string;
  readonly day: string;
  readonly year: string;
}

/** The name of a part. */
export type DatePart = keyof DateText;

/** How many digits a part has, and its largest value (row 9-10). */
export const DATE_LIMITS: Readonly<Record<DatePart, { readonly digits: number; readonly max: number }>> = {
  month: { digits: 2, max: 12 },
  day: { digits: 2, max: 31 },
  year: { digits: 4, max: 2100 },
};
/** The order of the parts. */
export const DATE_PARTS: readonly DatePart[] = ["month", "day", "year"];
const FIRST_YEAR = 1900;

/** Returns the digits of a text that fit a part. A digit that would exceed the maximum is dropped: 13 becomes 1, 2150 becomes 215 (A50). */
export function truncatePart(part: DatePart, text: string): string {
  const { digits, max } = DATE_LIMITS[part];
  let truncated = "";
  for (const digit of text.replace(/\D/g, ""))
    if (truncated.length < digits && Number(truncated + digit) <= max) truncated += digit;
  return truncated;
}

/** Returns whether a part has all its digits, so that the focus can move to the next part (A50). */
export function isFullPart(part: DatePart, text: string): boolean {
  return text.length === DATE_LIMITS[part].digits;
}

/** Returns the parts of `MM/DD/YYYY`; missing parts are empty. */
export function splitDate(text: string): DateText {
  const [month = "", day = "", year = ""] = text.split("/");
  return { month, day, year };
}

/** Returns the typed parts as `MM/DD/YYYY`; an empty string if all are empty. */
export function joinDate({ month, day, year }: DateText): string {
  return month || day || year ? `${month}/${day}/${year}` : "";
}

/** Returns the date of a text with three parts; `undefined` if it is not valid: month 00, 30 February, the year 1899. */
export function readDate(text: string): CivilDate | undefined {
  const date = splitDate(text);
  if (DATE_PARTS.some((part) => !/^\d+$/.test(date[part]))) return undefined;
  const [month, day, year] = [Number(date.month), Number(date.day), Number(date.year)];
  const isPlausible = year >= FIRST_YEAR && year <= DATE_LIMITS.year.max && month >= 1 && month <= 12;
  return isPlausible && day >= 1 && day <= daysIn(year, month) ? { year, month, day } : undefined;
}

/** Returns the age in full years on a day. In common years a person born on 29 February is a year older from 1 March on (A97). */
export function ageOn(birth: CivilDate, today: CivilDate): number {
  const hadBirthday = today.month > birth.month || (today.month === birth.month && today.day >= birth.day);
  return today.year - birth.year - (hadBirthday ? 0 : 1);
}

/** Returns `YYYY-MM-DD`, the format of API calls. */
export function isoDate({ year, month, day }: CivilDate): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** Returns the date of `now_ms` in the player's time zone. */
export function civilDate(now_ms: number): CivilDate {
  const now = new Date(now_ms);
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
