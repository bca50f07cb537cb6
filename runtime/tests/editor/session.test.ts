// @vitest-environment happy-dom

// A file that is edited while the server answers late, or while the file changes on disk.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Entry } from "../../editor/src/api/types";
import { Session } from "../../editor/src/drafts/session";
import { editRaw } from "../../editor/src/drafts/work";
import { labelOf } from "../../editor/src/model/text";

const entryOf = (digest: string, text: string) =>
  ({
    path: "content/a.txt",
    digest,
    text,
    values: null,
    body: null,
    drafts: [],
    problems: [],
    routes: [],
  }) as unknown as Entry;

interface Call {
  readonly method: string;
  readonly url: string;
  readonly body: { readonly files: readonly { readonly base: string; readonly base_text?: string }[] };
}

let calls: Call[] = [];
let answer: (call: Call) => Promise<[number, unknown]>;

beforeEach(() => {
  calls = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    const call = { method, url: String(url), body: typeof body === "string" ? JSON.parse(body) : undefined };
    calls.push(call);
    const [status, value] = await answer(call);
    return new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });
  });
});

afterEach(() => vi.unstubAllGlobals());

const type = (session: Session, text: string) => session.change(editRaw(session.store.get().work, text));

test("what is typed during a save begins from the saved file", async () => {
  const session = new Session(entryOf("1", "a"));
  let finish: () => void = () => undefined;
  answer = async ({ url }) => {
    if (url.includes("entry")) return [200, entryOf("2", "ab")];
    if (url.includes("save")) {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return [200, { files: [], undo: "u" }];
    }
    return [200, { files: [], problems: [], routes: [] }];
  };
  type(session, "ab");
  const saved = session.save();
  type(session, "abc");
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(calls.filter(({ method }) => method === "PUT")).toEqual([]);

  finish();
  expect(await saved).toBe(true);
  await vi.waitFor(() => expect(session.store.get().status.kind).toBe("stored"));
  expect(session.store.get().work.raw).toBe("abc");
  expect(calls.at(-1)?.body.files[0]?.base).toBe("2");
});

test("the server gets the text that the edits begin from, and a conflict has the user's version", async () => {
  const session = new Session(entryOf("1", "a"));
  const conflict = { path: "content/a.txt", base_text: null, theirs: "x", theirs_digest: "3", mine: null };
  answer = async () => [409, { error: { message: "changed" }, conflicts: [conflict] }];
  type(session, "ab");
  await session.send();
  expect(calls[0]?.body.files[0]?.base_text).toBe("a");
  expect(session.store.get().conflict).toMatchObject({ base_text: "a", theirs: "x", mine: "ab" });
});

test("a file that was deleted says so before it is changed", async () => {
  const session = new Session(entryOf("1", "a"));
  answer = async () => [404, { error: { message: "The file content/a.txt does not exist." } }];
  await session.reload();
  expect(session.store.get().status).toEqual({ kind: "refused", message: "The file content/a.txt does not exist." });
});

test("the title of a page is one label", () => {
  expect(labelOf("Spaced [x\\\n$& y")).toBe("Spaced \\[x\\\\ $& y");
});
