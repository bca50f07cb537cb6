// Edits of texts, and figures for writers.

import type { Range } from "../api/types";

/** A replacement of a range of a text. */
export interface TextChange {
  readonly range: Range;
  readonly text: string;
}

const isHighSurrogate = (text: string, index: number) => /[\uD800-\uDBFF]/.test(text[index] ?? "");

/** Returns the smallest replacement that turns one text into another one; `undefined` if they are equal. */
export function textChange(from: string, to: string): TextChange | undefined {
  if (from === to) return undefined;
  const shortest = Math.min(from.length, to.length);

  let start = 0;
  while (start < shortest && from[start] === to[start]) start++;
  // A replacement never begins or ends inside of a character.
  if (start > 0 && isHighSurrogate(from, start - 1)) start--;

  let end = 0;
  while (end < shortest - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  if (end > 0 && (isHighSurrogate(from, from.length - end - 1) || isHighSurrogate(to, to.length - end - 1))) end--;

  return { range: { start, end: from.length - end }, text: to.slice(start, to.length - end) };
}

/** Returns a text after a replacement. */
export const applyTextChange = (text: string, { range, text: added }: TextChange) =>
  text.slice(0, range.start) + added + text.slice(range.end);

/** Returns the number of words that readers see: without code blocks, HTML, calls of shortcodes, and link targets. */
export function countWords(markdown: string): number {
  const prose = markdown
    .replace(/^(```|~~~)[\s\S]*?^\1.*$/gm, " ")
    .replace(/<!--[\s\S]*?-->|<[^>]*>/g, " ")
    .replace(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, " ")
    .replace(/\]\([^)]*\)/g, "] ");
  return (prose.match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu) ?? []).length;
}

/** Returns a text as the last part of a URL: "Été à Québec" becomes "ete-a-quebec". */
export function slugOf(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}
