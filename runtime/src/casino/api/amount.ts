// Money as the API writes it: a number, or text with a number in it (A26). Inside the site it is whole cents.

import { custom } from "valibot";
import type { Decoder } from "./call";

/** An amount in units of its currency. */
export type Amount = number | string;

const GROUPED = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

/** Whole cents; `undefined` for whatever is no amount: unknown is not zero (A27). */
export function toCents(value: unknown): number | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  const units = typeof value === "number" ? value : GROUPED.test(text) ? Number(text.replaceAll(",", "")) : Number.NaN;
  const cents = Math.round(units * 100);
  // Not -0, which would be written with a sign.
  return Number.isSafeInteger(cents) ? cents + 0 : undefined;
}

/** Takes what `toCents` can read. */
export const amount: Decoder<Amount> = () => custom<Amount>((value) => toCents(value) !== undefined);
