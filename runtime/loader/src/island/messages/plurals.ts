// Plural categories of numbers by the rules of the Unicode CLDR, as in `plural.rs` of the generator.

/** Digits that a comparison or a remainder can depend on. With more of them, numbers would not be exact. */
const MAX_DIGITS = 15;

/** Returns the category of the digits that readers see. Without rules, it is `other`. */
export function category(rules: string | undefined, digits: string): string {
  const [, whole, fraction = ""] = /^-?(\d*)(?:\.(\d*))?$/.exec(digits) ?? [];
  if (!rules || whole === undefined) return "other";

  const significant = fraction.replace(/0+$/, "");
  const operands: Readonly<Record<string, number>> = {
    i: lastDigits(whole),
    v: fraction.length,
    f: lastDigits(fraction),
    w: significant.length,
    t: lastDigits(significant),
  };
  const operandOf = (letter: string) => {
    // A number with decimals is in no range of integers.
    if (letter === "n") return operands.t ? Number.NaN : operands.i;
    return operands[letter];
  };

  const isTrue = (relation: string): boolean => {
    const [, letter = "", divisor, operator, ranges = ""] = /^(\w)(?: % (\d+))? (!?=) (.*)$/.exec(relation) ?? [];
    // Numbers in compact notation are not supported, so that the exponent is 0.
    const operand = operandOf(letter) ?? 0;
    const value = divisor ? operand % Number(divisor) : operand;

    const isInRange = ranges.split(",").some((range) => {
      const [start, end = start] = range.split("..").map(Number);
      return value >= Number(start) && value <= Number(end);
    });
    return isInRange === (operator === "=");
  };

  const found = rules.split(";").find((rule) => {
    const condition = rule.slice(rule.indexOf(":") + 1);
    return condition.split(" or ").some((all) => all.split(" and ").every(isTrue));
  });
  return found?.split(":")[0] ?? "other";
}

/** Returns the value of digits. A long number has its last digits, and is not small. */
function lastDigits(text: string): number {
  const digits = text.replace(/^0+/, "");
  return Number(digits.slice(-MAX_DIGITS)) + (digits.length > MAX_DIGITS ? 10 ** MAX_DIGITS : 0);
}
