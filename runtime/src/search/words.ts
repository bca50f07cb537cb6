// Splits texts into words and finds the parts of a text that matched a search.

/** Characters of scripts that write words without spaces. Each counts as a word. */
const UNSPACED = "[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Thai}\\p{sc=Khmer}\\p{sc=Lao}\\p{sc=Myanmar}]";
/** Letters, marks and numbers. */
const LETTER = `(?!${UNSPACED})[\\p{L}\\p{M}\\p{N}_]`;
/** Signs that belong to a name: `C++`, `C#`. */
const SIGNS = "(?:[+#]+(?![\\p{L}+#]))?";
/** Soft hyphens, joiners and other invisible characters are in a word. The space without a width separates words. */
const WORD = new RegExp(`${UNSPACED}|${LETTER}(?:${LETTER}|(?!\\u200B)\\p{Cf})*${SIGNS}`, "gu");

/** Most texts need no tables of Unicode, which take four times as long. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /\w+(?:[+#]+(?![a-z+#]))?/gi;

/** Letters without a decomposition, which people write with others, and the final sigma: `strasse` finds `Straße`. */
const FOLDED = new Map("ßss æae œoe øo đd ðd ħh ıi łl ŧt þth ςσ".split(" ").map((it) => [it[0], it.slice(1)]));
/** Marks, invisible characters and the Arabic kashida. */
const REMOVED = /[\p{Mn}\p{Cf}\u0640]/gu;

/** Returns the words of a text as they are written, with the signs of names such as `C++`. */
export function words(text: string): string[] {
  return text.match(ASCII.test(text) ? ASCII_WORD : WORD) ?? [];
}

/** Returns a word in lower case without accents, so that `resume` finds `Résumé`. */
export function normalized(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  const letters = word.normalize("NFKD").toLowerCase().replace(REMOVED, "");
  return [...letters].map((letter) => FOLDED.get(letter) ?? letter).join("");
}

/** Returns what a word is in the index: a name with signs is also a word without them. */
export function termsOf(word: string): string[] {
  const whole = normalized(word);
  return [...new Set([whole.replace(/[+#]+$/, ""), whole])].filter(Boolean);
}

/** The words that matched a search. */
export interface Matches {
  /** Words of the index that matched, normalized. */
  readonly terms: readonly string[];
  /** Words of the query, normalized. */
  readonly query: readonly string[];
}

/** A part of a text. */
export interface Part {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Divides a text into parts that matched and the rest. Of a longer word only the start that was typed is a match. */
export function parts(text: string, { terms, query }: Matches): Part[] {
  const found: Part[] = [];
  let end = 0;

  const add = (to: number, isMatch: boolean) => {
    if (to > end) found.push({ text: text.slice(end, to), isMatch });
    end = to;
  };

  for (const { 0: word, index } of text.matchAll(WORD)) {
    const term = termsOf(word).findLast((it) => terms.includes(it));
    if (!term) continue;

    const typed = Math.max(0, ...query.filter((it) => term.startsWith(it)).map((it) => it.length));
    add(index, false);
    // Without its accents a word can have another length, so that the typed start is unknown.
    add(index + (typed && term.length === word.length ? typed : word.length), true);
  }

  add(text.length, false);
  return found;
}
