// Texts: the smallest replacement, words, URLs, and the merge of paragraphs.

import { GFM, parser } from "@lezer/markdown";
import { expect, test } from "vitest";
import { parseEvent } from "../src/api/events";
import type { Entry, Problem } from "../src/api/types";
import { compareTexts, compareValues, mergedEdits, mergedText, paragraphsOf } from "../src/conflict/merge";
import {
  adoptParsed,
  editBody,
  editRaw,
  editsOf,
  editValue,
  hasFormEdits,
  rebaseWork,
  restoreWork,
  startWork,
} from "../src/drafts/work";
import { diff, linesOf } from "../src/model/diff";
import { applyEdits } from "../src/model/edits";
import {
  applyTextChange,
  countWords,
  escapeLabel,
  escapeTarget,
  labelText,
  sentences,
  slugOf,
  textChange,
  withLineEndsOf,
  zonedDateText,
} from "../src/model/text";
import { pastedFiles } from "../src/text/text_editor";
import { editorOffset, textProblems } from "../src/text/text_field";

test.each([
  ["abc", "abxc"],
  ["aaaa", "aa"],
  ["", "x"],
  ["a😀b", "a😁b"],
  ["é\r\nb", "é\nb"],
])("a replacement turns %j into %j", (from, to) => {
  const change = textChange(from, to);
  expect(change && applyTextChange(from, change)).toBe(to);
});

test("a replacement keeps whole characters", () => {
  const change = textChange("a😀b", "a😁b");
  expect(change).toEqual({ range: { start: 1, end: 3 }, text: "😁" });
});

test.each([
  ["a\r\nb\r\n", "a\nb\n", "a\r\nb\r\n"],
  ["a\r\nb\r\n", "a\nb\nZ", "a\r\nb\r\nZ"],
  ["a\r\nb\r\n", "a\nx\ny\nb\n", "a\r\nx\r\ny\r\nb\r\n"],
  ["a\r\nb\r\nc", "ab\nc", "ab\r\nc"],
  ["a\r\nb\nc", "a\nb\nx\nc", "a\r\nb\nx\nc"],
  ["a\rb\rc", "a\nb\nx\nc", "a\rb\rx\rc"],
  ["a\nb\n", "a\r\nb\r\nc\r\n", "a\nb\nc\n"],
  ["a", "a\nb", "a\nb"],
  ["", "a\nb", "a\nb"],
])("the lines of %j end as before in %j", (original, text, expected) => {
  expect(withLineEndsOf(original, text)).toBe(expected);
});

test("a key in a file with other line ends changes one line", () => {
  const text = "+++\r\ntitle = 1\r\n+++\r\na\r\n\r\nb\r\n";
  const body = "a\r\n\r\nb\r\n";
  const work = startWork({
    digest: "1",
    text,
    values: { title: 1 },
    body: { start: 0, text: body },
  } as unknown as Entry);
  expect(editsOf(editBody(work, "a\n\nb\nZ"))).toEqual([{ body: { start: 8, end: 8 }, text: "Z\r\n" }]);
  expect(editsOf(editBody(work, "a\n\nb\n"))).toEqual([]);
  const raw = text.replaceAll("\r\n", "\n").replace("title", "titel");
  expect(editsOf(editRaw(work, raw))).toEqual([{ raw: { start: 8, end: 10 }, text: "el" }]);
});

test("two changes of a text with mixed line ends keep the ends of the lines between them", () => {
  const text = "a\r\nb\nc\r\nd";
  const entry = { digest: "1", text, values: {}, body: { start: 0, text } } as unknown as Entry;
  const edits: readonly string[] = ["aX\nb\nc\nd", "aX\nb\nc\ndY"];
  const raw = edits.reduce((work, edited) => editRaw(work, edited), startWork(entry));
  expect(raw.raw).toBe("aX\r\nb\nc\r\ndY");
  expect(edits.reduce(editBody, startWork(entry)).body).toBe("aX\r\nb\nc\r\ndY");

  const undone = ["a", "", "a\nb\nc\nd"].reduce((work, edited) => editRaw(work, edited), startWork(entry));
  expect(undone.raw).toBe(text);
  expect(editRaw(editRaw(startWork(entry), ""), "x\ny").raw).toBe("x\r\ny");

  expect(restoreWork(entry, editsOf(raw))?.raw).toBe("aX\r\nb\nc\r\ndY");
  expect(rebaseWork({ ...entry, text: "a" }, raw).raw).toBe("aX\r\nb\nc\r\ndY");
});

