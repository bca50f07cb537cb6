// Reads values of API responses: amounts of money (A26), texts from outside of the site (row 5-29), and coupon codes.

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

/** Control characters, invisible characters and characters that change the text direction. */
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;

/** Returns a name or symbol as one line without invisible characters, at most `maxLength` characters long. */
export function cleanName(text: string, maxLength = 80): string {
  return text.replace(INVISIBLE, " ").replace(/\s+/g, " ").trim().slice(0, maxLength);
}

/** Returns a message that is safe to show. Returns an empty string for no message or one with an angle bracket: the fallback is shown. */
export function cleanMessage(text: unknown): string {
  return typeof text === "string" && !/[<>]/.test(text) ? cleanName(text, 500) : "";
}

/** Returns the URL of a picture if it has http or https, or is a path of this site. Returns an empty string for all others. */
export function cleanPictureUrl(url: string): string {
  // This code also runs at build time, without a location.
  const site = "https://site.invalid";

  try {
    const { protocol, origin, username, pathname } = new URL(url, site);
    if (username) return "";
    if (/^\s*https?:\/\//i.test(url)) return url.trim();
    // Another host can hide behind `//`, `/\` and `/.//`.
    return protocol === "https:" && origin === site && !pathname.startsWith("//") && url.startsWith("/") ? url : "";
  } catch {
    return "";
  }
}

/** Returns a code in the form in which codes are compared. */
export function normalizeCode(code: string): string {
  return code.trim().toUpperCase();
}

/** Returns whether two codes identify the same coupon. */
export function isSameCode(a: string | undefined, b: string): boolean {
  return a !== undefined && normalizeCode(a) === normalizeCode(b);
}
