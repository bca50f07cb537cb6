// The network as core asks for it: JSON answers within a time limit, which a visit that was overtaken ends at once.

import { type Answer, prefetch_timeout_ms, type RequestOptions } from "../core/loader";
import { withTimeout } from "./timeouts";

/** Fetches JSON. Rejects when no whole answer came in time, or the signal ended. */
export async function fetchJson(
  address: string,
  { fresh = false, urgent = true, timeout_ms = prefetch_timeout_ms, signal }: Partial<RequestOptions> = {},
): Promise<Answer> {
  return withTimeout(timeout_ms, signal, async (signal) => {
    const response = await fetch(address, {
      cache: fresh ? "no-cache" : "default",
      priority: urgent ? "high" : "low",
      // A preview may ask for a name and a password.
      credentials: "same-origin",
      signal,
    });
    const after = response.headers.get("retry-after") ?? "";
    return {
      status: response.status,
      // Seconds, or the moment itself.
      retryAfter: Number(after) || (Date.parse(after) - Date.now()) / 1000 || 0,
      json: parsed(await response.text()),
    };
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