test("words of code, shortcodes and link targets do not count", () => {
  expect(countWords('## A *title*\n\n```js\nlet x = 1\n```\n\n[Link](/a/b/) {{ video(id="x") }} don\'t')).toBe(4);
  expect(slugOf("Été à Québec: l'offre!")).toBe("ete-a-quebec-loffre");
});

test("the title of a page is one label", () => {
  expect(escapeLabel("Spaced [x\\\n$& y")).toBe("Spaced \\[x\\\\ $& y");
});

test.each([
  ["A *b* `c` <i> _u_ ~~s~~", "A \\*b\\* \\`c\\` \\<i> \\_u\\_ \\~\\~s\\~\\~"],
  ["5 * 3 * 2", "5 \\* 3 \\* 2"],
  ["Win <100", "Win \\<100"],
  ["Tea | Brand", "Tea \\| Brand"],
  ["Q & A, AT&T", "Q & A, AT&T"],
  ["&amp; &#42; &notan", "\\&amp; \\&#42; &notan"],
  ["$5 or $6", "\\$5 or $6"],
  ["Only $5", "Only $5"],
  ["{{ x }} {% y %} {z}", "\\{{ x }} \\{% y %} {z}"],
  ["a :tea: at 10:30:45", "a \\:tea: at 10:30:45"],
  ["[^1]: x", "\\[\\^1\\]: x"],
  ["C:\\*", "C:\\\\\\*"],
])("readers see the label %j as it is", (text, expected) => {
  const label = escapeLabel(text);
  expect(label).toBe(expected);

  // The label is the text of one link, whose only markup are escaped characters.
  const markdown = `a [${label}](/x/) b`;
  const nodes: string[] = [];
  parser
    .configure(GFM)
    .parse(markdown)
    .iterate({ enter: (node) => void nodes.push(node.name) });
  const markup = new Set(nodes.filter((name) => !["Document", "Paragraph", "Link", "LinkMark", "URL"].includes(name)));
  expect(nodes).toContain("Link");
  expect([...markup].filter((name) => name !== "Escape")).toEqual([]);
  expect(label.replace(/\\([!-/:-@[-`{-~])/g, "$1")).toBe(text);
});

test("a difference has the lines of both sides", () => {
  expect(diff(linesOf("a\nb\nc"), linesOf("a\nx\nc"))).toEqual([
    { kind: "same", items: ["a\n"] },
    { kind: "removed", items: ["b\n"] },
    { kind: "added", items: ["x\n"] },
    { kind: "same", items: ["c"] },
  ]);
});

test("paragraphs keep all characters, and code is one paragraph", () => {
  const text = "a\nb\n\n\n```\nx\n\ny\n```\n\nc";
  expect(paragraphsOf(text)).toEqual(["a\nb\n\n\n", "```\nx\n\ny\n```\n\n", "c"]);
  expect(paragraphsOf(text).join("")).toBe(text);
});

test("a message and its hint are sentences", () => {
  expect(sentences("it is too small", "order the steps")).toEqual(["it is too small.", "Order the steps."]);
  expect(sentences("Name is required.", "`id` finds it")).toEqual(["Name is required.", "`id` finds it."]);
  expect(sentences("it is too small", null)).toEqual(["it is too small", ""]);
});

test("changes of different paragraphs fit together", () => {
  const parts = compareTexts("one\n\ntwo\n\nthree\n", "one!\n\ntwo\n\nthree\n", "one\n\ntwo\n\nthree?\n\nfour\n");
  expect(parts.filter(({ kind }) => kind === "conflict")).toEqual([]);
  expect(mergedText(parts, {})).toBe("one!\n\ntwo\n\nthree?\n\nfour\n");
});

test("changes of neighbouring paragraphs fit together, unless paragraphs moved", () => {
  const base = "First.\n\n![One](/one.png)\n\nLast.\n";
  const parts = compareTexts(base, base.replaceAll("one", "two"), `${base}Draft words.\n`);
  expect(parts.map(({ kind }) => kind)).toEqual(["same", "theirs", "mine"]);
  expect(mergedText(parts, {})).toBe("First.\n\n![One](/two.png)\n\nLast.\nDraft words.\n");

  // Only the paragraph that both changed needs a choice.
  const kinds = (...texts: readonly [string, string, string]) => compareTexts(...texts).map(({ kind }) => kind);
  expect(kinds("a\n\nb\n\nc\n", "a1\n\nb1\n\nc\n", "a\n\nb2\n\nc2\n")).toEqual(["theirs", "conflict", "mine"]);
  expect(kinds("a\n\nb\n", "a\n\nb2\n", "b\n\nc\n")).toEqual(["conflict"]);
  expect(kinds("a\n\nb\n", "a1\n\nb\n", "b2\n")).toEqual(["conflict"]);
});

test("changes of one paragraph need a choice", () => {
  const parts = compareTexts("one\n\ntwo\n", "ONE\n\ntwo\n", "uno\n\ntwo\n");
  const index = parts.findIndex(({ kind }) => kind === "conflict");
  expect(index).toBe(0);
  expect(mergedText(parts, { 0: "theirs" })).toBe("ONE\n\ntwo\n");
  expect(mergedText(parts, { 0: "mine" })).toBe("uno\n\ntwo\n");
});

test("values merge by field", () => {
  const base = { a: 1, b: 1, c: 1, list: [1, 2] };
  const theirs = { a: 2, b: 1, c: 3, list: [1, 2, 3] };
  const mine = { a: 1, b: 5, c: 4, list: [1, 2], d: true };
  const fields = compareValues(base, theirs, mine);
  expect(fields.map(({ pointer, kind }) => [pointer, kind])).toEqual([
    ["/a", "theirs"],
    ["/b", "mine"],
    ["/c", "conflict"],
    ["/list", "theirs"],
    ["/d", "mine"],
  ]);
  expect(applyEdits(theirs, mergedEdits(fields, { "/c": "theirs" }))).toEqual({
    a: 2,
    b: 5,
    c: 3,
    list: [1, 2, 3],
    d: true,
  });
  expect(applyEdits(theirs, mergedEdits(fields, { "/c": "mine" }))).toMatchObject({ c: 4 });
});

test("a date that only one side added keeps its type", () => {
  const mine = { a: 1, date: "2026-12-01", event: { name: "N", start: "2026-12-02" } };
  const types = new Map([
    ["/date", "date"],
    ["/event/start", "date"],
  ] as const);
  expect(mergedEdits(compareValues({ a: 1 }, { a: 2 }, mine), {}, types)).toEqual([
    { insert: "/date", value: "2026-12-01", type: "date" },
    { insert: "/event", value: { name: "N" } },
    { insert: "/event/start", value: "2026-12-02", type: "date" },
  ]);
});

const ENTRY = {
  path: "content/a.md",
  digest: "1",
  text: '+++\ntitle = "A"\n+++\nBody',
  values: { title: "A" },
  body: { start: 20, text: "Body" },
} as unknown as Entry;

test("work becomes edits of fields and of the body, and restores from them", () => {
  const work = editBody(editValue(startWork(ENTRY), { set: "/title", value: "B" }), "Body!");
  const edits = editsOf(work);
  expect(edits).toEqual([
    { set: "/title", value: "B" },
    { body: { start: 4, end: 4 }, text: "!" },
  ]);
  expect(restoreWork(ENTRY, edits)).toMatchObject({ values: { title: "B" }, body: "Body!" });
  expect(restoreWork(ENTRY, [{ set: "/missing/x", value: 1 }])).toBeUndefined();
});

test("what is typed at the end of a text ends its line", () => {
  const withBody = (text: string) => startWork({ ...ENTRY, text, body: { start: 0, text } } as Entry);
  const typed = (from: string, to: string) => editsOf(editBody(withBody(from), to));
  expect(typed("A.\n", "A.\nB.")).toEqual([{ body: { start: 3, end: 3 }, text: "B.\n" }]);
  expect(typed("A.\r\n", "A.\nB.")).toEqual([{ body: { start: 4, end: 4 }, text: "B.\r\n" }]);
  expect(typed("", "A.")).toEqual([{ body: { start: 0, end: 0 }, text: "A.\n" }]);
  expect(typed("A.\n", "A.")).toEqual([]);
  expect(typed("A.\n", "")).toEqual([{ body: { start: 0, end: 3 }, text: "" }]);
  expect(editsOf(editRaw(withBody("A.\n"), "A.\nB."))).toEqual([{ raw: { start: 3, end: 3 }, text: "B.\n" }]);
});

test("a text change replaces the edits of fields, and adopts what the server parsed", () => {
  const raw = editRaw(startWork(ENTRY), `${ENTRY.text}!`);
  expect(editsOf(raw)).toEqual([{ raw: { start: 24, end: 24 }, text: "!" }]);
  expect(adoptParsed(raw, `${ENTRY.text}!`, { title: "A" }, "Body!")).toMatchObject({
    values: { title: "A" },
    body: "Body!",
  });
  expect(editsOf(editRaw(raw, ENTRY.text ?? ""))).toEqual([]);
});

test("a draft with changes of the text, a field and the body restores all of them", () => {
  const parsed = adoptParsed(editRaw(startWork(ENTRY), `${ENTRY.text}!`), `${ENTRY.text}!`, { title: "A" }, "Body!");
  const work = editBody(editValue(parsed, { set: "/title", value: "B" }), "Body!?");
  const edits = editsOf(work);
  expect(edits.map((edit) => Object.keys(edit)[0])).toEqual(["raw", "set", "body"]);
  const restored = restoreWork(ENTRY, edits);
  expect(restored && editsOf(restored)).toEqual(edits);
  expect([work, restored].map((it) => it && hasFormEdits(it))).toEqual([true, true]);
  expect([startWork(ENTRY), parsed].map(hasFormEdits)).toEqual([false, false]);
});

test("a date that was added during a save keeps its type", () => {
  const work = editValue(startWork(ENTRY), { insert: "/date", value: "2026-12-01", type: "date" });
  expect(editsOf(rebaseWork({ ...ENTRY, digest: "2" }, work))).toEqual(work.edits);
  const nested = editValue(startWork(ENTRY), { insert: "/x", value: { date: "2026-12-01" }, type: "date" });
  expect(editsOf(rebaseWork({ ...ENTRY, digest: "2" }, nested))).toEqual([
    { insert: "/x", value: {} },
    { insert: "/x/date", value: "2026-12-01", type: "date" },
  ]);
});

test("events have their data in lines", () => {
  expect(parseEvent('event: x\ndata: {"build": "ok"}')).toEqual({ build: "ok" });
  expect(parseEvent(": ping")).toBeUndefined();
});

test("problems are marked at the characters of an editor whose lines end with one character", () => {
  const text = "+++\r\nx\r\n+++\r\na\r\nlink\nb";
  expect([4, 5, 6, 17, 18].map((at) => editorOffset(text, at))).toEqual([3, 4, 5, 13, 14]);

  const problem = { severity: "error", message: "m", hint: null, file: "a.md", line: 5, column: 1 } as Problem;
  const start = text.indexOf("a\r\nlink");
  const found = [problem, { ...problem, line: 4 }, { ...problem, range: { start: start + 3, end: start + 7 } }];
  const marks = textProblems(found, "a.md", text, start, text.length - start);
  expect(marks.map(({ from, to }) => [from, to])).toEqual([
    [2, 6],
    [0, 1],
    [2, 6],
  ]);
});

test("a picture of copied text is no pasted file", () => {
  const pasted = (text: string, ...names: readonly string[]) =>
    pastedFiles({ files: names.map((name) => ({ name })), getData: () => text } as unknown as DataTransfer).length;
  expect(pasted("Pasted words", "image.png")).toBe(0);
  expect(pasted("A\tB\r\n1\t2\r\n", "image.png")).toBe(0);
  expect(pasted("", "image.png")).toBe(1);
  expect(pasted("a.png\nb.png", "a.png", "b.png")).toBe(2);
  expect(pasted("/home/me/a.png", "a.png")).toBe(1);
  expect(pastedFiles(null)).toEqual([]);
});

test("a link has brackets and parentheses only around its label and its target", () => {
  expect(labelText("a **b** [c] ![d](e)", "x")).toBe("a **b** [c] ![d](e)");
  expect(labelText("a] \\] b", "x")).toBe("a\\] \\] b");
  expect(labelText("one\n\ntwo", "x")).toBe("one two");
  expect(escapeTarget("https://x.example/a)b (c)")).toBe("https://x.example/a\\)b%20\\(c\\)");
});

test("a time of the site names the zone that it is shown in", () => {
  expect(zonedDateText("2030-01-01T05:00:00Z")).toMatch(/^\d+ \w{3} 20\d\d, \d\d:\d\d \S+$/);
  expect(zonedDateText("soon")).toBe("soon");
});
