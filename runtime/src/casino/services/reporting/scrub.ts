// Takes out of a report what must not leave the tab: passwords, tokens, hashes, player numbers, e-mail addresses (A3).

const GONE = "[removed]";
/** Names whose values are secrets, wherever they stand. */
const SECRET =
  /pass(word|code|phrase)?|pwd|token|hash|secret|session_?id|authorization|cookie|^pid$|player_?id|e-?mail/i;
/** How deep and how long a report may be. */
const DEEPEST = 6;
const LONGEST = 4_000;

/** A copy of `value` without secrets. Text is searched, and values under a secret's name are dropped whole. */
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

/** `text` without secrets: assignments and JSON members with a secret's name, bearer headers, addresses, long codes. */
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
