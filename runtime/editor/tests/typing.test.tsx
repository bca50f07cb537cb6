// @vitest-environment happy-dom

// Typing in the form of a file: the field under the cursor stays, and the draft has what was typed.

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Entry, Schema } from "../src/api/types";
import { Session } from "../src/drafts/session";
import { FileForm } from "../src/form/file_form";
import { type Json, valueAt } from "../src/model/json";
import { useStore } from "../src/ui/state";

// Each key renders the form, which takes long on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

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

/** Opens the form of a file with values. */
function openForm(values: Json, schema: Schema | null = null, file: Partial<Entry> = {}): Session {
  const entry = { path: "content/data/a.toml", kind: "data", format: "toml", digest: "1", text: "", writable: true };
  const rest = { values, schema, body: null, drafts: [], problems: [], routes: [], time_zone: "UTC" };
  const session = new Session({ ...entry, ...rest, ...file } as unknown as Entry);
  render(<OpenForm session={session} />);
  return session;
}

const OpenForm = ({ session }: { readonly session: Session }) => (
  <FileForm session={session} state={useStore(session.store)} isReadOnly={false} />
);

const statusOf = (session: Session) => session.store.get().status;

const valuesOf = (session: Session) => session.store.get().work.values;

type Input = HTMLInputElement | HTMLTextAreaElement;

const field = (name: string) => screen.getByLabelText<Input>(name, { selector: "input, textarea" });

/** Replaces the text of a field in steps, as keys do. Keys go to the element that has the focus. */
function typeSteps(name: string, steps: readonly string[]) {
  const input = field(name);
  input.focus();
  for (const text of steps) {
    expect(document.activeElement).toBe(input);
    fireEvent.change(input, { target: { value: text } });
  }
  expect(document.activeElement).toBe(input);
}

/** Types a text key by key. */
const typeText = (name: string, text: string) =>
  typeSteps(
    name,
    [...text].map((_, index) => text.slice(0, index + 1)),
  );

const long = (length: number) => "0123456789".repeat(20).slice(0, length);

test("a text stays in its field while it becomes long, and short again", () => {
  const session = openForm({ title: "Short", teaser: long(95) });
  typeSteps("Title", [long(90), long(91), long(126)]);
  typeSteps("Teaser", [long(91), long(90), ""]);
  typeSteps("Teaser", ["New"]);
  expect(valuesOf(session)).toMatchObject({ title: long(126), teaser: "New" });
});

test("a list of texts stays while an item becomes short", () => {
  const session = openForm({ steps: ["one", long(61)] });
  typeSteps("Step 2", [long(60), long(59)]);
  expect(valuesOf(session)).toEqual({ steps: ["one", long(59)] });
});

test("a text stays in its field while it looks like a date, also in a field for dates", () => {
  const schema: Schema = { properties: { day: { type: "string", format: "date" } } };
  const session = openForm({ day: "soon", extra: { note: "x" } }, schema);
  typeText("Day", "2026-12-01 or later");
  typeText("Note", "2026-12-01 or later");
  expect(valuesOf(session)).toEqual({ day: "2026-12-01 or later", extra: { note: "2026-12-01 or later" } });
});

test("a text stays in its field while it is the constant of another variant", () => {
  const schema: Schema = {
    properties: { mode: { anyOf: [{ const: "auto" }, { type: "string", title: "Other" }] } },
  };
  const session = openForm({ mode: "x" }, schema);
  typeText("Other", "automatic");
  expect(valuesOf(session)).toEqual({ mode: "automatic" });
  fireEvent.change(screen.getByRole("combobox", { name: "Mode" }), { target: { value: "0" } });
  expect(valuesOf(session)).toEqual({ mode: "auto" });
  expect(screen.queryByRole("textbox", { name: "Other" })).toBeNull();
});

test("a field stays in its group when it gets its first character, and when it is cleared", () => {
  const names = [..."abcdefghijkl"];
  const groups: Readonly<Record<string, string>> = { b: "Lists", k: "Design" };
  const properties = Object.fromEntries(
    names.map((name): [string, Schema] => {
      const group = groups[name];
      return [name, { type: "string", title: `Field ${name}`, ...(group ? { "x-editor": { group } } : {}) }];
    }),
  );
  const session = openForm({ a: "x", k: "y" }, { properties });
  typeText("Field b", "12");
  typeText("Field c", "new");
  for (const name of ["Field a", "Field k"]) typeSteps(name, ["", "again"]);
  expect(valuesOf(session)).toEqual({ a: "again", b: "12", c: "new", k: "again" });
});

