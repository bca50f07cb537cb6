// @vitest-environment happy-dom
// Keys of the items of lists: fields, and what is typed in them, follow their item.

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Entry } from "../src/api/types";
import { Session } from "../src/drafts/session";
import { startWork } from "../src/drafts/work";
import { FileForm } from "../src/form/file_form";
import { type KeyedItems, withItems } from "../src/form/item_keys";
import type { Json } from "../src/model/json";
import { useStore } from "../src/ui/state";

const NONE: KeyedItems = { items: [], keys: [], next: 0 };
const named = (text: string): readonly Json[] =>
  text.split(" ").map((it) => ({ name: it.replace(/\d/, ""), bet: Number(/\d/.exec(it)?.[0]) }));
const plain = (text: string): readonly Json[] => (text === "" ? [] : text.split(" "));

test.each<[string, readonly Json[], readonly Json[], readonly number[]]>([
  ["a text is typed", plain("a b c"), plain("a bx c"), [0, 1, 2]],
  ["a text becomes equal to another one", plain("a b"), plain("b b"), [0, 1]],
  ["a text moves", plain("a b c"), plain("b a c"), [1, 0, 2]],
  ["a text is removed", plain("a b c"), plain("a c"), [0, 2]],
  ["equal texts", plain("x x x"), plain("x x"), [0, 1]],
  ["a text is added", plain("a"), plain("a b"), [0, 1]],
  ["a text is inserted", plain("a b"), plain("n a b"), [2, 0, 1]],
  ["the list is emptied", plain("a b"), plain(""), []],
  ["a field is typed", named("A1 B1"), named("A1 B2"), [0, 1]],
  ["a name is typed", named("A1 B1"), named("A1 N1"), [0, 1]],
  ["an item moves", named("A1 B1 C1"), named("C1 A1 B1"), [2, 0, 1]],
  ["an item moves and changes on disk", named("A1 B1 C1"), named("C1 A9 B1"), [2, 0, 1]],
  ["an item is inserted on disk, and another one removed", named("A1 B1"), named("N1 A1"), [2, 0]],
  ["an item is inserted on disk, and another one changed", named("A1 B1"), named("N1 A1 B9"), [2, 0, 1]],
])("keys: %s", (_, before, after, expected) => {
  const old = withItems(NONE, before);
  const keyed = withItems(old, after);
  expect(keyed.keys).toEqual(expected);
  expect(new Set(keyed.keys).size).toBe(after.length);
  expect(withItems(keyed, after)).toBe(keyed);
});

