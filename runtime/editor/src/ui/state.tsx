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
  /** Whether `data` belong to the current dependencies. Earlier data can be shown, but nothing may be done with them. */
  readonly isCurrent: boolean;
}

/** A result with the dependencies that `data` were loaded for. */
interface Result<Data> {
  readonly data: Data | undefined;
  readonly error: string | undefined;
  readonly loadedFor: readonly unknown[] | undefined;
}

/** Calls `load` at first and whenever a dependency changes. Results of older calls are ignored. */
export function useLoaded<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  dependencies: readonly unknown[],
  pauseMs = 0,
): Loaded<Data> {
  const [result, setResult] = useState<Result<Data>>({
    data: undefined,
    error: undefined,
    loadedFor: undefined,
  });

  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      load(controller.signal).then(
        (data) => {
          if (!controller.signal.aborted) setResult({ data, error: undefined, loadedFor: dependencies });
        },
        (error: unknown) => {
          if (!controller.signal.aborted) setResult((old) => ({ ...old, error: messageOf(error) }));
        },
      );
    }, pauseMs);

    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, dependencies);

  const { data, error, loadedFor } = result;
  const isCurrent = loadedFor?.every((dependency, index) => Object.is(dependency, dependencies[index])) ?? false;
  return { data, error, isCurrent };
}

/** What a screen shows until its data are loaded. It appears after a moment, so that fast answers do not flicker. */
export const Waiting = () => <p className="empty waiting">Reading the site…</p>;