test("an item that an error opened stays open when the error is corrected", () => {
  const session = openForm({ cards: [{ name: "" }, { name: "B" }] });
  const error = { severity: "error" as const, code: "", message: "wrong", hint: null, line: 1, column: 1, range: null };
  const problem = { ...error, file: "content/data/a.toml", pointer: "/cards/0/name", is_new: true };
  act(() => session.store.set({ ...session.store.get(), problems: [problem] }));
  typeText("Name", "A");
  act(() => session.store.set({ ...session.store.get(), problems: [] }));
  typeSteps("Name", ["A B"]);
  expect(valuesOf(session)).toEqual({ cards: [{ name: "A B" }, { name: "B" }] });
});

const NUMBERS: Schema = {
  required: ["size"],
  properties: {
    count: { type: "integer" },
    size: { type: "integer" },
    weight: { type: "number" },
    price: { type: "integer", "x-editor": { widget: "money" } },
    links: { type: "string" },
  },
};
const VALUES = { count: 5, size: 7, weight: 1.5, price: 3000, links: ["/a/"] };

test.each([
  ["Count", "12 00", "Count must be a whole number of at most 15 digits."],
  ["Count", "1234567890123456", "Count must be a whole number of at most 15 digits."],
  ["Weight", "1,000", "Weight could be 1000 or 1. Write it without a separator of thousands."],
  ["Price", "30.505", "Price must be an amount such as 30.00."],
  ["Links", '["/b/",', 'Links must be JSON, such as "text", 12 or [1, 2].'],
])("%s with %j is refused, and the draft has no part of it", async (name, text, message) => {
  const session = openForm(VALUES, NUMBERS);
  typeText(name, text);
  expect(valuesOf(session)).toEqual(VALUES);
  expect(field(name).getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("alert").textContent).toBe(message);

  await act(async () => expect(await session.save()).toBe(false));
  expect(statusOf(session)).toEqual({ kind: "refused", message: `Not saved: ${message}` });
  // The field keeps the text without the focus, and with another tab in front.
  fireEvent.blur(field(name));
  cleanup();
  render(<OpenForm session={session} />);
  expect(field(name).value).toBe(text);

  await act(() => session.discard());
  expect(field(name).value).not.toBe(text);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(await session.save()).toBe(true);
});

test("a number that is required cannot be empty, and another one can", async () => {
  const session = openForm(VALUES, NUMBERS);
  typeSteps("Count", [""]);
  typeSteps("Size", [""]);
  const { count: _, ...others } = VALUES;
  expect(valuesOf(session)).toEqual(others);
  await act(async () => expect(await session.save()).toBe(false));
  expect(statusOf(session)).toMatchObject({ message: "Not saved: Size is required." });
  typeText("Size", "12 000");
  expect(valuesOf(session)).toEqual({ ...others, size: 12_000 });
  expect(session.store.get().invalid.size).toBe(0);
});

test("an invalid number stays with its item, and its item opens", () => {
  const items: Schema = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };
  const schema: Schema = { properties: { rows: { type: "array", title: "Rows", items } } };
  const session = openForm({ rows: [{ n: 1 }, { n: 2 }] }, schema);
  fireEvent.click(screen.getByRole("button", { name: "Row 2" }));
  typeText("N", "2o");
  fireEvent.click(screen.getByRole("button", { name: "Move up Row 2" }));
  expect([...session.store.get().invalid.keys()]).toEqual(["/rows/0/n"]);
  expect(screen.getAllByLabelText<Input>("N")[0]?.value).toBe("2o");
  fireEvent.click(screen.getByRole("button", { name: "Remove Row 1" }));
  expect(session.store.get().invalid.size).toBe(0);
  expect(valuesOf(session)).toEqual({ rows: [{ n: 1 }] });
});

test("a number with more digits than the browser has is not changed in the form", () => {
  const large = 2 ** 53;
  const session = openForm({ id: large, links: { id: large } }, { properties: { links: { type: "string" } } });
  expect(field("ID").readOnly).toBe(true);
  typeSteps("Links", ['{"id": 9007199254740992, "a": 1}']);
  expect(session.store.get().invalid.get("/links")?.message).toContain("Change it in the tab “Text”.");
  expect(session.store.get().work.edits).toEqual([]);
});

test("a field for times takes a day, and gives a day a time", () => {
  const session = openForm(
    { ends: "2027-12-31" },
    {
      properties: { starts: { type: "string", format: "date-time" }, ends: { type: "string", format: "date-time" } },
    },
  );
  fireEvent.click(screen.getByRole("button", { name: "Ends: add a time" }));
  expect(valuesOf(session)).toEqual({ ends: "2027-12-31T00:00:00Z" });
  expect(field("Ends").type).toBe("datetime-local");
  fireEvent.click(screen.getByRole("button", { name: "Ends: day only" }));
  expect(valuesOf(session)).toEqual({ ends: "2027-12-31" });

  expect(field("Starts").type).toBe("datetime-local");
  fireEvent.click(screen.getByRole("button", { name: "Starts: day only" }));
  typeSteps("Starts", ["2026-11-01"]);
  expect(valuesOf(session)).toEqual({ starts: "2026-11-01", ends: "2027-12-31" });
});

