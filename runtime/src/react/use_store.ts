// Plain stores in React. An island first draws what the server drew, and what the store holds right after.

import type { ReadableAtom } from "nanostores";
import { useSyncExternalStore } from "react";

/** The store's value; `first` while the island hydrates. */
export function useStore<T>(store: ReadableAtom<T>, first: T): T {
  return useSyncExternalStore(
    (changed) => store.listen(changed),
    () => store.get(),
    () => first,
  );
}
