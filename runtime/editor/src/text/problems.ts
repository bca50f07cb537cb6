// Problems of a file as ranges of its text.

import type { Problem } from "../api/types";
import type { TextProblem } from "./text_editor";

/** Returns the offset of a line and column, both from 1. */
export function offsetOf(text: string, line: number, column = 1): number {
  let start = 0;
  for (let number = 1; number < line; number++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  return Math.min(start + column - 1, text.length);
}

/** Returns the offset in the text editor, whose lines end with one character each, of an offset in a text. */
export const editorOffset = (text: string, at: number) => at - (text.slice(0, at + 1).match(/\r\n/g)?.length ?? 0);

/** Returns the problems of a file inside of a part of it, as ranges in the text editor. `start` is the offset of the part. */
export function textProblems(
  problems: readonly Problem[],
  path: string,
  whole: string,
  start: number,
  length: number,
): readonly TextProblem[] {
  const part = whole.slice(start);
  return problems
    .filter(({ file }) => file === path)
    .map(({ range, line, column, severity, message, hint }) => {
      const from = range?.start ?? offsetOf(whole, line, column);
      const lineEnd = whole.indexOf("\n", from);
      const to = range?.end ?? (lineEnd < 0 ? whole.length : lineEnd);
      return { from: from - start, to: to - start, severity, message: hint ? `${message} ${hint}` : message };
    })
    .filter(({ from, to }) => to >= 0 && from >= 0 && from <= length)
    .map(({ from, to, ...problem }) => ({ ...problem, from: editorOffset(part, from), to: editorOffset(part, to) }));
}
