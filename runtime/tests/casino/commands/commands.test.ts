// Commands with a fake clock and lock: requests, deduplication, and recovery from lost responses.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onAbort } from "../../../src/casino/api/deadline";
import type { Outcome } from "../../../src/casino/api/outcome";
import { type Command, createCommands, type SendOptions, TOTAL_MS } from "../../../src/casino/commands/command";

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

/** Returns a tab whose requests wait until the test responds. */
function tab(withLock = locks(), isOnline = true) {
  const sent: (SendOptions & { readonly code: string; readonly answer: (outcome: Outcome<string>) => void })[] = [];
  let keys = 0;
  const command = createCommands({
    withLock,
    isOnline: () => isOnline,
    now: Date.now,
    createKey: () => `key ${++keys}`,
  });
  const redeem = (code: string, confirm?: Command<string, string>["confirm"]) =>
    command<string, string>({
      name: "coupon",
      player: 1001,
      input: code,
      send: (_, options) =>
        new Promise((resolve) => {
          onAbort(options.deadline.signal, () => resolve({ kind: "timed_out" }));
          sent.push({ ...options, code, answer: resolve });
        }),
      ...(confirm && { confirm }),
    });
  return { sent, redeem };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const readBack = (value: string | undefined) => () => Promise.resolve({ kind: "ok" as const, value });

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

test("without a network nothing is sent, and the outcome is known", async () => {
  const { sent, redeem } = tab(locks(), false);
  expect(await redeem("A")).toEqual({ kind: "offline" });
  expect(sent).toHaveLength(0);
});

test("a command whose runner fails to load sends nothing and is offline", async () => {
  vi.doMock("../../../src/casino/commands/runner", () => Promise.reject(new Error("failed chunk")));
  const { command } = await import("../../../src/casino/commands/site");
  const send = vi.fn();
  expect(await command({ name: "coupon", player: 1001, input: "A", send })).toEqual({ kind: "offline" });
  expect(send).not.toHaveBeenCalled();
  vi.doUnmock("../../../src/casino/commands/runner");
});
