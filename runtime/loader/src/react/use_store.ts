// Hooks that read stores in React. An island first renders the server's value, then the store's.

import { useCallback, useSyncExternalStore } from "react";

/** A store, such as an atom of nanostores. */
export interface Store<T> {
  get(): T;
  /** Calls `changed` after each change, and returns a function that stops this. */
  listen(changed: () => void): () => void;
}

/** Returns the store's value; `initial` while the island hydrates. */
export function useStore<T, Initial = T>(store: Store<T>, initial: Initial): T | Initial {
  // The function must be the same in all renderings: a new one would subscribe again, and a store fetches when a subscription starts.
  const subscribe = useCallback((changed: () => void) => store.listen(changed), [store]);

  return useSyncExternalStore<T | Initial>(
    subscribe,
    () => store.get(),
    () => initial,
  );
}

/** Returns the result of `select`, compared by identity; `initial` while the island hydrates. */
export function useSelector<T, Selected extends string | number | boolean | undefined>(
  store: Store<T>,
  select: (value: T) => Selected,
  initial: Selected,
): Selected {
  const subscribe = useCallback((changed: () => void) => store.listen(changed), [store]);

  return useSyncExternalStore(
    subscribe,
    () => select(store.get()),
    () => initial,
  );
}

const never = () => () => undefined;

/** Returns false on the server and while the island hydrates, and true afterwards. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
