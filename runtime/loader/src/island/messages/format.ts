// Formats a message with its arguments, as `messages/format.rs` of the generator does. A table has all formats of its language that its
// messages use, so that neither `Intl` nor tables of other languages are needed.

import { type DateFormats, formatDate } from "./dates";
import { digitsOf, grouped, type NumberFormat, rounded, roundTo } from "./numbers";
import { category } from "./plurals";

/** A value that a message shows as text. A date is a `Date`, or a text such as `2026-11-28` or `2026-11-28T18:00:00Z`. */
type Item = string | number | bigint | boolean | Date;

/** A value, or a list of values for `LIST`. */
export type Value = Item | readonly Item[];

/**
 * The patterns of two items, of the first two, of the next ones and of the last two. In Spanish, a word changes before some items: the word,
 * a regular expression of the item, and the other word.
 */
type ListPatterns = readonly [
  two: string,
  start: string,
  middle: string,
  end: string,
  exception?: readonly [word: string, condition: string, other: string],
];

/** A text with expressions. */
type Pattern = string | readonly Part[];
type Part = string | Expression;
/** The decimals, and the texts around an amount. Those of an amount below zero follow unless `-` comes before the others. */
type Amount = readonly [
  decimals: number,
  before: string,
  after: string,
  negativeBefore?: string,
  negativeAfter?: string,
];
type Variant = readonly [key: string | readonly [number: string], pattern: Pattern];
type PluralKind = "plurals" | "ordinals";

/** An expression between braces. `generator/content/src/messages/table.rs` writes them. */
type Expression =
  | readonly ["text" | "digits" | "get", text: string]
  | readonly ["message", key: string, values: Readonly<Record<string, Expression>>]
  | readonly ["choose", selector: Expression, variants: readonly Variant[], otherwise: number]
  | readonly ["date", value: Expression, style: string]
  | readonly ["list", value: Expression, patterns: ListPatterns]
  | readonly ["number", value: Expression, minimum: number, maximum: number, kind: PluralKind, amount?: Amount];

/** Messages of one language with its formats. */
export interface Table {
  readonly messages: Readonly<Record<string, Pattern>>;
  readonly number?: NumberFormat;
  readonly amount?: NumberFormat;
  readonly plurals?: string;
  readonly ordinals?: string;
  readonly isRtl?: boolean;
  readonly dates?: DateFormats;
  readonly zone?: string;
}

/** The arguments of a message. Those of a term may be missing. */
interface Scope {
  readonly values: Readonly<Record<string, unknown>>;
  readonly isTerm: boolean;
}

/** The value of an expression: a text, a number with its format, an element of React, or an argument of a term that is missing. */
type Result =
  | { readonly text: string; readonly isArgument?: boolean }
  | { readonly digits: string; readonly shown?: string; readonly kind: PluralKind }
  | { readonly element: unknown }
  | { readonly items: readonly unknown[] }
  | { readonly missing: string };

/** Numbers without options show at most this many decimals. */
const MAX_DECIMALS = 3;

/** Returns the parts of a message: texts, and elements of React. In the browser, a mistake shows the key instead of failing. */
export function format(tables: readonly Table[], key: string, values: Readonly<Record<string, unknown>>): unknown[] {
  try {
    const table = tables.find(({ messages }) => Object.hasOwn(messages, key));
    if (!table) throw new Error(`no call of this island names the message \`${key}\` in quotes`);

    const parts: unknown[] = [];
    write(table, table.messages[key] ?? "", { values, isTerm: false }, parts);
    return parts;
  } catch (error) {
    // The build reports it. A page that readers see must not break.
    if (typeof document === "undefined") throw error;
    console.error(error);
    return [key];
  }
}

function write(table: Table, pattern: Pattern, scope: Scope, parts: unknown[]): void {
  if (typeof pattern === "string") {
    parts.push(pattern);
    return;
  }

  for (const part of pattern) {
    if (typeof part === "string") parts.push(part);
    else writeExpression(table, part, scope, parts);
  }
}

function writeExpression(table: Table, expression: Expression, scope: Scope, parts: unknown[]): void {
  if (expression[0] === "message") {
    const [, key, values] = expression;
    const pattern = table.messages[key];
    if (pattern === undefined) return;
    if (!key.startsWith("-")) write(table, pattern, scope, parts);
    else write(table, pattern, { values, isTerm: true }, parts);
    return;
  }

  if (expression[0] === "choose") {
    write(table, chosen(table, expression, scope), scope, parts);
    return;
  }

  if (expression[0] === "list") {
    const [, inner, patterns] = expression;
    const value = evaluate(table, inner, scope);
    if (!("items" in value)) throw new Error("the argument of LIST is no list");

    const items = value.items.map((item) => {
      const texts: unknown[] = [];
      writeValue(table, resultOf(item, "list"), texts);
      return texts.length === 1 ? texts[0] : texts.join("");
    });

    parts.push(...joined(items, patterns));
    return;
  }

  writeValue(table, evaluate(table, expression, scope), parts);
}

/** Returns the items with the texts between them. Items that are no texts stay as they are; `list_text.rs` of the generator does the same. */
function joined(items: readonly unknown[], [two, start, middle, end, exception]: ListPatterns): unknown[] {
  const [first, ...others] = items;
  if (items.length === 0) return [];

  let parts: unknown[] = [first];
  others.forEach((item, at) => {
    const isLast = at === others.length - 1;
    const ofMany = at === 0 ? start : isLast ? end : middle;
    let pattern = others.length === 1 ? two : ofMany;

    if (exception && isLast) {
      const [word, condition, other] = exception;
      if (new RegExp(condition, "i").test(String(item))) pattern = pattern.replace(word, other);
    }

    const [before = "", rest = ""] = pattern.split("{0}");
    const [between = "", after = ""] = rest.split("{1}");
    parts = [before, ...parts, between, item, after].filter((part) => part !== "");
  });

  return parts;
}

