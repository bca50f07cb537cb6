// The remaining time until an expiry, updated with the clock (A131). The title shows the exact time, and details show it as text.

import { useIsHydrated } from "@croupier/loader/use-store";
import { useEffect, useRef, useState } from "react";
import {
  CLOCK,
  type Clock,
  datetimeText,
  type ExpiryTexts,
  exactExpiryText,
  expiryText,
  onEachTick,
} from "../../content/format";

/** Props of `Countdown`. */
export interface CountdownProps {
  /** The expiry, in epoch seconds; 0 and `undefined` render nothing. */
  readonly expiry_s: number | undefined;
  readonly texts: ExpiryTexts;
  /** Adds the exact time to the text, because a title is not available to touch and keyboards. */
  readonly exact?: boolean;
  readonly clock?: Clock;
}

/** Renders `Expires in 12 hours`. */
export function Countdown({ expiry_s, texts, exact = false, clock = CLOCK }: CountdownProps) {
  const until_ms = expiry_s ? expiry_s * 1000 : undefined;
  const now_ms = useNow(until_ms, clock);
  if (!expiry_s || until_ms === undefined) return null;

  const format = exact ? exactExpiryText : expiryText;
  const isKnown = now_ms !== undefined;

  return (
    <time
      className="countdown"
      dateTime={new Date(until_ms).toISOString()}
      data-exact={exact || undefined}
      title={isKnown ? datetimeText(until_ms) : undefined}
      // `writeCountdowns` may have written the text before hydration.
      suppressHydrationWarning
    >
      {/* The build knows neither the player's time zone nor the time of the visit. A style shows a placeholder. */}
      {isKnown ? format(expiry_s, now_ms, texts) : ""}
    </time>
  );
}

/** Returns the current time in epoch milliseconds; `undefined` while the island hydrates. `until_ms` sets the update interval (A131). */
export function useNow(until_ms?: number, clock: Clock = CLOCK): number | undefined {
  const isBrowser = useIsHydrated();
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
