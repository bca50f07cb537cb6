// The code of pages uses no interface that is missing in the oldest supported browsers, Safari on iOS 16.4 (A142).

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The code of pages. */
const SOURCES = ["casino", "loader/src", "src"];
const RUNTIME = join(import.meta.dirname, "..");

/** Interfaces of later browsers that no polyfill or check can replace in the places where they are called. */
const MISSING: readonly RegExp[] = [
  /\bURL\.(canParse|parse)\b/,
  /\bPromise\.(withResolvers|try)\b/,
  /\bAbortSignal\.any\b/,
  /\b(Object|Map)\.groupBy\b/,
  /\.(intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  /\bIterator\.(from|concat)\b/,
  /\.(values|keys|entries)\(\)\s*\.(map|filter|take|drop|find|some|every|reduce|toArray|flatMap|forEach)\(/,
  /\bIntl\.(DurationFormat|Segmenter)\b/,
  /\b(RegExp\.escape|Math\.sumPrecise|Error\.isError)\b/,
  /\.(toBase64|toHex|checkVisibility|moveBefore|getHTML|setHTMLUnsafe)\(|\.(fromBase64|fromHex|parseHTMLUnsafe)\(/,
  /\bArrayBuffer\b.*\.transfer\(/,
  /\/v[gimsuyd]*[.,;)]/,
  /^\s*(await )?using \w+ =/m,
  // `navigator.locks`, `crypto.subtle`, `navigator.clipboard` and the like are missing on insecure origins, too, and are guarded where
  // they are used. `randomUUID` has a replacement.
  /\bcrypto\.randomUUID\b/,
];

function files(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name === "tests") return [];
    if (entry.isDirectory()) return files(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Removes comments, which may name such interfaces. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, "$1");

test("no file uses an interface that the oldest supported browsers lack", () => {
  const paths = SOURCES.flatMap((folder) => files(join(RUNTIME, folder)));
  expect(paths.length).toBeGreaterThan(200);
  const uses = paths.flatMap((path) => {
    const text = withoutComments(readFileSync(path, "utf8"));
    return MISSING.filter((name) => name.test(text)).map((name) => `${path.slice(RUNTIME.length)}: ${name}`);
  });
  expect(uses).toEqual([]);
});
