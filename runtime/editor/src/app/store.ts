// Stores: values that components subscribe to.

import { useSyncExternalStore } from "react";

/** A value with listeners. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
}

/** Returns a store with a first value. */
export function createStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();

  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Renders the component again whenever the store changes. */
export const useStore = <Value>(store: Store<Value>) => useSyncExternalStore(store.subscribe, store.get);
