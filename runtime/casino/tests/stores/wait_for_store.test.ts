// Waiting for a store, also when the player signs out.

import { expect, test } from "vitest";
import { signIn, signOut } from "../../session/session";
import { waitForStore } from "../../stores/wait_for_store";

type State = { data?: number; error?: undefined; loading: boolean };

/** Returns a store that counts its listeners. */
function createStore() {
  const listeners = new Set<(state: State) => void>();
  const listen = (listener: (state: State) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const set = (state: State) => {
    for (const listener of listeners) listener(state);
  };
  return { listeners, set, listen: listen as unknown as Parameters<typeof waitForStore<number>>[0]["listen"] };
}

const ANN = { pid: 1001, login: "annx", sessionID: "", token: "t", timeStamp: Date.now(), firstName: "" };

test("a value settles the wait and removes its listener", async () => {
  signIn(ANN);
  const store = createStore();
  const waiting = waitForStore(store);
  store.set({ loading: true, data: 1 });
  store.set({ loading: false, data: 2 });
  expect(await waiting).toEqual({ data: 2, error: undefined });
  expect(store.listeners.size).toBe(0);
});

test("a sign-out settles the wait without a value and removes its listener", async () => {
  signIn(ANN);
  const store = createStore();
  const waiting = waitForStore(store);
  signOut("logout");
  store.set({ loading: false });
  expect(await waiting).toEqual({});
  await Promise.resolve();
  expect(store.listeners.size).toBe(0);
});
