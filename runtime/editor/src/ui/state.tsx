// State of components: stores that they subscribe to, and data that they load.

import { useEffect, useState, useSyncExternalStore } from "react";
import { messageOf } from "../api/calls";

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
export const useStore = <Value,>(store: Store<Value>) => useSyncExternalStore(store.subscribe, store.get);

/** The result of a request. The earlier data stay while newer ones load. */
export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: string | undefined;
}

/** Calls `load` at first and whenever a dependency changes. Results of older calls are ignored. */
export function useLoaded<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  dependencies: readonly unknown[],
  pauseMs = 0,
): Loaded<Data> {
  const [result, setResult] = useState<Loaded<Data>>({ data: undefined, error: undefined });

  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      load(controller.signal).then(
        (data) => {
          if (!controller.signal.aborted) setResult({ data, error: undefined });
        },
        (error: unknown) => {
          if (!controller.signal.aborted) setResult((old) => ({ data: old.data, error: messageOf(error) }));
        },
      );
    }, pauseMs);

    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, dependencies);
  return result;
}

/** What a screen shows until its data are loaded. It appears after a moment, so that fast answers do not flicker. */
export const Waiting = () => <p className="empty waiting">Reading the site…</p>;