beforeEach(() => {
  // No draft is sent.
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function entryOf(digest: string, values: Json, more: Partial<Entry> = {}): Entry {
  const entry = { path: "content/data/a.toml", kind: "data", format: "toml", digest, text: digest, writable: true };
  const rest = { values, schema: null, body: null, drafts: [], problems: [], routes: [], time_zone: "UTC" };
  return { ...entry, ...rest, ...more } as unknown as Entry;
}

/** Opens the form of a file with values. */
function openForm(values: Json, more: Partial<Entry> = {}): Session {
  const session = new Session(entryOf("1", values, more));
  render(<OpenForm session={session} />);
  return session;
}

const OpenForm = ({ session }: { readonly session: Session }) => (
  <FileForm session={session} state={useStore(session.store)} isReadOnly={false} />
);

/** Loads other values, as after a change on disk. */
function loadValues(session: Session, values: Json): void {
  const entry = entryOf("2", values);
  const state = session.store.get();
  act(() => session.store.set({ ...state, entry, work: startWork(entry), generation: state.generation + 1 }));
}

const valuesOf = (session: Session) => session.store.get().work.values;

/** Texts long enough that a list of them is no list of tags. */
const TEAS = ["assam", "ceylon", "sencha"].map((name) => ({ name, tags: ["strong"] }));

test("a tag that is half typed, and the open item, follow their item", () => {
  const session = openForm({ teas: TEAS });
  fireEvent.click(screen.getByRole("button", { name: "assam" }));
  const input = screen.getByLabelText<HTMLInputElement>("Tags");
  fireEvent.change(input, { target: { value: "dark" } });

  fireEvent.click(screen.getByRole("button", { name: "Move down Tea 1" }));
  expect(valuesOf(session)).toMatchObject({ teas: [{ name: "ceylon" }, { name: "assam" }, { name: "sencha" }] });
  expect(screen.getByLabelText("Tags")).toBe(input);
  expect(input.value).toBe("dark");
  fireEvent.keyDown(input, { key: "Enter" });
  expect(valuesOf(session)).toMatchObject({ teas: [{ tags: ["strong"] }, { tags: ["strong", "dark"] }, {}] });
});

test("the open item stays open, with its fields, when items are inserted and moved on disk", () => {
  const session = openForm({ teas: TEAS });
  fireEvent.click(screen.getByRole("button", { name: "ceylon" }));
  const input = screen.getByLabelText<HTMLInputElement>("Tags");
  fireEvent.change(input, { target: { value: "dark" } });

  loadValues(session, {
    teas: [{ name: "new", tags: [] }, TEAS[2], { name: "ceylon", tags: ["mild"] }, TEAS[0]] as Json,
  });
  expect(screen.getByRole("button", { name: "ceylon" }).getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByLabelText("Tags")).toBe(input);
  fireEvent.keyDown(input, { key: "Enter" });
  expect(valuesOf(session)).toMatchObject({ teas: [{ tags: [] }, {}, { name: "ceylon", tags: ["mild", "dark"] }, {}] });
});

test("the button that removes the next item has the focus after an item was removed", () => {
  const session = openForm({ teas: TEAS });
  for (const [removed, next] of [
    ["Remove Tea 2", "Remove Tea 2"],
    ["Remove Tea 2", "Remove Tea 1"],
  ] as const) {
    const button = screen.getByRole("button", { name: removed });
    button.focus();
    fireEvent.click(button);
    act(() => vi.runOnlyPendingTimers());
    expect(document.activeElement?.getAttribute("aria-label")).toBe(next);
  }
  expect(valuesOf(session)).toMatchObject({ teas: [{ name: "assam" }] });
});

test("the file of a language has the entries of its original, unless a key finds them or it is a list of texts", () => {
  const label = { type: "string", translatable: true };
  const items = { type: "object", properties: { id: { type: "string" }, label } };
  const properties = {
    main: { type: "array", items },
    rows: { type: "array", uniqueKey: "id", items },
    lines: { type: "array", items: label },
  };
  const values = {
    main: [{ label: "Ah" }],
    rows: [{ id: "a", label: "Ah" }],
    lines: ["A line of text that is no tag"],
  };
  openForm(values, { has_texts_only: true, schema: { type: "object", properties } });
  const names = screen.getAllByRole("button", { name: /^(Add|Remove) / }).map((it) => it.ariaLabel ?? it.textContent);
  expect(names.filter((name) => /main/i.test(name))).toEqual([]);
  expect(names.some((name) => /row/i.test(name))).toBe(true);
  expect(screen.getByText(/The entries are those of the original file/)).toBeTruthy();
});

test("the number of errors in an item has a name", () => {
  const problem = {
    file: "content/data/a.toml",
    pointer: "/teas/1/name",
    severity: "error",
    code: "C",
    line: 1,
    column: 1,
  };
  const problems = [{ ...problem, message: "it is empty", hint: null, range: null }] as unknown as Entry["problems"];
  openForm({ teas: TEAS }, { problems });
  expect(screen.getByRole("button", { name: /^ceylon\s*1 error$/ })).toBeTruthy();
});

test("a removed item takes its fields along, and an added one is open", () => {
  const session = openForm({ teas: TEAS });
  fireEvent.click(screen.getByRole("button", { name: "assam" }));
  fireEvent.change(screen.getByLabelText("Tags"), { target: { value: "dark" } });
  fireEvent.click(screen.getByRole("button", { name: "Remove Tea 1" }));
  fireEvent.click(screen.getByRole("button", { name: "ceylon" }));
  expect(screen.getByLabelText<HTMLInputElement>("Tags").value).toBe("");

  fireEvent.click(screen.getByRole("button", { name: "Add tea" }));
  expect(valuesOf(session)).toMatchObject({ teas: [{ name: "ceylon" }, { name: "sencha" }, { name: "" }] });
  expect(screen.getAllByRole("button", { expanded: true })).toHaveLength(1);
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("");
});
