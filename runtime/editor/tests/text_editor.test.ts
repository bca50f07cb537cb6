// @vitest-environment happy-dom
// The text editor: its history after its text was replaced, and its commands.

import { redo, undo, undoDepth } from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import { continueList, toggleMark } from "../src/text/markdown_commands";
import { createTextEditor } from "../src/text/text_editor";

/** Creates an editor. `changes` has the texts that it reported as changes of the user. */
function create(text: string) {
  const parent = document.createElement("div");
  document.body.append(parent);
  const changes: string[] = [];
  const editor = createTextEditor({
    parent,
    text,
    label: "Body",
    isMarkdown: true,
    isReadOnly: false,
    hasLineNumbers: false,
    nonce: undefined,
    onChange: (changed) => changes.push(changed),
    onLink: () => undefined,
    onFiles: () => undefined,
    onFocusLine: () => undefined,
  });
  const view = EditorView.findFromDOM(parent) as EditorView;
  return {
    editor,
    view,
    changes,
    shown: () => view.state.doc.toString(),
    type: (typed: string) => view.dispatch({ changes: { from: 0, insert: typed }, userEvent: "input.type" }),
  };
}

test("a replaced text is no step of the history", () => {
  const { editor, view, changes, shown } = create("first version");
  editor.setText("second version by them");
  expect(undo(view)).toBe(false);
  expect(shown()).toBe("second version by them");
  expect(changes).toEqual([]);
});

test("the history starts again after a replaced text", () => {
  const { editor, view, changes, shown, type } = create("one");
  type("mine ");
  expect(shown()).toBe("mine one");
  editor.setText("theirs");
  expect([undo(view), redo(view), shown()]).toEqual([false, false, "theirs"]);

  type("! ");
  expect(undo(view)).toBe(true);
  expect(shown()).toBe("theirs");
  expect(undo(view)).toBe(false);
  expect(redo(view)).toBe(true);
  expect(shown()).toBe("! theirs");
  expect(changes).toEqual(["mine one", "! theirs", "theirs", "! theirs"]);
});

test("the same text, also with other line ends, keeps the history", () => {
  const { editor, view, shown, type } = create("one\ntwo");
  type("mine ");
  editor.setText("mine one\r\ntwo");
  expect(undoDepth(view.state)).toBe(1);
  undo(view);
  expect(shown()).toBe("one\ntwo");
});

test("the text stays read-only after it was replaced", async () => {
  const { editor, view } = create("one");
  editor.setReadOnly(true);
  await Promise.resolve();
  editor.setText("two");
  expect(view.state.readOnly).toBe(true);
});

/** Runs a command on a text with a selection, which is between two `|`; one `|` is the cursor. */
function run(text: string, command: (view: EditorView) => unknown): string {
  const [before = "", ...rest] = text.split("|");
  const { view, shown } = create(text.replaceAll("|", ""));
  const head = before.length + (rest.length > 1 ? (rest[0]?.length ?? 0) : 0);
  view.dispatch({ selection: { anchor: before.length, head } });
  command(view);
  const { from, to } = view.state.selection.main;
  const after = shown();
  return from === to
    ? `${after.slice(0, from)}|${after.slice(from)}`
    : `${after.slice(0, from)}|${after.slice(from, to)}|${after.slice(to)}`;
}

test.each([
  ["**", "|word| next", "**|word|** next"],
  ["**", "|word |next", "**|word|** next"],
  ["*", "a **|word|** b", "a ***|word|*** b"],
  ["*", "a ***|word|*** b", "a **|word|** b"],
  ["**", "a *|word|* b", "a ***|word|*** b"],
  ["**", "a ***|word|*** b", "a *|word|* b"],
  ["**", "a |**word**| b", "a |word| b"],
  ["**", "a **|word|** b", "a |word| b"],
  ["**", "|one\n\ntwo\nthree|\n", "**|one**\n\n**two\nthree|**\n"],
  ["**", "|**one**\n\n**two**|", "|one\n\ntwo|"],
  ["**", "|- one\n- [ ] two|", "- **|one**\n- [ ] **two|**"],
  ["**", "|# one\ntwo|", "# **|one**\n**two|**"],
  ["**", "a | b", "a **|** b"],
  ["**", "a **|** b", "a | b"],
  ["**", "a|  |b", "a|  |b"],
  ["## ", "### Su|b", "## Su|b"],
  ["## ", "## Su|b", "Su|b"],
  ["## ", "Su|b", "## Su|b"],
] as const)("the mark %j on %j", (mark, text, expected) => {
  expect(run(text, (view) => toggleMark(view, mark))).toBe(expected);
});

test.each([
  ["- item|", "- item\n- |"],
  ["- [x] do|ne", "- [x] do\n- [ ] |ne"],
  ["  9. nine|", "  9. nine\n  10. |"],
  ["> * item|", "> * item\n> * |"],
  ["- item\n- |", "- item\n|"],
  ["text|", undefined],
  ["|- item", undefined],
  ["- - -|", undefined],
  ["```\n- item|\n```", undefined],
])("Enter in %j", (text, expected) => {
  expect(run(text, (view) => expect(continueList(view)).toBe(expected !== undefined))).toBe(expected ?? text);
});

test.each([
  ["Aut|umn", "Aut\n\n{% a() %}\n\numn"],
  ["one |two| three", "one \n\n{% a() %}\n\n three"],
  ["one\n|\ntwo", "one\n{% a() %}\ntwo"],
  ["one|", "one\n\n{% a() %}"],
])("a block in %j is on lines of its own", (text, expected) => {
  const { editor, view, shown } = create(text.replaceAll("|", ""));
  const [before = "", selected = ""] = text.split("|");
  const isSelection = text.split("|").length > 2;
  view.dispatch({ selection: { anchor: before.length, head: before.length + (isSelection ? selected.length : 0) } });
  editor.insertBlock("{% a() %}");
  expect(shown()).toBe(expected);
});
