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
