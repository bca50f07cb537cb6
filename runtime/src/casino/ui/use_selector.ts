// Reads a value from a store, so that a component renders again only when that value changes.

import type { ReadableAtom } from "nanostores";
import { useCallback, useSyncExternalStore } from "react";

/** Returns the result of `select`, compared by identity; `initial` while the island hydrates. */
export function useSelector<T, Selected extends string | number | boolean | undefined>(
  store: ReadableAtom<T>,
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
