// Commands with a fake clock and lock: requests, deduplication, and recovery from lost responses.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onAbort } from "../../api/clock";
import type { Outcome } from "../../api/outcome";
import { createCommands, TOTAL_MS } from "../../commands/command";
import type { Command, SendOptions } from "../../commands/site";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns locks that the tabs of a browser share. */
function locks() {
  const heldLocks = new Set<string>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
    if (heldLocks.has(name)) return undefined;
    heldLocks.add(name);
    return work().finally(() => heldLocks.delete(name));
  };
}

/** Returns the storage of a tab, which survives a reload. */
function sessionStorage() {
  const stored = new Map<string, string>();
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
}

/** Returns a tab whose requests wait until the test responds. */
function tab(withLock = locks(), isOnline = true, storage = sessionStorage()) {
  const sent: (SendOptions & { readonly code: string; readonly answer: (outcome: Outcome<string>) => void })[] = [];
  let keys = 0;
  const command = createCommands({
    withLock,
    isOnline: () => isOnline,
    now: Date.now,
    createKey: () => `key ${++keys}`,
    storage,
    storageKey: () => "command keys",
  });
  const redeem = (
    code: string,
    confirm?: Command<string, string>["confirm"],
    player: Command<string, string>["player"] = 1001,
  ) =>
    command<string, string>({
      name: "coupon",
      player,
      input: code,
      send: (_, options) =>
        new Promise((resolve) => {
          onAbort(options.deadline.signal, () => resolve({ kind: "timed_out" }));
          sent.push({ ...options, code, answer: resolve });
        }),
      ...(confirm && { confirm }),
    });
  const openForm = () =>
    command<string, string>({
      name: "form",
      player: 1001,
      input: "",
      isHarmless: true,
      send: (_, { deadline }) =>
        new Promise((resolve) => onAbort(deadline.signal, () => resolve({ kind: "timed_out" }))),
    });
  return { sent, redeem, openForm };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const readBack = (value: string | undefined) => () => Promise.resolve({ kind: "ok" as const, value });

test("the lost response of a harmless command is an ordinary failure", async () => {
  const outcome = tab().openForm();
  await vi.advanceTimersByTimeAsync(TOTAL_MS);
  expect(await outcome).toEqual({ kind: "timed_out" });
});

test("equal commands share one outcome, and a different one is refused", async () => {
  const { sent, redeem } = tab();
  const outcomes = [redeem("A"), redeem("B"), redeem("A")];
  await settle();
  expect(sent.map(({ code }) => code)).toEqual(["A"]);
  sent[0]?.answer({ kind: "ok", value: "done" });
  expect(await Promise.all(outcomes)).toEqual([
    { kind: "ok", value: "done" },
    { kind: "busy" },
    { kind: "ok", value: "done" },
  ]);
  await settle();
  expect(sent).toHaveLength(1);
  void redeem("B");
  await settle();
  expect(sent.map(({ code }) => code)).toEqual(["A", "B"]);
});

test("two tabs run one command at a time", async () => {
  const shared = locks();
  const [firstTab, otherTab] = [tab(shared), tab(shared)];
  const first = firstTab.redeem("A");
  await settle();
  expect(await otherTab.redeem("A")).toEqual({ kind: "busy" });
  firstTab.sent[0]?.answer({ kind: "ok", value: "done" });
  await first;
  expect(otherTab.sent).toHaveLength(0);
});

test("a command ends within 15 s even if nothing responds", async () => {
  for (const confirm of [
    undefined,
    (_: string, { deadline }: Pick<SendOptions, "deadline">) =>
      new Promise<Outcome<undefined>>((resolve) => onAbort(deadline.signal, () => resolve({ kind: "timed_out" }))),
  ]) {
    const { redeem } = tab();
    let outcome: unknown;
    void redeem("A", confirm).then((result) => {
      outcome = result;
    });
    await vi.advanceTimersByTimeAsync(TOTAL_MS - 1);
    expect(outcome).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toEqual({ kind: "unknown" });
    expect(vi.getTimerCount()).toBe(0);
  }
});

test("after a lost response the state is read: done, not done or unknown", async () => {
  const lostResponses = [
    { kind: "offline" },
    { kind: "malformed" },
    { kind: "refused", message: "", status: 500 },
  ] as const;
  for (const failure of lostResponses) {
    for (const [confirm, expected] of [
      [readBack("done"), { kind: "ok", value: "done" }],
      [readBack(undefined), failure],
      [() => Promise.resolve({ kind: "offline" as const }), { kind: "unknown" }],
      [undefined, { kind: "unknown" }],
    ] as const) {
      const { sent, redeem } = tab();
      const outcome = redeem("A", confirm);
      await settle();
      sent[0]?.answer(failure);
      expect(await outcome).toEqual(expected);
    }
  }
});

test("after a refusal the state is read only for status 409", async () => {
  for (const [status, expected] of [
    [409, { kind: "ok", value: "done" }],
    [400, { kind: "refused", message: "No", status: 400 }],
  ] as const) {
    const { sent, redeem } = tab();
    const outcome = redeem("A", readBack("done"));
    await settle();
    sent[0]?.answer({ kind: "refused", message: "No", status });
    expect(await outcome).toEqual(expected);
  }
});

test("an attempt after an unknown outcome reuses its key, after a known one it does not", async () => {
  const { sent, redeem } = tab();
  const outcomes: Outcome<string>[] = [
    { kind: "offline" },
    { kind: "refused", message: "No", status: 400 },
    { kind: "offline" },
  ];
  for (const [index, answer] of outcomes.entries()) {
    const outcome = redeem("A");
    await settle();
    sent[index]?.answer(answer);
    await outcome;
  }
  expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["key 1", "key 1", "key 2"]);
});

