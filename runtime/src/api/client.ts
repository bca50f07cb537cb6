// Calls of the operator's API, and what counts as success (rows 7.7).

import { session } from "../stores/session";

/** How a call ended: with its answer, or with words for the player. */
export type Outcome<T> =
  | { readonly kind: "ok"; readonly value: T }
  | { readonly kind: "refused"; readonly message: string; readonly status: number };

/** What is said when a failure has no words of its own (row 8-30). */
export const FALLBACK = "Something went wrong. Please try again or contact support.";
/** A call that takes longer has failed, in milliseconds (A123). */
const LIMIT = 15_000;
const SILENT = "No details received";

/** The address below which the calls lie; set from the page's configuration. */
export function apiBase(): string {
  const text = document.getElementById("croupier-config")?.textContent ?? "{}";
  const { api } = JSON.parse(text) as { api?: string };
  return api ?? "/api/794";
}

/** One call. The session token goes along when there is a session. */
export async function call<T>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
  options: { keepalive?: boolean; limit?: number } = {},
): Promise<Outcome<T>> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  const token = session.get()?.token;
  if (token) headers["x-session-token"] = token;
  try {
    const response = await fetch(apiBase() + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      keepalive: options.keepalive ?? false,
      signal: AbortSignal.timeout(options.limit ?? LIMIT),
      cache: "no-store",
      credentials: "omit",
    });
    return judged<T>(response.status, response.statusText, await response.json().catch(() => undefined));
  } catch {
    return { kind: "refused", message: FALLBACK, status: 0 };
  }
}

/** Success is 200 to 202 without an `errorMessage`; otherwise the server's words, the status text or the fallback are shown. */
export function judged<T>(status: number, statusText: string, body: unknown): Outcome<T> {
  const said = (body as { errorMessage?: unknown } | undefined)?.errorMessage;
  const message = typeof said === "string" ? said : "";
  const good = status >= 200 && status <= 202;
  if (good && !message && body !== undefined) return { kind: "ok", value: body as T };
  // The status text of a success ("OK", "No Content") would be no explanation of why it failed.
  const words = good ? "" : statusText;
  return { kind: "refused", message: message && message !== SILENT ? message : words || FALLBACK, status };
}
