// Text that others wrote, before it is shown: messages of the API (row 5-29) and names that players gave themselves.

/** Control characters, and those that turn the direction of what follows. */
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;

/** A name or symbol in one line, with nothing invisible in it, of at most `most` characters. */
export function cleanName(text: string, most = 80): string {
  return text.replace(INVISIBLE, " ").replace(/\s+/g, " ").trim().slice(0, most);
}

/** A message that may be shown as it is; empty when there is none or when it holds an angle bracket: then the fallback is shown. */
export function cleanMessage(text: unknown): string {
  return typeof text === "string" && !/[<>]/.test(text) ? cleanName(text, 500) : "";
}
