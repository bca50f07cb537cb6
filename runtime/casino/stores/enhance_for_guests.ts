// Islands that are enhanced for guests and hydrated for players, who do not load the code of the enhancement.

import { listen } from "@croupier/loader";
import type { Enhance } from "@croupier/loader/enhance";
import type { ReadableAtom } from "nanostores";
import { $session } from "../session/session";

/** Returns an `enhance` that hydrates the island when a player is signed in, and loads the enhancement for guests. */
export function enhanceForGuests<Props>(load: () => Promise<{ enhance: Enhance<Props> }>): Enhance<Props> {
  return (element, props, hydrate) => {
    let [isOver, end] = [false, () => {}];
    const start = ({ enhance }: { enhance: Enhance<Props> }) => {
      if (!isOver) end = enhance(element, props, hydrate);
    };

    // `loadPart` already reports a chunk that fails to load. The HTML of the build remains, and an interaction hydrates it.
    if (!$session.get()) load().then(start, () => {});
    const stop = $session.subscribe((session) => {
      if (session) hydrate();
    });

    return () => {
      isOver = true;
      stop();
      end();
    };
  };
}

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
export function shownState<T, Other = T>(store: ReadableAtom<T>, otherwise: Other): T | Other {
  return (states.get(store) as T | undefined) ?? otherwise;
}
