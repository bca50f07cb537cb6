// How long something is still good, in words that go with the clock (A131); the moment itself stands in the title.

import { CLOCK, type Clock, type ExpiryWords, expiryText, momentText } from "../../content/dates";
import { useNow } from "../../content/use_now";
import { Skeleton } from "./skeleton";

/** What a countdown is drawn from. */
export interface CountdownProps {
  /** When it ends, in epoch seconds; 0 and `undefined` draw nothing. */
  readonly expiry_s: number | undefined;
  readonly words: ExpiryWords;
  readonly clock?: Clock;
}

/** `Expires in 12 hours`. */
export function Countdown({ expiry_s, words, clock = CLOCK }: CountdownProps) {
  const until_ms = expiry_s ? expiry_s * 1000 : undefined;
  const now_ms = useNow(until_ms, clock);
  if (until_ms === undefined) return null;
  const isKnown = now_ms !== undefined;
  return (
    <time
      className="countdown"
      dateTime={new Date(until_ms).toISOString()}
      title={isKnown ? momentText(until_ms) : undefined}
    >
      {/* The server knows neither the player's time nor when the page is read. */}
      {isKnown ? expiryText(expiry_s, now_ms, words) : <Skeleton shape="phrase" />}
    </time>
  );
}
