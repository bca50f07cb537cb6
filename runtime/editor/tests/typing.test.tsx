// @vitest-environment happy-dom

// Typing in the form of a file: the field under the cursor stays, and the draft has what was typed.

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Entry, Schema } from "../src/api/types";
import { Session } from "../src/drafts/session";
import { FileForm } from "../src/form/file_form";
import type { Json } from "../src/model/json";
import { useStore } from "../src/ui/state";

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
function openForm(values: Json, schema: Schema | null = null): Session {
  const entry = { path: "content/data/a.toml", kind: "data", format: "toml", digest: "1", text: "", writable: true };
  const rest = { values, schema, body: null, drafts: [], problems: [], routes: [], time_zone: "UTC" };
  const session = new Session({ ...entry, ...rest } as unknown as Entry);
  render(<OpenForm session={session} />);
  return session;
}

const OpenForm = ({ session }: { readonly session: Session }) => (
  <FileForm session={session} state={useStore(session.store)} isReadOnly={false} />
);

const valuesOf = (session: Session) => session.store.get().work.values;

type Input = HTMLInputElement | HTMLTextAreaElement;

const field = (name: string) => screen.getByRole<Input>("textbox", { name });

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
