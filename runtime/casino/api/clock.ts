// Time limits that the steps of one call share, and the server's clock as far as this tab knows it.

/** A running time limit. */
export interface Deadline {
  /** Aborted when the time limit is reached. */
  readonly signal: AbortSignal;
  /** Stops the timer. */
  stop(): void;
}

/** Starts a time limit of `timeoutMs` milliseconds. */
export function startDeadline(timeoutMs: number): Deadline {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  return { signal: abort.signal, stop: () => clearTimeout(timer) };
}

/** Calls `callback` when `signal` is aborted, or immediately if it is aborted already. The result removes the listener. */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => {};
  if (signal.aborted) {
    callback();
    return () => {};
  }

  signal.addEventListener("abort", callback, { once: true });
  return () => signal.removeEventListener("abort", callback);
}

/** Settles like `promise`, or rejects with the reason of `signal` as soon as the signal is aborted. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const removeListener = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(removeListener);
  });
}

/** Differences up to this are not corrected, in milliseconds: the `Date` header has whole seconds, and responses take time. */
const TOLERANCE_MS = 10_000;

/** Attribute of `<html>`: the difference of the clocks, in milliseconds. Code that shows times does not load the client for it. */
const ATTRIBUTE = "data-clock";

/**
 * Reads the server's time from the headers of a response that no cache has stored. `sent_ms` is the device's time at the request.
 * Servers of another origin must expose the header `Date`; otherwise the device's clock is used.
 */
export function readServerClock(headers: Pick<Headers, "get">, sent_ms: number): void {
  const received_ms = Date.now();
  const date_ms = Date.parse(headers.get("date") ?? "");
  // The device's clock may have been set while the request was in flight.
  if (Number.isNaN(date_ms) || received_ms < sent_ms || headers.get("age")) return;

  // The header is rounded down, and was written between the request and the response.
  const difference_ms = date_ms + 500 - (sent_ms + received_ms) / 2;
  const offset_ms = Math.abs(difference_ms) > TOLERANCE_MS ? Math.round(difference_ms) : 0;
  globalThis.document?.documentElement?.setAttribute(ATTRIBUTE, String(offset_ms));
}
