// Timeouts, delays and frames, and requests for JSON with a timeout.

import { parseJson } from "../../platform/browser";
import { type JsonResponse, PREFETCH_TIMEOUT_MS, type RequestOptions } from "../core/loader";

/** Resolves after `ms` milliseconds, or as soon as the signal is aborted. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, signal?.aborted ? 0 : ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
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
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ms);
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();

  try {
    return await request(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Fetches JSON. Rejects if the response is not complete before the timeout, or if the signal is aborted. */
export async function fetchJson(
  url: string,
  { fresh = false, urgent = true, timeout_ms = PREFETCH_TIMEOUT_MS, signal }: Partial<RequestOptions> = {},
): Promise<JsonResponse> {
  return withTimeout(timeout_ms, signal, async (signal) => {
    const response = await fetch(url, {
      cache: fresh ? "no-cache" : "default",
      priority: urgent ? "high" : "low",
      // A preview site may require HTTP authentication.
      credentials: "same-origin",
      signal,
    });

    const retryAfterHeader = response.headers.get("retry-after") ?? "";
    return {
      status: response.status,
      // The header contains seconds or a date.
      retryAfter: Number(retryAfterHeader) || (Date.parse(retryAfterHeader) - Date.now()) / 1000 || 0,
      json: parseJson(await response.text()),
    };
  });
}
