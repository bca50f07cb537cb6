// Fetches JSON for the loader's core with a timeout. A newer visit aborts the request of an older one.

import { type JsonResponse, prefetch_timeout_ms, type RequestOptions } from "../core/loader";
import { withTimeout } from "./timeouts";

/** Fetches JSON. Rejects if the response is not complete before the timeout, or if the signal is aborted. */
export async function fetchJson(
  url: string,
  { fresh = false, urgent = true, timeout_ms = prefetch_timeout_ms, signal }: Partial<RequestOptions> = {},
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
