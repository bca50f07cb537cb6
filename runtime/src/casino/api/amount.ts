// Amounts of money in API responses: numbers, or strings that contain a number (A26). The site itself counts in whole cents.

import { custom } from "valibot";
import type { Decoder } from "./call";

/** An amount in units of its currency. */
export type Amount = number | string;

const GROUPED = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

/** Converts an amount to whole cents. Returns `undefined` for any other value: an unknown amount is not zero (A27). */
export function toCents(value: unknown): number | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  const units = typeof value === "number" ? value : GROUPED.test(text) ? Number(text.replaceAll(",", "")) : Number.NaN;
  const cents = Math.round(units * 100);
  // Turns -0 into 0, which would otherwise be formatted with a sign.
  return Number.isSafeInteger(cents) ? cents + 0 : undefined;
}

/** Accepts the values that `toCents` can convert. */
export const amount: Decoder<Amount> = () => custom<Amount>((value) => toCents(value) !== undefined);
