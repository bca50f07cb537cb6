// A part of what a store holds, so that of two thousand tiles only those are drawn again that changed.

import type { ReadableAtom } from "nanostores";
import { useCallback, useSyncExternalStore } from "react";

/** What `read` makes of the store's value, compared as it is; `first` while the island hydrates. */
export function usePart<T, Part extends string | number | boolean | undefined>(
  store: ReadableAtom<T>,
  read: (value: T) => Part,
  first: Part,
): Part {
  const subscribe = useCallback((changed: () => void) => store.listen(changed), [store]);
  return useSyncExternalStore(
    subscribe,
    () => read(store.get()),
    () => first,
  );
}
