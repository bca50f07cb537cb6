// @vitest-environment happy-dom

// A file that is edited while the server answers late, or while the file changes on disk.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Entry } from "../src/api/types";
import { openSession, Session } from "../src/drafts/session";
import { editRaw } from "../src/drafts/work";

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
  vi.useFakeTimers();
  calls = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    const call = { method, url: String(url), body: typeof body === "string" ? JSON.parse(body) : undefined };
    calls.push(call);
    const [status, value] = await answer(call);
    return new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });
  });
});

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const type = (session: Session, text: string) => session.change(editRaw(session.store.get().work, text));
const stateOf = (session: Session) => session.store.get();

/** Returns the requests of a method and an endpoint. */
const callsTo = (method: string, endpoint: string) =>
  calls.filter((call) => call.method === method && call.url.includes(endpoint));

/** Returns a promise, and the function that fulfills it. */
function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((it) => {
    resolve = it;
  });
  return { promise, resolve };
}

const STORED: [number, unknown] = [200, { files: [], problems: [], routes: [] }];

test("what is typed during a save begins from the saved file", async () => {
  const session = new Session(entryOf("1", "a"));
  const written = deferred();
  answer = async ({ url }) => {
    if (url.includes("entry")) return [200, entryOf("2", "ab")];
    if (!url.includes("save")) return STORED;
    await written.promise;
    return [200, { files: [], undo: "u" }];
  };
  type(session, "ab");
  const saved = session.save();
  type(session, "abc");
  await vi.advanceTimersByTimeAsync(200);
  expect(callsTo("PUT", "draft")).toEqual([]);

  written.resolve();
  expect(await saved).toBe(true);
  await vi.advanceTimersByTimeAsync(200);
  expect(stateOf(session).status.kind).toBe("stored");
  expect(stateOf(session).work.raw).toBe("abc");
  expect(calls.at(-1)?.body.files[0]?.base).toBe("2");
});

test("a second save during a save sends nothing", async () => {
  const session = new Session(entryOf("1", "a"));
  const written = deferred();
  answer = async ({ url }) => {
    if (url.includes("entry")) return [200, entryOf("2", "ab")];
    await written.promise;
    return [200, { files: [], undo: "u" }];
  };
  type(session, "ab");
  const saved = session.save();
  expect(await session.save()).toBe(false);

  written.resolve();
  expect(await saved).toBe(true);
  expect(callsTo("POST", "save")).toHaveLength(1);
  expect(stateOf(session)).toMatchObject({ status: { kind: "saved" }, conflict: null });
});

test("a file in conflict is not saved before the user decides", async () => {
  const session = new Session(entryOf("1", "a"));
  const conflict = { path: "content/a.txt", base_text: "a", theirs: "x", theirs_digest: "3", mine: "ab" };
  answer = async () => [409, { error: { message: "changed" }, conflicts: [conflict] }];
  type(session, "ab");
  await session.send();
  expect(await session.save()).toBe(false);
  expect(callsTo("POST", "save")).toEqual([]);
  expect(stateOf(session).status.kind).toBe("conflict");
});

test("a conflict of a save has what was typed during the save", async () => {
  const session = new Session(entryOf("1", "a"));
  const answered = deferred();
  const conflict = { path: "content/a.txt", base_text: "a", theirs: "x", theirs_digest: "3" };
  answer = async ({ method }) => {
    if (method === "PUT") return [409, { error: { message: "changed" }, conflicts: [{ ...conflict, mine: "abc" }] }];
    await answered.promise;
    return [409, { error: { message: "changed" }, conflicts: [{ ...conflict, mine: "ab" }] }];
  };
  type(session, "ab");
  const saved = session.save();
  type(session, "abc");
  answered.resolve();
  expect(await saved).toBe(false);
  expect(stateOf(session)).toMatchObject({ conflict: { mine: "abc" }, status: { kind: "conflict" } });
});

test("the message of a refused save stays after the draft is sent", async () => {
  const session = new Session(entryOf("1", "a"));
  const answered = deferred();
  answer = async ({ method }) => {
    if (method === "PUT") return STORED;
    await answered.promise;
    return [422, { error: { message: "Not saved." } }];
  };
  type(session, "ab");
  const saved = session.save();
  type(session, "abc");
  answered.resolve();
  expect(await saved).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(stateOf(session).status).toEqual({ kind: "refused", message: "Not saved." });
  expect(callsTo("PUT", "draft")).toHaveLength(1);
});

