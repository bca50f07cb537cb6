// Finds the field or the line of a text in the page, and back. The page is rendered by templates that know nothing of the editor, so texts are
// compared: without markup, white space and case.

import { child, isArray, isObject, type Json, valueAt } from "../model/json";
import { createStore } from "../ui/state";

/** Where a text is written: a field of the form, or a line of the body, counted from 1. */
export type Source = { readonly pointer: string } | { readonly line: number };

/** What the user edits at present, in the form of a source. The preview marks it. */
export interface Selection {
  readonly pointer?: string;
  readonly line?: number;
}

export const $selection = createStore<Selection | null>(null);

/** The shortest text that is looked for inside of a longer one. Shorter ones are in many. */
const MIN_PART = 12;

/** The shortest text that is looked for if it is most of a longer one. */
const MIN_WORD = 4;

/** Returns a text as a reader sees it: without HTML, the marks of Markdown, and repeated white space. */
export function plainText(text: string): string {
  return text
    .replaceAll(/<\/?(a|b|code|em|i|mark|small|span|strong|sub|sup|u)\b[^>]*>/gi, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*_`~#>|“”"'‘’]/g, "")
    .replaceAll(/^\s*([-+]|\d+\.)\s/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

/** Returns the field or the line with the text of an element. A field that has exactly this text comes first. */
export function findSource(shown: string, values: Json | null, body: string | null): Source | undefined {
  const text = plainText(shown);
  if (text === "") return undefined;
  const fields = values === null ? [] : textsIn(values, "");
  const exact = fields.find((field) => field.text === text);
  if (exact) return { pointer: exact.pointer };

  const line = lineOf(text, body ?? "");
  if (line !== undefined) return { line };

  // A template adds words to a value, or shows a part of it.
  const parts = fields.filter(
    (field) => isPart(field.text, text) || isPart(text, field.text) || isMostOf(field.text, text),
  );
  const longest = parts.sort((a, b) => b.text.length - a.text.length)[0];
  return longest && { pointer: longest.pointer };
}

/** Returns the text of a field as a reader sees it; empty for fields without one. */
export function textOfField(values: Json | null, pointer: string): string {
  const value = valueAt(values ?? undefined, pointer);
  return typeof value === "string" ? plainText(value) : "";
}

/** Returns the text of a line as a reader sees it. */
export const textOfLine = (body: string | null, line: number) => plainText((body ?? "").split("\n")[line - 1] ?? "");

/** Returns the element with a text that has the fewest other texts, among the elements of a document. */
export function elementOf(text: string, root: ParentNode): HTMLElement | undefined {
  if (text.length < 2) return undefined;
  const wanted = withoutSpaces(text);
  let best: { element: HTMLElement; length: number } | undefined;

  for (const element of root.querySelectorAll<HTMLElement>("body *:not(script, style, template, noscript)")) {
    const own = withoutSpaces(plainText(element.textContent ?? ""));
    if (own === wanted || (wanted.length >= MIN_PART && own.includes(wanted))) {
      // Among elements with equal texts, the innermost one comes last.
      if (!best || own.length <= best.length) best = { element, length: own.length };
    }
  }
  return best?.element;
}

/** The cells of a table have no space between them in the page. */
const withoutSpaces = (text: string) => text.replaceAll(" ", "");

const isPart = (part: string, whole: string) => part.length >= MIN_PART && whole.includes(part);

/** Whether a short text is at least half of another one, and consists of its words: the name in "Assam: 450". */
function isMostOf(part: string, whole: string): boolean {
  if (part.length < MIN_WORD || part.length * 2 < whole.length) return false;
  const at = whole.indexOf(part);
  const isInWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
  return at >= 0 && !isInWord(whole[at - 1]) && !isInWord(whole[at + part.length]);
}

/** Returns the line of the body that begins a text, or that has a part of it. */
function lineOf(text: string, body: string): number | undefined {
  const lines = body.split("\n").map(plainText);
  const exact = lines.indexOf(text);
  if (exact >= 0) return exact + 1;

  // A paragraph has several lines; its element has all of them.
  const begins = lines.findIndex((line) => line.length >= 4 && text.startsWith(line));
  if (begins >= 0) return begins + 1;

  const cell = body.split("\n").findIndex((line) => cellsOf(line).includes(text));
  if (cell >= 0) return cell + 1;
  const contains = lines.findIndex((line) => isPart(text, line));
  return contains >= 0 ? contains + 1 : undefined;
}

/** Returns the texts of the cells if a line is a row of a table. */
const cellsOf = (line: string) => (line.includes("|") ? line.split(/(?<!\\)\|/).map(plainText) : []);

function textsIn(value: Json, pointer: string): { readonly pointer: string; readonly text: string }[] {
  if (typeof value === "string") {
    const text = plainText(value);
    return text === "" ? [] : [{ pointer, text }];
  }
  if (isArray(value)) return value.flatMap((item, index) => textsIn(item, child(pointer, index)));
  if (isObject(value)) return Object.entries(value).flatMap(([key, item]) => textsIn(item, child(pointer, key)));
  return [];
}