test("stored values that are no keys are ignored", async () => {
  const storage = sessionStorage();
  storage.setItem("command keys", JSON.stringify([null, 5, "key", { name: "coupon 1001", input: '"A"' }]));
  const { sent, redeem } = tab(locks(), true, storage);

  const outcome = redeem("A");
  await settle();
  sent[0]?.answer({ kind: "ok", value: "done" });
  expect(await outcome).toEqual({ kind: "ok", value: "done" });
  expect(sent[0]?.idempotencyKey).toBe("key 1");
});

test("after a reload, an attempt reuses the key of an unknown outcome, for five minutes", async () => {
  const storage = sessionStorage();
  const keyAfterReload = async (answer: Outcome<string>, code = "A") => {
    const { sent, redeem } = tab(locks(), true, storage);
    const outcome = redeem(code);
    await settle();
    sent[0]?.answer(answer);
    await outcome;
    return JSON.stringify([sent[0]?.idempotencyKey, storage.stored.size > 0]);
  };
  await keyAfterReload({ kind: "offline" });
  const before = [...storage.stored.values()];
  await keyAfterReload({ kind: "offline" });
  expect([...storage.stored.values()]).toEqual(before);
  // Another input has its own key.
  await keyAfterReload({ kind: "offline" }, "B");
  expect(JSON.parse([...storage.stored.values()][0] ?? "")).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(300_000);
  await keyAfterReload({ kind: "offline" }, "C");
  expect(JSON.parse([...storage.stored.values()][0] ?? "")).toMatchObject([{ input: '"C"' }]);
  // A known outcome needs no key.
  await keyAfterReload({ kind: "refused", message: "No", status: 400 }, "C");
  expect([...storage.stored.values()]).toEqual(["[]"]);
});

test("a page that is unloaded during a command has stored its key", async () => {
  const storage = sessionStorage();
  void tab(locks(), true, storage).redeem("A");
  await settle();
  const afterReload = tab(locks(), true, storage);
  void afterReload.redeem("A");
  await settle();
  expect(JSON.parse([...storage.stored.values()][0] ?? "")).toMatchObject([
    { key: afterReload.sent[0]?.idempotencyKey },
  ]);
});

test("after a success, an equal attempt as one with an unknown outcome is a new one", async () => {
  const { sent, redeem } = tab();
  for (const [index, [code, answer]] of (
    [
      ["in", { kind: "offline" }],
      ["out", { kind: "ok", value: "done" }],
      ["in", { kind: "ok", value: "done" }],
    ] as const
  ).entries()) {
    const outcome = redeem(code);
    await settle();
    sent[index]?.answer(answer);
    await outcome;
  }
  expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["key 1", "key 2", "key 3"]);
});

test("the input of a visitor, which contains a password, is not stored", async () => {
  const storage = sessionStorage();
  const { sent, redeem } = tab(locks(), true, storage);
  for (const index of [0, 1]) {
    const outcome = redeem("Secret-123!", undefined, "visitor");
    await settle();
    sent[index]?.answer({ kind: "offline" });
    await outcome;
  }
  expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["key 1", "key 1"]);
  expect([...storage.stored.values()].join()).not.toContain("Secret");
});

test("without a network nothing is sent, and the outcome is known", async () => {
  const { sent, redeem } = tab(locks(), false);
  expect(await redeem("A")).toEqual({ kind: "offline" });
  expect(sent).toHaveLength(0);
});

test("a command whose runner fails to load sends nothing and is offline", async () => {
  vi.doMock("../../commands/command", () => Promise.reject(new Error("failed chunk")));
  const { command } = await import("../../commands/site");
  const send = vi.fn();
  expect(await command({ name: "coupon", player: 1001, input: "A", send })).toEqual({ kind: "offline" });
  expect(send).not.toHaveBeenCalled();
  vi.doUnmock("../../commands/command");
});
