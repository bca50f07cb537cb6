// Stores of server data: shared, cached after failures, refetched, and separate for each player.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Failure, Outcome } from "../../api/outcome";
import { signOut, signIn as startSession } from "../../session/session";
import { playerData, publicData, refresh, refreshOlder, type ServerData } from "../../stores/server_data";

/** Logged errors, as `source: message`. */
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
const settle = () => vi.advanceTimersByTimeAsync(1);
const failure: Failure = { kind: "refused", message: "", status: 503 };

/** Returns a loader whose requests wait until the test responds. */
function loader() {
  const pending: ((outcome: Outcome<string>) => void)[] = [];
  const load = vi.fn((_pid?: number) => new Promise<Outcome<string>>((resolve) => pending.push(resolve)));
  return {
    load,
    async answer(outcome: Outcome<string> | string) {
      pending.shift()?.(typeof outcome === "string" ? { kind: "ok", value: outcome } : outcome);
      await settle();
    },
  };
}

function subscribe(store: ServerData<string>) {
  return store.listen(() => {});
}

test("views share one fetch, and its result is fresh for a while", async () => {
  const { load, answer } = loader();
  const store = publicData<string>("a", () => load());
  const unsubscribes = [subscribe(store), subscribe(store)];
  expect(store.get()).toMatchObject({ loading: true });
  await answer("one");
  expect(store.get()).toEqual({ data: "one", loading: false });
  expect(load).toHaveBeenCalledTimes(1);
  for (const unsubscribe of unsubscribes) unsubscribe();
  await vi.advanceTimersByTimeAsync(2000);
  const unsubscribe = subscribe(store);
  expect(store.get()).toMatchObject({ data: "one" });
  expect(load).toHaveBeenCalledTimes(1);
  unsubscribe();
  await vi.advanceTimersByTimeAsync(5000);
  subscribe(store)();
  expect(load).toHaveBeenCalledTimes(2);
});

// Rows: 4.4-09
test("a query invalidated in flight is fetched again, and the old result is dropped", async () => {
  const { load, answer } = loader();
  const store = publicData<string>("o", () => load());
  const values: unknown[] = [];
  store.listen(({ data }) => values.push(data));
  refresh(store);
  refresh(store);
  await answer("before");
  expect(load).toHaveBeenCalledTimes(2);
  await answer("after");
  expect(store.get()).toEqual({ data: "after", loading: false });
  expect(values).not.toContain("before");
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
  const unsubscribe = subscribe(store);
  refreshOlder(openedAt_ms, [store]);
  await answer("new");
  expect(store.get()).toEqual({ data: "new", loading: false });
  expect(load).toHaveBeenCalledTimes(1);
  refreshOlder(performance.now(), [store]);
  await answer("newer");
  expect(store.get()).toEqual({ data: "newer", loading: false });
  expect(load).toHaveBeenCalledTimes(2);
  unsubscribe();
});

test("an empty result is cached like any other", async () => {
  const load = vi.fn(() => Promise.resolve<Outcome<string | null>>({ kind: "ok", value: null }));
  const store = publicData<string | null>("n", load);
  for (const calls of [1, 2]) {
    const unsubscribe = store.listen(() => {});
    if (calls === 2) expect(store.get()).toMatchObject({ data: null });
    await settle();
    expect(store.get()).toEqual({ data: null, loading: false });
    expect(load).toHaveBeenCalledTimes(calls);
    unsubscribe();
    await vi.advanceTimersByTimeAsync(2000);
  }
});

test("an empty result is not fetched again by further views", async () => {
  const load = vi.fn(() => Promise.resolve<Outcome<string | null>>({ kind: "ok", value: null }));
  const store = publicData<string | null>("m", load);
  const unsubscribes = [store.listen(() => {})];
  await settle();
  unsubscribes.push(
    store.listen(() => {}),
    store.listen(() => {}),
  );
  expect(store.get()).toEqual({ data: null, loading: false });
  expect(load).toHaveBeenCalledTimes(1);
  for (const unsubscribe of unsubscribes) unsubscribe();
});

// Rows: 8-25, A64, A129
test("the last good copy stays after a failed fetch, which is logged", async () => {
  const { load, answer } = loader();
  const store = publicData<string>("b", () => load());
  const unsubscribe = subscribe(store);
  await answer("one");
  refresh(store);
  expect(store.get()).toMatchObject({ data: "one", loading: true });
  await answer(failure);
  expect(store.get()).toEqual({ data: "one", error: failure, loading: false });
  refresh(store);
  expect(store.get()).toMatchObject({ data: "one", loading: true });
  await answer({ kind: "timed_out" });
  expect(store.get()).toMatchObject({ data: "one", error: { kind: "timed_out" } });
  refresh(store);
  await answer("two");
  expect(store.get()).toEqual({ data: "two", loading: false });
  expect(logged).toEqual(["b: Status: 503", "b: timed_out"]);
  unsubscribe();
});

