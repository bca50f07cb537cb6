// Rounds and groups the digits of numbers, as the generator does.

/** The decimal point, the separator of groups, and their sizes from right to left. The last size repeats. */
export type NumberFormat = readonly [point: string, separator: string, sizes: readonly number[]];

/** From this number on, JavaScript writes an exponent. */
const EXPONENT_FROM = 1e21;
/** The most decimals of `toFixed`. They are enough to see whether a number is between two others. */
const ALL_DECIMALS = 100;

/** Returns the digits of a number. */
export function digitsOf(value: number | bigint): string {
  if (typeof value === "number" && Math.abs(value) >= EXPONENT_FROM) return BigInt(value).toString();
  return String(value);
}

/** Returns a number with this many decimals. A number between two others becomes the even one. */
export function fixed(value: number, decimals: number): string {
  const isNegative = value < 0 || Object.is(value, -0);
  const [whole = "", fraction = ""] = exactDigits(Math.abs(value)).split(".");
  const digits = (whole + fraction.slice(0, decimals)).split("");
  const rest = fraction.slice(decimals);

  const isEven = Number(digits.at(-1)) % 2 === 0;
  const isTie = /^50*$/.test(rest);
  if (rest >= "5" && !(isTie && isEven)) {
    let at = digits.length - 1;
    while (at >= 0 && digits[at] === "9") digits[at--] = "0";
    if (at < 0) digits.unshift("1");
    else digits[at] = String(Number(digits[at]) + 1);
  }

  const text = digits.join("");
  const point = text.length - decimals;
  return `${isNegative ? "-" : ""}${text.slice(0, point)}${decimals > 0 ? `.${text.slice(point)}` : ""}`;
}

function exactDigits(value: number): string {
  return value >= EXPONENT_FROM ? `${BigInt(value)}.${"0".repeat(ALL_DECIMALS)}` : value.toFixed(ALL_DECIMALS);
}

/** Rounds digits to at most `maximum` decimals, and removes zeros at the end beyond `minimum` decimals. */
export function rounded(digits: string, minimum: number, maximum: number): string {
  const isLong = (digits.split(".")[1] ?? "").length > maximum || /[eE+]/.test(digits);
  const [whole = "", fraction = ""] = (isLong ? fixed(Number(digits), maximum) : digits).split(".");
  const shown = fraction.replace(/0+$/, "").padEnd(minimum, "0");
  const text = shown ? `${whole}.${shown}` : whole;
  return /^-[0.]*$/.test(text) ? text.slice(1) : text;
}

/** Returns digits with the point and the separators of a language. */
export function grouped(digits: string, [point, separator, sizes]: NumberFormat): string {
  const [minus, positive] = digits.startsWith("-") ? ["-", digits.slice(1)] : ["", digits];
  const [whole = "", fraction] = positive.split(".");

  const groups: string[] = [];
  let rest = whole;
  let size = Number.POSITIVE_INFINITY;
  for (let at = 0; rest !== ""; at++) {
    const next = sizes[at];
    if (next !== undefined) size = next > 0 ? next : Number.POSITIVE_INFINITY;
    const start = Math.max(rest.length - size, 0);
    groups.unshift(rest.slice(start));
    rest = rest.slice(0, start);
  }

  const text = minus + groups.join(separator);
  return fraction === undefined ? text : `${text}${point}${fraction}`;
}
