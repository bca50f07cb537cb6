// Formats dates with the patterns of a language, as `localized_date.rs` of the generator does.

import { withZero } from "./numbers";

/** A pattern, and the field and its value on which it depends. */
type DatePattern = readonly [pattern: string, field?: "d" | "m", value?: number];

/** The patterns of styles, the names of fields such as `MMMM`, separated by `|`, and the digit zero if it is not that of English. */
export type DateFormats = readonly [
  styles: Readonly<Record<string, readonly DatePattern[]>>,
  names: Readonly<Record<string, string>>,
  zero?: string,
];

/** The fields of a date in the time zone of the site. */
interface Fields {
  readonly y: number;
  readonly M: number;
  readonly d: number;
  readonly H: number;
  readonly m: number;
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|z|[+-]\d\d:\d\d)?)?$/;

/** Returns a date in a style. A date with an offset from UTC is converted to the time zone. Throws if it is no date. */
export function formatDate(
  text: string,
  style: string,
  [styles, names, zero]: DateFormats = [{}, {}],
  zone?: string,
): string {
  const match = DATE.exec(text);
  const patterns = styles[style];
  if (!match) throw new Error(`\`${text}\` is not a date`);
  if (!patterns) throw new Error("the dates of this language are unknown");

  const [, year, month, day, hour, minute, second, offset] = match;
  if (style === "time" && !hour) throw new Error(`\`${text}\` has no time`);

  const written = { y: Number(year), M: Number(month), d: Number(day), H: Number(hour ?? 0), m: Number(minute ?? 0) };
  const date = offset ? inZone(written, Number(second ?? 0), offset, zone) : written;
  const [pattern = ""] = patterns.find(([, field, value]) => !field || date[field] === value) ?? [];

  return pattern.replace(/'([^']*)'?|([A-Za-z])\2*/g, (run: string, quoted: string | undefined) =>
    quoted === undefined ? field(run, date, names, zero) : quoted || "'",
  );
}

/** Returns the text of a field of a pattern. */
function field(run: string, date: Fields, names: DateFormats[1], zero?: string): string {
  const letter = run.charAt(0);
  const { y, M, d, H, m } = date;
  const name = names[run]?.split("|");

  if (name) {
    const index = { M: M - 1, L: M - 1, E: weekday(date), c: weekday(date), a: H >= 12 ? 1 : 0 }[letter] ?? 0;
    return name[index] ?? "";
  }
  if (letter === "y") return withZero(run.length === 2 ? padded(y % 100) : String(y), zero);

  const number = { M, L: M, d, H, h: H % 12 || 12, m }[letter];
  if (number === undefined) return "";
  return withZero(run.length === 1 ? String(number) : padded(number), zero);
}

const padded = (number: number) => String(number).padStart(2, "0");

const weekday = ({ y, M, d }: Fields) => new Date(Date.UTC(y, M - 1, d)).getUTCDay();

/** Returns the fields of an instant in a time zone. Only this needs `Intl`, which takes 30 ms when it is first used. */
function inZone({ y, M, d, H, m }: Fields, second: number, offset: string, zone = "UTC"): Fields {
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);

  const instant = new Date(Date.UTC(y, M - 1, d, H, m - ahead, second));
  const local = zone === "UTC" ? instant : shifted(instant, zone);

  return {
    y: local.getUTCFullYear(),
    M: local.getUTCMonth() + 1,
    d: local.getUTCDate(),
    H: local.getUTCHours(),
    m: local.getUTCMinutes(),
  };
}

/** Returns a date whose fields in UTC are those of an instant in a time zone. */
function shifted(instant: Date, zone: string): Date {
  const options = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  const formatter = new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone, hourCycle: "h23" });
  const parts = formatter.formatToParts(instant);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return new Date(Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute")));
}
