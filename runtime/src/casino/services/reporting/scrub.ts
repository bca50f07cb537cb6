// Removes secrets and personal data from reports: passwords, tokens, hashes, player numbers, email addresses (A3).

const GONE = "[removed]";
/** Names of fields whose values are secrets. */
const SECRET =
  /pass(word|code|phrase)?|pwd|token|hash|secret|session_?id|authorization|cookie|^pid$|player_?id|e-?mail/i;
/** Limits of a report: the depth of its values and the length of a text, in characters. */
const DEEPEST = 6;
const LONGEST = 4_000;

/** Returns a copy of `value` without secrets. Texts are searched, and the values of fields with a secret's name are removed. */
export function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return scrubText(value);
  if (value instanceof Error)
    return { name: value.name, message: scrubText(value.message), stack: scrubText(value.stack ?? "") };
  if (typeof value !== "object" || value === null) return typeof value === "function" ? GONE : value;
  if (depth >= DEEPEST) return GONE;
  if (Array.isArray(value)) return value.slice(0, 50).map((part) => scrub(part, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, SECRET.test(name) ? GONE : scrub(part, depth + 1)]),
  );
}

/** Removes secrets from `text`: assignments and JSON members with a secret's name, bearer headers, email addresses, long codes. */
export function scrubText(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(/[^\s@"'<>=&?/:;,()]+(?:@|%40)[^\s@"'<>&?/:;,()]+\.[a-z]{2,}/gi, GONE)
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${GONE}`)
    .replace(
      /(["']?\b[\w-]*(?:pass(?:word|code|phrase)?|pwd|token|hash|secret|session_?id|pid|player_?id|e-?mail)["']?\s*[=:]\s*)("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s&,;}"']+)/gi,
      `$1${GONE}`,
    )
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, GONE)
    .replace(/\b[0-9a-f]{24,}\b/gi, GONE);
}
