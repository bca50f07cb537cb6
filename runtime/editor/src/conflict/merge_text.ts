// Three-way merge of a text by paragraphs.

import { commonItems } from "../model/diff";
import type { Side } from "./merge_values";

/** A part of a merged text. Only a conflict needs a choice. */
export interface TextPart {
  readonly kind: "same" | "mine" | "theirs" | "conflict";
  readonly base: string;
  readonly theirs: string;
  readonly mine: string;
}

/** Returns the paragraphs of a text with the empty lines after them. A block of code is one paragraph. */
export function paragraphsOf(text: string): readonly string[] {
  const paragraphs: string[] = [];
  let current = "";
  let fence: string | undefined;
  let isAfterBlank = false;

  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const isBlank = line.trim() === "";
    if (isAfterBlank && !isBlank && fence === undefined) {
      paragraphs.push(current);
      current = "";
    }
    current += line;
    isAfterBlank = isBlank;

    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence;
  }
  return current === "" ? paragraphs : [...paragraphs, current];
}

/** The last paragraph has no empty line after it, so the line ends do not count. */
const isSameParagraph = (left: string, right: string) => left.trimEnd() === right.trimEnd();

/** Returns the parts of three versions of a text: those without a change, those that one side changed, and the conflicts. */
export function compareTexts(base: string, theirs: string, mine: string): readonly TextPart[] {
  const original = paragraphsOf(base);
  const left = paragraphsOf(theirs);
  const right = paragraphsOf(mine);
  const inTheirs = new Map(commonItems(original, left, isSameParagraph));
  const inMine = new Map(commonItems(original, right, isSameParagraph));

  const parts: TextPart[] = [];
  let [a, b, c] = [0, 0, 0];
  const addUntil = (endA: number, endB: number, endC: number) => {
    const part = partOf(original.slice(a, endA), left.slice(b, endB), right.slice(c, endC));
    if (part) parts.push(part);
    [a, b, c] = [endA, endB, endC];
  };

  for (let index = 0; index < original.length; index++) {
    const [atB, atC] = [inTheirs.get(index), inMine.get(index)];
    // A paragraph that all versions have separates two changes.
    if (atB === undefined || atC === undefined) continue;
    addUntil(index, atB, atC);
    addUntil(index + 1, atB + 1, atC + 1);
  }
  addUntil(original.length, left.length, right.length);
  return parts;
}

function partOf(
  originals: readonly string[],
  lefts: readonly string[],
  rights: readonly string[],
): TextPart | undefined {
  const [base, theirs, mine] = [originals.join(""), lefts.join(""), rights.join("")];
  if (base === "" && theirs === "" && mine === "") return undefined;
  if (theirs === mine) return { kind: base === mine ? "same" : "theirs", base, theirs, mine };
  if (theirs === base) return { kind: "mine", base, theirs, mine };
  return { kind: mine === base ? "theirs" : "conflict", base, theirs, mine };
}

/** Returns the merged text. `choices` has the side of each conflict by its index among the parts; the default is "mine". */
export function mergedText(parts: readonly TextPart[], choices: Readonly<Record<number, Side>>): string {
  let text = "";
  for (const [index, part] of parts.entries()) {
    const side = part.kind === "conflict" ? (choices[index] ?? "mine") : part.kind === "theirs" ? "theirs" : "mine";
    const added = part[side];
    // A paragraph that was the last one of its version is not the last one here.
    if (added !== "" && text !== "" && !/\n\s*\n$/.test(text)) text = `${text.replace(/\n*$/, "")}\n\n`;
    text += added;
  }
  return text;
}
