// Reads stores in React. An island first renders the server's value, then the store's.

import type { ReadableAtom } from "nanostores";
import { useCallback, useSyncExternalStore } from "react";

/** Returns the store's value; `initial` while the island hydrates. */
export function useStore<T>(store: ReadableAtom<T>, initial: T): T {
  // The function must be the same in all renderings: a new one would subscribe again, and a store fetches when a subscription starts.
  const subscribe = useCallback((changed: () => void) => store.listen(changed), [store]);
  return useSyncExternalStore(
    subscribe,
    () => store.get(),
    () => initial,
  );
}
