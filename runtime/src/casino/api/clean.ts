// Cleans text from outside of the site before it is shown: messages of the API (row 5-29) and names that players chose.

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
