// Removes secrets and personal data from reports, and gives them ids. Reports and events are sent as beacons, which continue
// after the page is unloaded (A3).

const REMOVED = "[removed]";
/** Names of fields whose values are secrets. */
const SECRET =
  /pass(word|code|phrase)?|pwd|token|hash|secret|session_?id|authorization|cookie|^pid$|player_?id|e-?mail/i;
/** Limits of a report: the depth of its values and the length of a text, in characters. */
const MAX_DEPTH = 6;
const LONGEST = 4_000;

/** Returns a copy of `value` without secrets. Texts are searched, and the values of fields with a secret's name are removed. */
export function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return scrubText(value);
  if (value instanceof Error)
    return { name: value.name, message: scrubText(value.message), stack: scrubText(value.stack ?? "") };
  if (typeof value !== "object" || value === null) return typeof value === "function" ? REMOVED : value;
  if (depth >= MAX_DEPTH) return REMOVED;
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => scrub(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, SECRET.test(name) ? REMOVED : scrub(item, depth + 1)]),
  );
}

/**
 * Removes secrets from `text`: assignments and JSON members with a secret's name, bearer headers, email addresses, long codes. The status
 * of a failed request stays, because `token: Status: 500` names a request.
 */
export function scrubText(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(/[^\s@"'<>=&?/:;,()]+(?:@|%40)[^\s@"'<>&?/:;,()]+\.[a-z]{2,}/gi, REMOVED)
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${REMOVED}`)
    .replace(
      /(["']?\b[\w-]*(?:pass(?:word|code|phrase)?|pwd|token|hash|secret|session_?id|pid|player_?id|e-?mail)["']?\s*[=:]\s*)(?!status: \d{3}\b)("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s&,;}"']+)/gi,
      `$1${REMOVED}`,
    )
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, REMOVED)
    .replace(/\b[0-9a-f]{24,}\b/gi, REMOVED);
}

/** Posts text; never throws. A beacon of type text needs no preflight request to another origin. */
export function post(url: string, text: string): void {
  navigator.sendBeacon(url, text);
}

/** The form of a UUID of version 4: each digit 0, 1 and 8 is replaced at random, as far as the version allows. */
const FORM = "10000000-1000-4000-8000-100000000000";

/** Returns a random UUID of version 4. */
export function createUuid(): string {
  return FORM.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });
}
