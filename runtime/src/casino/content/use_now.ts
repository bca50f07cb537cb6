// The current time in React, updated as often as a text about it changes.

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { CLOCK, type Clock, onEachTick } from "./dates";

const never = () => () => {};

/** Returns the current time in epoch milliseconds; `undefined` while the island hydrates. `until_ms` sets the update interval (A131). */
export function useNow(until_ms?: number, clock: Clock = CLOCK): number | undefined {
  const isBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  // A component that does not hydrate shows the time at once and renders only once.
  const [now, setNow] = useState(() => (isBrowser ? clock.now() : undefined));
  const shown = useRef(now);
  useEffect(() => {
    const shown_ms = shown.current;
    shown.current = undefined;
    return onEachTick([until_ms], setNow, clock, shown_ms);
  }, [until_ms, clock]);
  return now;
}