test("changes that were taken back during a refused save leave no draft", async () => {
  const session = new Session(entryOf("1", "a"));
  const answered = deferred();
  answer = async ({ method }) => {
    if (method !== "POST") return [200, {}];
    await answered.promise;
    return [422, { error: { message: "Not saved." } }];
  };
  type(session, "ab");
  const saved = session.save();
  type(session, "a");
  answered.resolve();
  expect(await saved).toBe(false);
  expect(stateOf(session)).toMatchObject({ draft: null, status: { kind: "clean" } });
  expect(callsTo("DELETE", "draft")).toHaveLength(1);
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

test("the server gets the empty original of a file that is created again", async () => {
  const session = new Session(entryOf("1", "a"));
  answer = async () => STORED;
  session.recreate("ab");
  await session.send();
  expect(calls.at(-1)?.body.files[0]).toMatchObject({ base: null, base_text: "" });
});

/** Opens the file in a tab that had a draft of another version, which conflicts with the file. */
async function restoreConflict(file: object, conflict: object) {
  sessionStorage.setItem("croupier-draft:content/a.txt", "d1");
  answer = async ({ method }) =>
    method === "PUT"
      ? [409, { error: { message: "changed" }, conflicts: [conflict] }]
      : [200, { id: "d1", files: [{ path: "content/a.txt", ...file }], saved_at: "2026-01-01T00:00:00Z" }];
  const session = new Session(entryOf("3", "x"));
  await session.restore();
  return session;
}

test("the draft of a file that was created again survives a reload of the tab", async () => {
  const edits = [{ raw: { start: 0, end: 0 }, text: "ab" }];
  const conflict = { path: "content/a.txt", base_text: "", theirs: "x", theirs_digest: "3", mine: "ab" };
  const session = await restoreConflict({ base: null, base_text: null, edits }, conflict);
  expect(calls.at(-1)?.body.files[0]?.base_text).toBe("");
  expect(stateOf(session).conflict).toMatchObject({ mine: "ab" });
});

test("the text on disk does not replace a draft that does not fit", async () => {
  const conflict = { path: "content/a.txt", base_text: null, theirs: "x", theirs_digest: "3", mine: null };
  const session = await restoreConflict({ base: "1", base_text: null, edits: [{ set: "/x", value: 1 }] }, conflict);
  expect(stateOf(session)).toMatchObject({ status: { kind: "conflict" }, conflict: { mine: null } });
});

test("the conflict of another file of the draft does not have the text of this one", async () => {
  const session = new Session(entryOf("1", "a"));
  const conflict = { path: "content/b.txt", base_text: null, theirs: "x", theirs_digest: "3", mine: null };
  answer = async () => [409, { error: { message: "changed" }, conflicts: [conflict] }];
  type(session, "ab");
  await session.send();
  expect(stateOf(session).conflict).toMatchObject({ path: "content/b.txt", mine: null });
});

test("a file that was deleted says so before it is changed", async () => {
  const session = new Session(entryOf("1", "a"));
  answer = async () => [404, { error: { message: "The file content/a.txt does not exist." } }];
  await session.reload();
  expect(session.store.get().status).toEqual({ kind: "refused", message: "The file content/a.txt does not exist." });
});

test("the message about a deleted file disappears when the file is as before", async () => {
  const session = new Session(entryOf("1", "a"));
  answer = async () => [404, { error: { message: "The file content/a.txt does not exist." } }];
  await session.reload();
  answer = async () => [200, entryOf("1", "a")];
  await session.reload();
  expect(stateOf(session).status).toEqual({ kind: "clean" });
});

test("a reload that ends during a save sends nothing", async () => {
  const session = new Session(entryOf("1", "a"));
  const read = deferred();
  answer = async ({ method }) => {
    if (method === "POST") return new Promise(() => undefined);
    await read.promise;
    return [200, entryOf("2", "x")];
  };
  const reloaded = session.reload();
  type(session, "ab");
  void session.save();
  read.resolve();
  await reloaded;
  expect(callsTo("PUT", "draft")).toEqual([]);
  expect(stateOf(session).status.kind).toBe("saving");
});

test("a reload that began before a save reads the saved file", async () => {
  const session = new Session(entryOf("1", "a"));
  const read = deferred();
  answer = async ({ url }) => {
    if (url.includes("save")) return [200, { files: [], undo: "u" }];
    if (callsTo("GET", "entry").length > 1) return [200, entryOf("2", "ab")];
    await read.promise;
    return [200, entryOf("1", "a")];
  };
  const reloaded = session.reload();
  type(session, "ab");
  await session.save();
  read.resolve();
  await reloaded;
  expect(stateOf(session)).toMatchObject({ entry: { digest: "2" }, text: "ab", status: { kind: "saved" } });
});

const DELETED = { path: "content/a.txt", base_text: "a", theirs: null, theirs_digest: null, mine: "ab" };

/** Opens a file that is in conflict, because it was deleted. */
async function openDeleted() {
  const session = new Session(entryOf("1", "a"));
  answer = async () => [409, { error: { message: "changed" }, conflicts: [DELETED] }];
  type(session, "ab");
  await session.send();
  expect(stateOf(session).status.kind).toBe("conflict");
  return session;
}

test("a conflict ends when the file is back as it was", async () => {
  const session = await openDeleted();
  answer = async ({ method }) => (method === "PUT" ? STORED : [200, entryOf("1", "a")]);
  await session.reload();
  expect(stateOf(session)).toMatchObject({ conflict: null, status: { kind: "stored" }, work: { raw: "ab" } });
});

test("a conflict has the newest version on disk, and stays while that is the same", async () => {
  const session = await openDeleted();
  const conflict = { ...DELETED, theirs: "x", theirs_digest: "3" };
  answer = async ({ method }) =>
    method === "PUT" ? [409, { error: { message: "changed" }, conflicts: [conflict] }] : [200, entryOf("3", "x")];
  await session.reload();
  expect(stateOf(session)).toMatchObject({ conflict: { theirs: "x", mine: "ab" }, status: { kind: "conflict" } });

  const shown = stateOf(session).conflict;
  await session.reload();
  expect(stateOf(session).conflict).toBe(shown);
});

test("a restored draft continues when its version of the file is back", async () => {
  const conflict = { ...DELETED, theirs: "x", theirs_digest: "3" };
  const session = await restoreConflict({ base: "1", edits: [{ raw: { start: 1, end: 1 }, text: "b" }] }, conflict);
  answer = async ({ method }) => (method === "PUT" ? STORED : [200, entryOf("1", "a")]);
  await session.reload();
  expect(stateOf(session)).toMatchObject({ conflict: null, draft: "d1", work: { raw: "ab", base: { digest: "1" } } });
});

/** Answers for a file that does not exist, with one draft of it. */
const missingWith =
  (file: object, put: [number, unknown]) =>
  async ({ method, url }: Call): Promise<[number, unknown]> => {
    if (method === "PUT") return put;
    if (url.includes("/entry")) return [404, { error: { message: "The file content/a.txt does not exist." } }];
    const draft = { id: "d1", saved_at: "2026-01-01T00:00:00Z" };
    if (url.includes("/problems")) return [200, { unsaved: [{ ...draft, paths: ["content/a.txt"] }] }];
    return [200, { ...draft, files: [{ path: "content/a.txt", ...file }] }];
  };

test("a draft of a file that was deleted opens with its text", async () => {
  const put: [number, unknown] = [409, { error: { message: "changed" }, conflicts: [DELETED] }];
  answer = missingWith({ base: "1", edits: [{ raw: { start: 1, end: 1 }, text: "b" }] }, put);
  const session = await openSession("content/a.txt");
  expect(stateOf(session)).toMatchObject({ conflict: { theirs: null, mine: "ab" }, draft: "d1" });
  session.recreate("ab");
  answer = missingWith({}, STORED);
  await session.send();
  expect(calls.at(-1)?.body.files[0]).toMatchObject({ base: null, base_text: "" });
});

test("a draft that creates a file again opens, and a file without a draft does not", async () => {
  answer = missingWith({ base: null, edits: [{ raw: { start: 0, end: 0 }, text: "ab" }] }, STORED);
  const session = await openSession("content/a.txt");
  expect(stateOf(session)).toMatchObject({ conflict: null, work: { raw: "ab", base: { digest: null } } });
  session.close();
  await expect(openSession("content/b.txt")).rejects.toThrow("does not exist");
});