test("an amount shows its currency and its form", () => {
  openForm(VALUES, { properties: { price: { type: "integer", "x-editor": { widget: "money", unit: "USD" } } } });
  const described = document.getElementById(field("Price").getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toBe("USD, such as 30.00");
});

test("JSON follows the value when the file changed", () => {
  const session = openForm({ links: ["/a/"] }, { properties: { links: { type: "string" } } });
  typeSteps("Links", ['["/b/"]']);
  const { work, entry } = session.store.get();
  act(() => session.replace({ ...work, values: { links: ["/theirs/"] } }, entry));
  expect(JSON.parse(field("Links").value)).toEqual(["/theirs/"]);
});

const PLAIN = { banner: "Short", count: 5, names: ["a"], main: [{ label: "A" }] };
const PAGE: Schema = { properties: { title: { type: "string" }, extra: { type: "object" } } };

test.each([
  ["a data file", PLAIN, null, ""],
  ["the extra values of a page", { title: "T", extra: PLAIN }, PAGE, "/extra"],
])("without a schema, emptied fields stay: %s", async (_, values, schema, pointer) => {
  const session = openForm(values, schema);
  const current = () => valueAt(valuesOf(session) ?? undefined, pointer);
  typeSteps("Banner", [""]);
  expect(current()).toMatchObject({ banner: "" });
  typeText("Banner", "New text");
  typeSteps("Count", [""]);
  await act(async () => expect(await session.save()).toBe(false));
  const message = "Not saved: Count must be a number of at most 15 digits.";
  expect(statusOf(session)).toEqual({ kind: "refused", message });
  typeText("Count", "6");

  fireEvent.click(screen.getByRole("button", { name: "Remove a" }));
  fireEvent.click(screen.getByRole("button", { name: "Remove Main 1" }));
  expect(current()).toEqual({ banner: "New text", count: 6, names: [], main: [] });
  fireEvent.click(screen.getByRole("button", { name: "Add main" }));
  expect(current()).toMatchObject({ main: [{ label: "" }] });
});

test("with a schema, an emptied field is removed, and stays in the form", () => {
  const schema: Schema = {
    properties: {
      a: { type: "string" },
      b: {
        anyOf: [
          { type: "string", title: "Text" },
          { type: "number", title: "Size" },
        ],
      },
    },
    additionalProperties: { type: "string" },
  };
  const session = openForm({ a: "x", b: 5, other: "y" }, schema);
  for (const name of ["A", "Other"]) typeSteps(name, [""]);
  expect(valuesOf(session)).toEqual({ b: 5 });
  for (const name of ["A", "Other"]) typeText(name, "new");
  // The choice of a variant removes its value, not its emptied field.
  typeSteps("Size", ["", "6"]);
  expect(valuesOf(session)).toEqual({ a: "new", other: "new", b: 6 });
});

test("without a schema, each item of a list has fields for its own values", () => {
  const offers = [
    { name: "Basic", price: 5, limit: "none", auto: true },
    { name: "Pro", price: "free", limit: 10, auto: "later" },
  ];
  const session = openForm({ offers });
  fireEvent.click(screen.getByRole("button", { name: "Pro" }));
  expect(field("Price").value).toBe("free");
  expect(field("Auto").value).toBe("later");
  typeSteps("Limit", ["1", "11"]);
  expect(valuesOf(session)).toEqual({ offers: [offers[0], { ...offers[1], limit: 11 }] });
});

test("a tag is added once, by the Enter after its composition, and a pasted list is several tags", () => {
  const session = openForm({ tags: ["a"] });
  typeSteps("Tags", ["東京"]);
  fireEvent.keyDown(field("Tags"), { key: "Enter", isComposing: true });
  fireEvent.keyDown(field("Tags"), { key: "Enter", keyCode: 229 });
  expect(valuesOf(session)).toEqual({ tags: ["a"] });
  fireEvent.keyDown(field("Tags"), { key: "Enter" });
  fireEvent.blur(field("Tags"));
  expect(valuesOf(session)).toEqual({ tags: ["a", "東京"] });

  typeSteps("Tags", ["one, two,, three "]);
  fireEvent.blur(field("Tags"));
  expect(valuesOf(session)).toEqual({ tags: ["a", "東京", "one", "two", "three"] });
});

test("a CSV file with a header only gets rows with its columns", () => {
  const session = openForm([], null, { format: "csv", text: 'id,"full, name"\n' });
  fireEvent.click(screen.getByRole("button", { name: /^Add/ }));
  expect(valuesOf(session)).toEqual([{ id: "", "full, name": "" }]);
});
