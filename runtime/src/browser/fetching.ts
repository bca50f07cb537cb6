// The network as core asks for it: JSON answers within a time limit, and a memory for things that may happen once in a tab.

import type { Answer } from "../core/loader";

/** How long an answer may take, its body included, in milliseconds. */
export const LIMIT = 10_000;

/** Fetches JSON. Rejects when no whole answer came in time. */
export async function fetchJson(
  address: string,
  { fresh = false, urgent = true }: { fresh?: boolean; urgent?: boolean } = {},
): Promise<Answer> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), LIMIT);
  try {
    const response = await fetch(address, {
      cache: fresh ? "no-cache" : "default",
      priority: urgent ? "high" : "low",
      credentials: "omit",
      signal: limit.signal,
    });
    const after = response.headers.get("retry-after") ?? "";
    return {
      status: response.status,
      // Seconds, or the moment itself.
      retryAfter: Number(after) || (Date.parse(after) - Date.now()) / 1000 || 0,
      json: parsed(await response.text()),
    };
  } finally {
    clearTimeout(timer);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Remembers `key` until the tab is closed and says whether it was remembered already. Where nothing can be remembered, the answer is yes: what must not loop does not begin. */
export function once(key: string): boolean {
  try {
    const name = `croupier ${key}`;
    if (sessionStorage.getItem(name)) return true;
    sessionStorage.setItem(name, "1");
    return false;
  } catch {
    return true;
  }
}
