// Edits of values: how they apply, and how a list of them stays short.

import { expect, test } from "vitest";
import { addEdit, applyEdits, difference, editOf, typesOf, type ValueEdit } from "../src/model/edits";
import { type InvalidTexts, invalidTextsAfter, invalidTextsOf, withInvalidText } from "../src/model/invalid_texts";
import { hasLargeNumber, type Json, keysOf, pointerOf, valueAt } from "../src/model/json";

const BASE = { title: "A", steps: [{ percent: 1 }, { percent: 2 }], extra: { lead: "x" } };
const add = (...edits: ValueEdit[]) =>
  edits.reduce<readonly ValueEdit[]>((list, edit) => addEdit(BASE, list, edit), []);

test("pointers escape slashes and tildes", () => {
  expect(pointerOf(["a/b", "c~d", 0])).toBe("/a~1b/c~0d/0");
  expect(keysOf("/a~1b/c~0d/0")).toEqual(["a/b", "c~d", "0"]);
  expect(valueAt({ "a/b": [1, 2] }, "/a~1b/1")).toBe(2);
  expect(valueAt({}, "/constructor")).toBeUndefined();
});

test("edits set, insert, remove and move values", () => {
  const edits: ValueEdit[] = [
    { set: "/title", value: "B" },
    { insert: "/steps/-", value: { percent: 3 } },
    { move: "/steps/2", to: "/steps/0" },
    { remove: "/extra/lead" },
  ];
  expect(applyEdits(BASE, edits)).toEqual({
    title: "B",
    steps: [{ percent: 3 }, { percent: 1 }, { percent: 2 }],
    extra: {},
  });
  expect(BASE.steps).toHaveLength(2);
});

test("repeated changes of a field are one edit, and the first value needs none", () => {
  expect(add({ set: "/title", value: "B" }, { set: "/title", value: "C" })).toEqual([{ set: "/title", value: "C" }]);
  expect(add({ set: "/title", value: "B" }, { set: "/title", value: "A" })).toEqual([]);
});

test("a change after a move does not join one before it", () => {
  const list = add(
    { set: "/steps/0/percent", value: 5 },
    { move: "/steps/0", to: "/steps/1" },
    { set: "/steps/0/percent", value: 7 },
  );
  expect(list).toHaveLength(3);
  expect(valueAt(applyEdits(BASE, list), "/steps")).toEqual([{ percent: 7 }, { percent: 5 }]);
});

test("a new value is removed without a trace", () => {
  expect(add({ insert: "/date", value: "2026-01-01" }, { remove: "/date" })).toEqual([]);
  expect(add({ remove: "/title" }, { insert: "/title", value: "Z" })).toEqual([{ set: "/title", value: "Z" }]);
});

test("an edit of a field in a missing table inserts the table", () => {
  expect(editOf(BASE, "/a/b/c", 1)).toEqual({ insert: "/a", value: { b: { c: 1 } } });
  expect(editOf(BASE, "/title", "A")).toBeUndefined();
  expect(editOf(BASE, "/title", undefined)).toEqual({ remove: "/title" });
});

test("random edits and their short list have the same result", () => {
  let seed = 7;
  const random = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % limit;
  };
  for (let round = 0; round < 300; round++) {
    let list: readonly ValueEdit[] = [];
    let plain: Json = BASE;
    for (let count = 0; count < 8; count++) {
      const steps = valueAt(plain, "/steps") as readonly Json[];
      const at = random(Math.max(1, steps.length));
      const edits: ValueEdit[] = [
        { set: "/title", value: String(random(3)) },
        { insert: `/steps/${at}`, value: { percent: random(9) } },
      ];
      if (steps.length > 0) edits.push({ remove: `/steps/${at}` }, { set: `/steps/${at}/percent`, value: random(3) });
      if (steps.length > 1) edits.push({ move: `/steps/${at}`, to: `/steps/${random(steps.length)}` });
      const edit = edits[random(edits.length)] as ValueEdit;
      plain = applyEdits(plain, [edit]);
      list = addEdit(BASE, list, edit);
      expect(applyEdits(BASE, list)).toEqual(plain);
    }
  }
});

test("the difference of two values leads from one to the other", () => {
  const to = { title: "B", steps: [{ percent: 1 }, { percent: 9 }], other: true };
  const edits = difference(BASE, to);
  expect(applyEdits(BASE, edits)).toEqual(to);
  expect(edits).toContainEqual({ set: "/steps/1/percent", value: 9 });
});

