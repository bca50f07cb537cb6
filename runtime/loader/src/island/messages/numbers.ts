// Rounds and groups the digits of numbers, as the generator does.

/**
 * The decimal point, the separator of groups, and their sizes from right to left. The last size repeats. How many digits are before the first
 * separator at least, the sign of negative numbers and the digit zero follow if they are not those of English.
 */
export type NumberFormat = readonly [
  point: string,
  separator: string,
  sizes: readonly number[],
  minimum?: number,
  minus?: string,
  zero?: string,
];

/** From this number on, JavaScript writes an exponent. */
const EXPONENT_FROM = 1e21;

/** Returns the digits of a number. */
export function digitsOf(value: number | bigint): string {
  if (typeof value === "number" && Math.abs(value) >= EXPONENT_FROM) return BigInt(value).toString();
  return String(value);
}

/** Rounds a number to this many decimals. A half is rounded away from zero, and zero has no sign. See `decimal.rs` of the generator. */
export function roundTo(number: string, decimals: number): string {
  const [whole, fraction] = plainDigits(number.replace(/^[+-]/, ""), decimals);
  const digits = [...whole, ...fraction.slice(0, decimals).padEnd(decimals, "0")];
  if ((fraction[decimals] ?? "0") >= "5") {
    let at = digits.length - 1;
    while (at >= 0 && digits[at] === "9") digits[at--] = "0";
    if (at < 0) digits.unshift("1");
    else digits[at] = String(Number(digits[at]) + 1);
  }

  const text = digits.join("");
  const minus = number.startsWith("-") && /[^0]/.test(text) ? "-" : "";
  const point = text.length - decimals;
  return `${minus}${text.slice(0, point)}${decimals > 0 ? `.${text.slice(point)}` : ""}`;
}

/** Returns the digits before and after the point of a number without a sign. One that is less than the last of the decimals is zero. */
function plainDigits(number: string, decimals: number): [whole: string, fraction: string] {
  const [mantissa = "", exponent = "0"] = number.split(/e/i);
  const [before = "", after = ""] = mantissa.split(".");
  const digits = before + after;
  const point = Math.max(before.length + Number(exponent), -decimals - 1);
  const whole = digits.slice(0, Math.max(point, 0)).padEnd(point, "0");
  const fraction = "0".repeat(Math.max(-point, 0)) + digits.slice(Math.max(point, 0));
  return [whole.replace(/^0+(?=.)/, "") || "0", fraction];
}

/** Rounds digits to at most `maximum` decimals, and removes zeros at the end beyond `minimum` decimals. */
export function rounded(digits: string, minimum: number, maximum: number): string {
  const isLong = (digits.split(".")[1] ?? "").length > maximum || /[eE+]/.test(digits);
  const [whole = "", fraction = ""] = (isLong ? roundTo(digits, maximum) : digits).split(".");
  const shown = fraction.replace(/0+$/, "").padEnd(minimum, "0");
  const text = shown ? `${whole}.${shown}` : whole;
  return /^-[0.]*$/.test(text) ? text.slice(1) : text;
}

/** Returns digits with the sign, the point, the separators and the digits of a language. */
export function grouped(digits: string, format: NumberFormat): string {
  const [point, separator, sizes, minimum = 1, minus = "-", zero] = format;
  const [sign, positive] = digits.startsWith("-") ? [minus, digits.slice(1)] : ["", digits];
  const [whole = "", fraction] = positive.split(".");
  const hasGroups = whole.length >= (sizes[0] ?? Number.POSITIVE_INFINITY) + minimum;

  const groups: string[] = [];
  let rest = whole;
  let size = Number.POSITIVE_INFINITY;
  for (let at = 0; rest !== ""; at++) {
    size = (hasGroups && sizes[at]) || size;
    const start = Math.max(rest.length - size, 0);
    groups.unshift(rest.slice(start));
    rest = rest.slice(0, start);
  }

  const text = sign + groups.map((group) => withZero(group, zero)).join(separator);
  return fraction === undefined ? text : `${text}${point}${withZero(fraction, zero)}`;
}

/** Returns a text with the digits that begin with this zero. */
export function withZero(text: string, zero = "0"): string {
  const first = zero.codePointAt(0) ?? 0;
  return zero === "0" ? text : text.replace(/\d/g, (digit) => String.fromCodePoint(first + Number(digit)));
}
