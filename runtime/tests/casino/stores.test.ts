// Server data as stores: shared, kept when a fetch fails, asked for again, and never one player's before another's eyes.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Failure, Outcome } from "../../src/casino/api/outcome";
import { signOut, signIn as startSession } from "../../src/casino/session/session";
import { playerData, publicData, refresh, refreshOlder, type ServerData } from "../../src/casino/stores/server_data";

/** What was logged, as `part: message`. */
let logged: string[];

beforeEach(() => {
  vi.useFakeTimers();
  logged = [];
  vi.stubGlobal("document", {
    dispatchEvent: ({ detail }: CustomEvent<{ error: Error; part: string }>) =>
      logged.push(`${detail.part}: ${detail.error.message}`),
  });
});
afterEach(() => {
  signOut("logout");
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const signIn = (pid: number) =>
  startSession({ pid, login: `p${pid}`, sessionID: "", token: `T${pid}`, timeStamp: Date.now(), firstName: "" });
const settled = () => vi.advanceTimersByTimeAsync(1);
const refused: Failure = { kind: "refused", message: "", status: 503 };

/** A loader whose answers are given one by one. */
function loader() {
  const answers: ((outcome: Outcome<string>) => void)[] = [];
  const load = vi.fn((_pid?: number) => new Promise<Outcome<string>>((resolve) => answers.push(resolve)));
  return {
    load,
    async answer(outcome: Outcome<string> | string) {
      answers.shift()?.(typeof outcome === "string" ? { kind: "ok", value: outcome } : outcome);
      await settled();
    },
  };
}

function look(store: ServerData<string>) {
  return store.listen(() => {});
}

test("views share one fetch, and its result is fresh for a while", async () => {
  const { load, answer } = loader();
  const store = publicData<string>("a", () => load());
  const ends = [look(store), look(store)];
  expect(store.get()).toMatchObject({ loading: true });
  await answer("one");
  expect(store.get()).toEqual({ data: "one", loading: false });
  expect(load).toHaveBeenCalledTimes(1);
  for (const end of ends) end();
  await vi.advanceTimersByTimeAsync(2000);
  const end = look(store);
  expect(store.get()).toMatchObject({ data: "one" });
  expect(load).toHaveBeenCalledTimes(1);
  end();
  await vi.advanceTimersByTimeAsync(5000);
  look(store)();
  expect(load).toHaveBeenCalledTimes(2);
});

// Rows: 4.4-09
test("a query invalidated in flight is fetched again, and the old result is dropped", async () => {
  const { load, answer } = loader();
  const store = publicData<string>("o", () => load());
  const shown: unknown[] = [];
  store.listen(({ data }) => shown.push(data));
  refresh(store);
  refresh(store);
  await answer("before");
  expect(load).toHaveBeenCalledTimes(2);
  await answer("after");
  expect(store.get()).toEqual({ data: "after", loading: false });
  expect(shown).not.toContain("before");
  refresh(store);
  await answer("later");
  expect(store.get()).toEqual({ data: "later", loading: false });
  expect(load).toHaveBeenCalledTimes(3);
});

// Rows: 2.7-14
test("a view refetches older data, but not data that its own render requested", async () => {
  const { load, answer } = loader();
  const store = publicData<string>("v", () => load());
  const openedAt_ms = performance.now();
  const end = look(store);
  refreshOlder(openedAt_ms, [store]);
  await answer("new");
  expect(store.get()).toEqual({ data: "new", loading: false });
  expect(load).toHaveBeenCalledTimes(1);
  refreshOlder(performance.now(), [store]);
  await answer("newer");
  expect(store.get()).toEqual({ data: "newer", loading: false });
  expect(load).toHaveBeenCalledTimes(2);
  end();
});

test("an empty result is cached like any other", async () => {
  const load = vi.fn(() => Promise.resolve<Outcome<string | null>>({ kind: "ok", value: null }));
  const store = publicData<string | null>("n", load);
  for (const calls of [1, 2]) {
    const end = store.listen(() => {});
    if (calls === 2) expect(store.get()).toMatchObject({ data: null });
    await settled();
    expect(store.get()).toEqual({ data: null, loading: false });
    expect(load).toHaveBeenCalledTimes(calls);
    end();
    await vi.advanceTimersByTimeAsync(2000);
  }
});

// Rows: 8-25, A64, A129
test("the last good copy stays after a failed fetch, which is logged", async () => {
  const { load, answer } = loader();
  const store = publicData<string>("b", () => load());
  const end = look(store);
  await answer("one");
  refresh(store);
  expect(store.get()).toMatchObject({ data: "one", loading: true });
  await answer(refused);
  expect(store.get()).toEqual({ data: "one", error: refused, loading: false });
  refresh(store);
  expect(store.get()).toMatchObject({ data: "one", loading: true });
  await answer({ kind: "timed_out" });
  expect(store.get()).toMatchObject({ data: "one", error: { kind: "timed_out" } });
  refresh(store);
  await answer("two");
  expect(store.get()).toEqual({ data: "two", loading: false });
  expect(logged).toEqual(["b: Status: 503", "b: timed_out"]);
  end();
});

// Rows: A129
test("without a good copy the failure stays until a retry", async () => {
  const { load, answer } = loader();
  const store = publicData<string>("c", () => load());
  const end = look(store);
  await answer(refused);
  expect(store.get()).toEqual({ data: undefined, error: refused, loading: false });
  refresh(store);
  await answer("one");
  expect(store.get()).toEqual({ data: "one", loading: false });
  end();
});

// Rows: A113
test("data that stays visible is refetched", async () => {
  const { load, answer } = loader();
  const store = publicData<string>("d", () => load(), { every_ms: 60_000 });
  const end = look(store);
  await answer("one");
  await vi.advanceTimersByTimeAsync(59_000);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(load).toHaveBeenCalledTimes(2);
  end();
});

test("a guest has no player data and requests none", async () => {
  const { load } = loader();
  const store = playerData<string>("e", load);
  const end = look(store);
  await settled();
  expect(store.get()).toEqual({ loading: false });
  expect(load).not.toHaveBeenCalled();
  end();
});

test("player data is dropped when the player changes, and late responses too", async () => {
  const { load, answer } = loader();
  const store = playerData<string>("f", load);
  const seen: (string | undefined)[] = [];
  const end = store.listen(({ data }) => seen.push(data));
  signIn(1);
  await settled();
  await answer("of one");
  expect(store.get()).toMatchObject({ data: "of one" });
  refresh(store);
  // Asked for one, answered to two.
  signIn(2);
  expect(store.get()).toEqual({ loading: true });
  await settled();
  seen.length = 0;
  await answer("of one, late");
  expect(seen).not.toContain("of one, late");
  await answer("of two");
  expect(store.get()).toMatchObject({ data: "of two" });
  expect(load.mock.calls).toEqual([[1], [1], [2]]);
  signOut("logout");
  expect(store.get()).toEqual({ loading: false });
  await settled();
  // The same player again begins with nothing.
  signIn(1);
  await settled();
  expect(store.get().data).toBeUndefined();
  end();
});
