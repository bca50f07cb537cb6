// Edits of texts, and figures, dates and numbers for writers.

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

const CR = /\r\n?/g;
const LINE_END = /\r\n?|\n/;

/**
 * Returns a text of an editor, whose lines end with `\n`, with the line ends of the text that it was before. A new line ends like the one
 * before it.
 */
export function withLineEndsOf(original: string, text: string): string {
  const plain = original.replace(CR, "\n");
  const change = textChange(plain, text.replace(CR, "\n"));
  if (!change) return original;
  if (!plain.includes("\n")) return text;

  const start = originalOffset(original, change.range.start);
  const before = original.slice(0, start).match(new RegExp(LINE_END, "g"))?.at(-1);
  const lineEnd = before ?? LINE_END.exec(original)?.[0] ?? "\n";
  return applyTextChange(original, {
    range: { start, end: originalOffset(original, change.range.end) },
    text: change.text.replaceAll("\n", lineEnd),
  });
}

/** Returns a text whose last line has an end. A text that had none before stays as it is. */
export function withLastLineEnd(original: string, text: string): string {
  const isOpen = (it: string) => it !== "" && !/[\r\n]$/.test(it);
  if (!isOpen(text) || isOpen(original)) return text;
  return text + (LINE_END.exec(text)?.[0] ?? "\n");
}

/** Returns the offset in a text of an offset in the same text with shorter line ends. */
function originalOffset(original: string, offset: number): number {
  let removed = 0;
  for (const { index } of original.matchAll(/\r\n/g)) {
    if (index - removed >= offset) break;
    removed++;
  }
  return offset + removed;
}

/**
 * Matches characters that Markdown, HTML or a template would read: marks, tags, references such as `&amp;`, two dollar signs around a formula,
 * calls, and emoji such as `:tea:`.
 */
const MARKUP = /[\\`*_~|^[\]<]|&(?=#?\w+;)|\$(?=.*\$)|\{(?=[{%#])|:(?=[a-z+-][\w+-]*:)/g;

/** Returns a text in one line as the label of a link or a picture in Markdown. Readers see the same characters. */
export const escapeLabel = (text: string) => text.replace(/\s+/g, " ").replace(MARKUP, "\\$&");

/**
 * Returns the label of a link in Markdown: the selected Markdown, else a plain text. Emphasis and pairs of brackets of the selection stay, and
 * brackets without their pair do not end the label.
 */
export function labelText(selected: string, plain: string): string {
  if (selected === "") return escapeLabel(plain);
  const label = selected.replace(/\s*\n\s*/g, " ");
  let depth = 0;
  for (const [mark] of label.matchAll(/\\.|[[\]]/g)) {
    if (mark === "[") depth++;
    if (mark === "]" && --depth < 0) break;
  }
  return depth === 0 ? label : label.replace(/\\.|[[\]]/g, (mark) => (mark.length > 1 ? mark : `\\${mark}`));
}

/** Returns a URL or path as the target of a link or a picture in Markdown. */
export const escapeTarget = (target: string) => target.replace(/\s/g, encodeURIComponent).replace(/[\\()<>]/g, "\\$&");

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

/** Returns a message and its hint as sentences. Those of the server have no mark at their end. */
export function sentences(message: string, hint: string | null): readonly [message: string, hint: string] {
  const ended = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);
  return hint ? [ended(message), ended(hint.charAt(0).toUpperCase() + hint.slice(1))] : [message, ""];
}

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** Returns "14:02". */
export const timeText = (date: Date) => TIME.format(date);

/** Returns "28 Nov 2026, 14:02"; the text itself if it is no date. */
export function dateText(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.valueOf()) ? text : `${DAY.format(date)}, ${TIME.format(date)}`;
}

const ZONE = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZoneName: "short" });

/** Returns "28 Nov 2026, 14:02 GMT+1": a time that can differ from the one in a form, which has the zone of the site. */
export function zonedDateText(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.valueOf()) ? text : `${DAY.format(date)}, ${ZONE.format(date)}`;
}

/** Returns "1 page" or "2 pages". */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** Returns the names in the header of a CSV file. */
export function columnsOf(csv: string): readonly string[] {
  const [header = ""] = csv.replace(/^\ufeff/, "").split(/\r?\n/, 1);
  const names = header.match(/"(?:[^"]|"")*"|[^,]+/g) ?? [];
  return names.map((name) => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name));
}
