// Reads a value from a store, so that a component renders again only when that value changes.

import type { ReadableAtom } from "nanostores";
import { useCallback, useSyncExternalStore } from "react";

/** Returns the result of `read`, compared by identity; `first` while the island hydrates. */
export function useSelector<T, Selected extends string | number | boolean | undefined>(
  store: ReadableAtom<T>,
  read: (value: T) => Selected,
  first: Selected,
): Selected {
  const subscribe = useCallback((changed: () => void) => store.listen(changed), [store]);
  return useSyncExternalStore(
    subscribe,
    () => read(store.get()),
    () => first,
  );
}