function writeValue(table: Table, value: Result, parts: unknown[]): void {
  if ("items" in value) throw new Error("an argument is a list, which only LIST shows");
  if ("element" in value) parts.push(value.element);
  else if ("missing" in value) throw new Error(`the argument \`${value.missing}\` is missing`);
  else if ("digits" in value) parts.push(value.shown ?? shownNumber(table, rounded(value.digits, 0, MAX_DECIMALS)));
  else parts.push(value.isArgument ? isolated(table, value.text) : value.text);
}

/** Returns the pattern that a choice takes. A number as key is more precise than a plural category. */
function chosen(table: Table, choice: Extract<Expression, readonly ["choose", ...unknown[]]>, scope: Scope): Pattern {
  const [, selector, variants, otherwise] = choice;
  const value = evaluate(table, selector, scope);

  let found: Variant | undefined;
  if ("digits" in value) {
    const digits = value.shown === undefined ? rounded(value.digits, 0, MAX_DECIMALS) : value.digits;
    const name = category(table[value.kind], digits);
    found = variants.find(([key]) => typeof key !== "string" && Number(key[0]) === Number(digits));
    found ??= variants.find(([key]) => key === name);
  } else if ("text" in value) {
    found = variants.find(([key]) => typeof key !== "string" && key[0] === value.text);
    found ??= variants.find(([key]) => key === value.text);
  }

  return (found ?? variants[otherwise])?.[1] ?? "";
}

function evaluate(table: Table, expression: Expression, scope: Scope): Result {
  switch (expression[0]) {
    case "text":
      return { text: expression[1] };
    case "digits":
      return { digits: expression[1], kind: "plurals" };
    case "get":
      return argument(expression[1], scope);
    case "number":
      return numberOf(table, expression, scope);
    case "date": {
      const [, inner, style] = expression;
      const value = evaluate(table, inner, scope);
      return "missing" in value ? value : { text: formatDate(textOf(value), style, table.dates, table.zone) };
    }
    default: {
      // The text of a term or of a nested choice decides.
      const parts: unknown[] = [];
      writeExpression(table, expression, scope, parts);
      return { text: parts.join("") };
    }
  }
}

function argument(name: string, { values, isTerm }: Scope): Result {
  const value = values[name];
  if (isTerm) return Array.isArray(value) ? literal(value) : { missing: name };
  return resultOf(value, name);
}

function resultOf(value: unknown, name: string): Result {
  if (value === undefined || value === null) throw new Error(`the argument \`${name}\` is missing`);
  if (Array.isArray(value)) return { items: value };
  if (typeof value === "number" || typeof value === "bigint") {
    if (typeof value === "number" && !Number.isFinite(value)) throw new Error(`the argument \`${name}\` is ${value}`);
    return { digits: digitsOf(value), kind: "plurals" };
  }
  if (value instanceof Date) return { text: value.toISOString(), isArgument: true };
  if (typeof value === "object") return { element: value };
  return { text: String(value), isArgument: true };
}

/** Returns the value of an argument of a term, which is written in the message. */
function literal([kind, text]: readonly unknown[]): Result {
  if (kind === "digits") return { digits: String(text), kind: "plurals" };
  return { text: String(text), isArgument: true };
}

function numberOf(table: Table, call: Extract<Expression, readonly ["number", ...unknown[]]>, scope: Scope): Result {
  const [, inner, minimum, maximum, kind, amount] = call;
  const value = evaluate(table, inner, scope);
  if ("missing" in value) return value;

  const text = textOf(value).trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) throw new Error(`\`${text}\` is not a number`);

  const digits = rounded(text, minimum, maximum);
  if (!amount) return { digits, shown: shownNumber(table, digits), kind };

  const [decimals, before, after, negativeBefore = `-${before}`, negativeAfter = after] = amount;
  const exact = roundTo(text, decimals);
  const [start, end] = exact.startsWith("-") ? [negativeBefore, negativeAfter] : [before, after];
  return { digits, shown: `${start}${grouped(exact.replace("-", ""), formatOf(table.amount))}${end}`, kind };
}

function textOf(value: Exclude<Result, { readonly missing: string }>): string {
  if ("element" in value || "items" in value) throw new Error("an element or a list is no number and no date");
  return "digits" in value ? value.digits : value.text;
}

const shownNumber = (table: Table, digits: string) => grouped(digits, formatOf(table.number));

function formatOf(format: NumberFormat | undefined): NumberFormat {
  if (!format) throw new Error("the format of numbers of this language is unknown");
  return format;
}

/** Letters that are written from right to left, in the ranges of `text_direction.rs`. */
const RTL = /[\u{590}-\u{8ff}\u{fb1d}-\u{fdff}\u{fe70}-\u{feff}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Returns an argument with marks if it has letters of the other direction, so that they do not reorder the text around them. */
function isolated({ isRtl = false }: Table, text: string): string {
  const letters = text.match(/\p{Alphabetic}/gu) ?? [];
  return letters.some((letter) => RTL.test(letter) !== isRtl) ? `\u2068${text}\u2069` : text;
}
