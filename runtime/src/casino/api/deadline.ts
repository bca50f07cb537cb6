// Time limits that several steps of one call share.

/** A time limit that runs. */
export interface Deadline {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  /** Ends the timer. */
  stop(): void;
}

/** Starts a time limit of so many milliseconds. */
export function startDeadline(timeoutMs: number): Deadline {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  return { signal: abort.signal, stop: () => clearTimeout(timer) };
}

/** Calls back when `signal` is aborted, or at once where it is already. The result removes the listener. */
export function onAbort(signal: AbortSignal | undefined, then: () => void): () => void {
  if (!signal) return () => {};
  if (signal.aborted) {
    then();
    return () => {};
  }
  signal.addEventListener("abort", then, { once: true });
  return () => signal.removeEventListener("abort", then);
}

/** Settles as `work`, or rejects with the signal's reason as soon as that is aborted. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(stop);
  });
}
