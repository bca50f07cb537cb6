// The network as core asks for it: JSON answers, and a memory for things that may happen once in a tab.

import type { Answer } from "../core/loader";

/** Fetches JSON. Rejects only when no answer came. */
export async function fetchJson(
  address: string,
  { fresh = false, urgent = true }: { fresh?: boolean; urgent?: boolean } = {},
): Promise<Answer> {
  const response = await fetch(address, {
    cache: fresh ? "no-cache" : "default",
    priority: urgent ? "high" : "low",
    credentials: "omit",
  });
  const json: unknown = await response.json().catch(() => undefined);
  return { status: response.status, retryAfter: Number(response.headers.get("retry-after")) || 0, json };
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
