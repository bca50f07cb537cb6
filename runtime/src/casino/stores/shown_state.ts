// States of stores that code without React has written into the HTML of an island. The island hydrates with them.

import type { ReadableAtom } from "nanostores";
import { listen } from "../../signals";

let states = new WeakMap<object, unknown>();

// The next page has the HTML of the build. Islands are also rendered without a document.
if (typeof document !== "undefined")
  listen("croupier:visit", ({ kind }) => {
    if (kind === "swapping") states = new WeakMap();
  });

/** Stores that the HTML of this page shows this state of `store`. */
export function setShownState<T>(store: ReadableAtom<T>, state: T): void {
  states.set(store, state);
}

/** Returns the state of `store` that the HTML shows; `otherwise` for the HTML of the build. */
export function shownState<T>(store: ReadableAtom<T>, otherwise: T): T {
  return (states.get(store) as T | undefined) ?? otherwise;
}
