// Timeouts, delays and frames.

/** Resolves with the result, or with `undefined` after `ms` milliseconds. */
export function waitAtMost(asked: Promise<unknown>, ms: number): Promise<unknown> {
  return Promise.race([asked, new Promise((then) => setTimeout(then, ms))]);
}

/** Resolves after `ms` milliseconds, or as soon as the signal is aborted. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, signal?.aborted ? 0 : ms);
    signal?.addEventListener("abort", end);
  });
}

/** Resolves right after the next frame is painted, or after 50 ms in a tab that paints no frames. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 50);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Runs a request with a signal that is aborted after `ms` milliseconds, or together with `signal`. */
export async function withTimeout<T>(
  ms: number,
  signal: AbortSignal | undefined,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const end = () => limit.abort();
  const timer = setTimeout(end, ms);
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  try {
    return await request(limit.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}
