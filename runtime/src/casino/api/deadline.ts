// Time limits that the steps of one call share.

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

/** Calls `then` when `signal` is aborted, or immediately if it is aborted already. The result removes the listener. */
export function onAbort(signal: AbortSignal | undefined, then: () => void): () => void {
  if (!signal) return () => {};
  if (signal.aborted) {
    then();
    return () => {};
  }
  signal.addEventListener("abort", then, { once: true });
  return () => signal.removeEventListener("abort", then);
}

/** Settles like `work`, or rejects with the reason of `signal` as soon as the signal is aborted. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(stop);
  });
}
