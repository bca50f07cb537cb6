// The time in React, as often as a text about it changes.

import { useEffect, useState } from "react";
import { CLOCK, type Clock, nextTick } from "./dates";

/** Now, in epoch milliseconds; `undefined` while the island hydrates. Told anew as A131 says for what ends at `until_ms`. */
export function useNow(until_ms?: number, clock: Clock = CLOCK): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const now_ms = clock.now();
      setNow(now_ms);
      timer = setTimeout(tick, nextTick(until_ms, now_ms));
    };
    tick();
    return () => clearTimeout(timer);
  }, [until_ms, clock]);
  return now;
}
