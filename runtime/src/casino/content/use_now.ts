// The current time in React, updated as often as a text about it changes.

import { useEffect, useState } from "react";
import { CLOCK, type Clock, onEachTick } from "./dates";

/** Returns the current time in epoch milliseconds; `undefined` while the island hydrates. `until_ms` sets the update interval (A131). */
export function useNow(until_ms?: number, clock: Clock = CLOCK): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => onEachTick([until_ms], setNow, clock), [until_ms, clock]);
  return now;
}
