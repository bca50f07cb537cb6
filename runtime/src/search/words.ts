// Splits texts into words and finds the parts of a text that matched a search.

/** Characters of scripts that write words without spaces. Each counts as a word. */
const UNSPACED = "[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Thai}\\p{sc=Khmer}\\p{sc=Lao}\\p{sc=Myanmar}]";
/** Characters without a width that do not change the spelling, such as soft hyphens. See `is_invisible` in generator/base/src/unicode.rs. */
const INVISIBLE =
  "\\u00AD\\u034F\\u061C\\u180B-\\u180F\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u206F\\uFE00-\\uFE0F\\uFEFF\\u{E0000}-\\u{E0FFF}";
const SPACED = `(?!${UNSPACED})[\\p{L}\\p{M}\\p{N}_]`;
const WORD = new RegExp(`${UNSPACED}|${SPACED}(?:${SPACED}|[${INVISIBLE}])*`, "gu");
const REMOVED = new RegExp(`[\\p{Mn}${INVISIBLE}]`, "gu");

/** Most texts need no tables of Unicode, which take four times as long. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /\w+/g;

/** Returns the words of a text as they are written. */
export function words(text: string): string[] {
  return text.match(ASCII.test(text) ? ASCII_WORD : WORD) ?? [];
}

/** Returns a word in lower case without accents, so that `resume` finds `Résumé`. */
export function normalized(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  return word.toLowerCase().normalize("NFD").replace(REMOVED, "");
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
    const term = normalized(word);
    if (!terms.includes(term)) continue;
    const typed = Math.max(0, ...query.filter((it) => term.startsWith(it)).map((it) => it.length));
    add(index, false);
    // Without its accents a word can have another length, so that the typed start is unknown.
    add(index + (typed && term.length === word.length ? typed : word.length), true);
  }
  add(text.length, false);
  return found;
}