test("a date keeps its type in each edit of its field", () => {
  const first = editOf({}, "/date", "2026-12-01", "date");
  expect(first).toEqual({ insert: "/date", value: "2026-12-01", type: "date" });
  const edits = addEdit({}, first ? [first] : [], { set: "/date", value: "2026-12-02", type: "date" });
  expect(edits).toEqual([{ insert: "/date", value: "2026-12-02", type: "date" }]);
  expect(
    addEdit({ date: "2026-01-01" }, [{ remove: "/date" }], { insert: "/date", value: "2026-12-02", type: "date" }),
  ).toEqual([{ set: "/date", value: "2026-12-02", type: "date" }]);
});

test("a date in a table that does not exist yet has its type", () => {
  const first = editOf({}, "/a/date", "2026-12-01", "date") as ValueEdit;
  expect(first).toEqual({ insert: "/a", value: { date: "2026-12-01" }, type: "date" });
  const later = { set: "/a/date", value: "2026-12-02", type: "date" } as const;
  expect(addEdit({}, [first], later)).toEqual([{ insert: "/a", value: { date: "2026-12-02" }, type: "date" }]);
});

test("an edit has the type of its last value, and a table with a type gets no other texts", () => {
  const date = { set: "/a/date", value: "2026-12-01", type: "date" } as const;
  const base = { a: { date: "x", title: "T" } };
  const text = { set: "/a/date", value: "soon" };
  expect(addEdit(base, [text], date)).toEqual([date]);
  expect(addEdit(base, [date], text)).toEqual([text]);

  const table = { insert: "/b", value: { title: "T", date: "" } };
  const inner = { ...date, set: "/b/date" };
  expect(addEdit(base, [table], inner)).toEqual([table, inner]);
  const typed = { ...table, value: { date: "2026-12-01", count: 1 }, type: "date" } as const;
  expect(addEdit(base, [typed], { set: "/b/count", value: 2 })).toEqual([typed, { set: "/b/count", value: 2 }]);
  expect([...typesOf([typed, inner], { b: { date: "2026-12-01", count: 1 } })]).toEqual([["/b/date", "date"]]);
});

test("an invalid text moves with its field, and is gone with it", () => {
  const values = { rows: [{ n: 1 }, { n: 2 }, { n: 3 }], steps: { list: [] }, n: 1 };
  const text = { text: "x", message: "wrong" };
  const texts: InvalidTexts = new Map(["/rows/1/n", "/n"].map((pointer) => [pointer, text]));
  const after = (edit: ValueEdit) => [...invalidTextsAfter(texts, values, edit).keys()];
  expect(after({ set: "/rows/0/n", value: 5 })).toEqual(["/rows/1/n", "/n"]);
  expect(after({ set: "/rows/1", value: {} })).toEqual(["/n"]);
  expect(after({ set: "/n", value: 5 })).toEqual(["/rows/1/n"]);
  expect(after({ insert: "/rows/-", value: {} })).toEqual(["/rows/1/n", "/n"]);
  expect(after({ insert: "/rows/1", value: {} })).toEqual(["/rows/2/n", "/n"]);
  expect(after({ insert: "/steps/x", value: {} })).toEqual(["/rows/1/n", "/n"]);
  expect(after({ remove: "/rows/0" })).toEqual(["/rows/0/n", "/n"]);
  expect(after({ remove: "/rows/1" })).toEqual(["/n"]);
  expect(after({ remove: "/rows/2" })).toEqual(["/rows/1/n", "/n"]);
  expect(after({ remove: "/steps" })).toEqual(["/rows/1/n", "/n"]);
  expect(after({ move: "/rows/1", to: "/rows/0" })).toEqual(["/rows/0/n", "/n"]);
  expect(after({ move: "/rows/0", to: "/rows/2" })).toEqual(["/rows/0/n", "/n"]);
  expect(after({ move: "/rows/2", to: "/rows/0" })).toEqual(["/rows/2/n", "/n"]);

  expect([...withInvalidText(texts, "/n", null).keys()]).toEqual(["/rows/1/n"]);
  expect([...invalidTextsOf(texts, values, { ...values, n: 2 }).keys()]).toEqual(["/rows/1/n"]);
  expect(invalidTextsOf(texts, values, null).size).toBe(0);
});

test("a whole number that the browser rounds is found in lists and tables", () => {
  expect(hasLargeNumber({ a: [1, 2 ** 53] })).toBe(true);
  expect(hasLargeNumber({ a: [1, 2 ** 53 - 1, 1.5, null, "9007199254740993"] })).toBe(false);
});
