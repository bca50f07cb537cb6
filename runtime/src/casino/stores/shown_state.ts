// States of stores that code without React has written into the HTML of an island. The island hydrates with them.

import type { ReadableAtom } from "nanostores";

const states = new WeakMap<object, unknown>();

/** Stores that the HTML shows this state of `store`; `undefined` means the HTML of the build. */
export function setShownState<T>(store: ReadableAtom<T>, state: T | undefined): void {
  if (state === undefined) states.delete(store);
  else states.set(store, state);
}

/** Returns the state of `store` that the HTML shows; `otherwise` for the HTML of the build. */
export function shownState<T>(store: ReadableAtom<T>, otherwise: T): T {
  return (states.get(store) as T | undefined) ?? otherwise;
}
