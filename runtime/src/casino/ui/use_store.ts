// Plain stores in React. An island first draws what the server drew, and what the store holds right after.

import type { ReadableAtom } from "nanostores";
import { useCallback, useSyncExternalStore } from "react";

/** The store's value; `first` while the island hydrates. */
export function useStore<T>(store: ReadableAtom<T>, first: T): T {
  // The same function in every drawing: a store that fetches when somebody begins to listen must not be begun anew each time.
  const subscribe = useCallback((changed: () => void) => store.listen(changed), [store]);
  return useSyncExternalStore(
    subscribe,
    () => store.get(),
    () => first,
  );
}