// Rows: A129
test("without a good copy the failure stays until a retry", async () => {
  const { load, answer } = loader();
  const store = publicData<string>("c", () => load());
  const unsubscribe = subscribe(store);
  await answer(failure);
  expect(store.get()).toEqual({ data: undefined, error: failure, loading: false });
  refresh(store);
  await answer("one");
  expect(store.get()).toEqual({ data: "one", loading: false });
  unsubscribe();
});

test("a failed request is not repeated by views that open because of the failure", async () => {
  const { load, answer } = loader();
  const store = publicData<string>("r", () => load(), { fresh_ms: 300_000 });
  const unsubscribes = [subscribe(store)];
  await answer(failure);
  unsubscribes.push(subscribe(store), subscribe(store));
  expect(store.get()).toEqual({ data: undefined, error: failure, loading: false });
  expect(load).toHaveBeenCalledTimes(1);
  // A view that opens later tries again, although good data would still be fresh.
  await vi.advanceTimersByTimeAsync(1000);
  unsubscribes.push(subscribe(store));
  expect(load).toHaveBeenCalledTimes(2);
  await answer("one");
  expect(store.get()).toEqual({ data: "one", loading: false });
  for (const unsubscribe of unsubscribes) unsubscribe();
});

// Rows: A113
test("data that stays visible is refetched", async () => {
  const { load, answer } = loader();
  const store = publicData<string>("d", () => load(), { every_ms: 60_000 });
  const unsubscribe = subscribe(store);
  await answer("one");
  await vi.advanceTimersByTimeAsync(59_000);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(load).toHaveBeenCalledTimes(2);
  unsubscribe();
});

test("a guest has no player data and requests none", async () => {
  const { load } = loader();
  const store = playerData<string>("e", load);
  const unsubscribe = subscribe(store);
  await settle();
  expect(store.get()).toEqual({ loading: false });
  expect(load).not.toHaveBeenCalled();
  unsubscribe();
});

test("player data is dropped when the player changes, and late responses too", async () => {
  const { load, answer } = loader();
  const store = playerData<string>("f", load);
  const values: (string | undefined)[] = [];
  const unsubscribe = store.listen(({ data }) => values.push(data));
  signIn(1);
  await settle();
  await answer("of one");
  expect(store.get()).toMatchObject({ data: "of one" });
  refresh(store);
  // Player 1 requested this data, but player 2 is signed in when it arrives.
  signIn(2);
  expect(store.get()).toEqual({ loading: true });
  await settle();
  values.length = 0;
  await answer("of one, late");
  expect(values).not.toContain("of one, late");
  await answer("of two");
  expect(store.get()).toMatchObject({ data: "of two" });
  expect(load.mock.calls).toEqual([[1], [1], [2]]);
  signOut("logout");
  expect(store.get()).toEqual({ loading: false });
  await settle();
  // The cache is empty when the same player signs in again.
  signIn(1);
  await settle();
  expect(store.get().data).toBeUndefined();
  unsubscribe();
});

test("a store that nothing listens to fetches nothing, and returns the same object until its data changes", async () => {
  const { load, answer } = loader();
  const store = publicData<string>("idle", () => load());
  expect(store.get()).toBe(store.get());
  expect(load).not.toHaveBeenCalled();
  const unsubscribe = subscribe(store);
  await answer("one");
  unsubscribe();
  expect(store.get()).toEqual({ data: "one", loading: false });
  expect(store.get()).toBe(store.get());
  expect(load).toHaveBeenCalledTimes(1);
});

test("data of a former player is not returned to the next one before a listener fetches it", async () => {
  const { load, answer } = loader();
  const store = playerData<string>("idle of player", load);
  signIn(1);
  const unsubscribe = subscribe(store);
  await answer("one");
  unsubscribe();
  expect(store.get()).toMatchObject({ data: "one" });
  signIn(2);
  expect(store.get()).toEqual({ loading: false });
});

test("equal data of a player is the same object after it is fetched again", async () => {
  signIn(1);
  const responses = [[{ code: "A" }], [{ code: "A" }], [{ code: "B" }]];
  const store = playerData<readonly object[]>("equal", async () => ({ kind: "ok", value: responses.shift() ?? [] }));
  const unsubscribe = store.listen(() => {});
  await settle();
  const { data } = store.get();
  refresh(store);
  await settle();
  expect(responses).toHaveLength(1);
  expect(store.get()).toEqual({ data: [{ code: "A" }], loading: false });
  expect(store.get().data).toBe(data);
  refresh(store);
  await settle();
  expect(store.get().data).toEqual([{ code: "B" }]);
  unsubscribe();
});
