// Commands that change the Markdown of a text: marks around words, headings and the next item of a list.

import { syntaxTree } from "@codemirror/language";
import { type ChangeSpec, EditorSelection, type EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** The mark of a text, such as `**`, or of a heading, such as `## `. */
export type Mark = "*" | "**" | "## ";

/** Adds a mark of Markdown to each selection, or removes it. */
export function toggleMark(view: EditorView, mark: Mark): boolean {
  if (view.state.readOnly) return false;
  return mark === "## " ? toggleHeading(view, mark) : toggleEmphasis(view, mark);
}

/** A part of one block, such as a paragraph or an item of a list, without the asterisks around it. */
interface Part {
  readonly from: number;
  readonly to: number;
  /** The number of asterisks on both sides, at most three: bold and italic. */
  readonly marks: number;
}

/** The quotes, bullets, numbers and heading marks that begin a block. */
const BLOCK_MARKS = /^\s*(?:>\s?|[-+*]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+|#{1,6}\s+)*/;

const isMarked = ({ marks }: Part, mark: Mark) => (mark === "**" ? marks >= 2 : marks % 2 === 1);

function toggleEmphasis(view: EditorView, mark: Mark): boolean {
  const { state } = view;

  view.dispatch(
    state.changeByRange((range) => {
      const parts = partsOf(state, range.from, range.to);
      const [first, last] = [parts[0], parts.at(-1)];
      if (!first || !last) return { range };

      const isOff = parts.every((part) => isMarked(part, mark));
      const changed = isOff ? parts : parts.filter((part) => !isMarked(part, mark));
      const changes = state.changes(changed.flatMap((part) => (isOff ? removed(part, mark) : added(part, mark))));
      // The marks stay outside of the selection.
      const start = changes.mapPos(first.from, range.empty ? -1 : 1) + (range.empty && !isOff ? mark.length : 0);
      return { changes, range: EditorSelection.range(start, range.empty ? start : changes.mapPos(last.to, -1)) };
    }),
    { userEvent: "input", scrollIntoView: true },
  );
  return true;
}

const added = ({ from, to }: Part, mark: Mark): readonly ChangeSpec[] => [
  { from, insert: mark },
  { from: to, insert: mark },
];

const removed = ({ from, to }: Part, { length }: Mark): readonly ChangeSpec[] => [
  { from: from - length, to: from },
  { from: to, to: to + length },
];

/** Returns the parts of a range that get marks of their own: Markdown ends emphasis with its block. */
function partsOf(state: EditorState, from: number, to: number): readonly Part[] {
  if (from === to) return [partOf(state, from, to)];

  const spans: { from: number; to: number }[] = [];
  let isOpen = false;
  for (let { number } = state.doc.lineAt(from); number <= state.doc.lineAt(to).number; number++) {
    const line = state.doc.line(number);
    const marks = BLOCK_MARKS.exec(line.text)?.[0] ?? "";
    const start = Math.max(from, line.from + marks.length);
    const text = state.sliceDoc(start, Math.max(start, Math.min(to, line.to)));
    const span = { from: start + text.search(/\S|$/), to: start + text.trimEnd().length };

    const open = isOpen && marks.trim() === "" ? spans.at(-1) : undefined;
    isOpen = span.from < span.to && !marks.includes("#");
    if (span.from >= span.to) continue;
    if (open) open.to = span.to;
    else spans.push(span);
  }
  return spans.map((span) => partOf(state, span.from, span.to));
}

/** Returns a range without the asterisks at its ends, with the number of asterisks around it. */
function partOf(state: EditorState, from: number, to: number): Part {
  const text = state.sliceDoc(from, to);
  const [, inner = ""] = /^\**([^*]*)\**$/.exec(text) ?? [];
  // Asterisks inside belong to words of the range, such as in `**a** and **b**`.
  const start = inner === "" ? from : from + text.indexOf(inner);
  const end = inner === "" ? to : start + inner.length;

  const before = /(?<!\\)\**$/.exec(state.sliceDoc(Math.max(0, start - 4), start))?.[0].length ?? 0;
  const after = /^\**/.exec(state.sliceDoc(end, end + 3))?.[0].length ?? 0;
  return { from: start, to: end, marks: Math.min(before, after, 3) };
}

function toggleHeading(view: EditorView, mark: Mark): boolean {
  const line = view.state.doc.lineAt(view.state.selection.main.head);
  const written = /^ {0,3}#{1,6}(?:[ \t]+|$)/.exec(line.text)?.[0] ?? "";
  const insert = written === mark ? "" : mark;
  view.dispatch({ changes: { from: line.from, to: line.from + written.length, insert }, userEvent: "input" });
  return true;
}

/** Quotes, and a bullet or a number with its spaces and its box. */
const ITEM = /^((?:\s*>)*\s*)(?:([-+*])|(\d+)([.)]))(\s+)(\[[ xX]\]\s+)?/;
const RULE = /^\s*([-*])(?:\s*\1){2,}\s*$/;

/** Begins the next item of a list. An item without a text ends the list. */
export function continueList(view: EditorView): boolean {
  const { state } = view;
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  const item = ITEM.exec(line.text);
  if (!item || RULE.test(line.text) || state.readOnly || ranges.length > 1 || !main.empty) return false;
  if (main.head < line.from + item[0].length || isCode(state, main.head)) return false;

  const [all, indent = "", bullet, number, delimiter = "", space = " ", box] = item;
  if (line.text.trimEnd().length <= all.trimEnd().length) {
    view.dispatch({ changes: { from: line.from + indent.length, to: line.to }, userEvent: "input" });
    return true;
  }

  const mark = bullet ?? `${Number(number) + 1}${delimiter}`;
  const insert = `${state.lineBreak}${indent}${mark}${space}${box ? "[ ] " : ""}`;
  view.dispatch(state.replaceSelection(insert), { userEvent: "input", scrollIntoView: true });
  return true;
}

/** Returns whether a position is in a block of code. */
function isCode(state: EditorState, at: number): boolean {
  for (
    let node: ReturnType<typeof syntaxTree>["topNode"] | null = syntaxTree(state).resolveInner(at, -1);
    node;
    node = node.parent
  )
    if (node.name === "FencedCode" || node.name === "CodeBlock") return true;
  return false;
}

/** Replaces the selection by a block, with blank lines between it and other text of its lines. */
export function insertBlock(view: EditorView, text: string): void {
  const { state } = view;
  const { from, to } = state.selection.main;
  const before = state.sliceDoc(state.doc.lineAt(from).from, from);
  const after = state.sliceDoc(to, state.doc.lineAt(to).to);
  const separator = (other: string) => (other.trim() === "" ? "" : "\n\n");
  view.dispatch(state.replaceSelection(`${separator(before)}${text}${separator(after)}`));
}
