// Calls of the operator's API and of the places beside it, and what counts as success (rows 7.7).

import { session } from "../stores/session";
import { address, type Call, fits, type Given, type Parts, type Shape } from "./call";

/** How a call ended: with its answer, or with words for the player. */
export type Outcome<T> =
  | { readonly kind: "ok"; readonly value: T }
  | { readonly kind: "refused"; readonly message: string; readonly status: number };

/** What is said when a failure has no words of its own (row 8-30). */
export const FALLBACK = "Sorry, Something went wrong. Please try again later.";
/** A call that takes longer has failed, in milliseconds (A123). */
const LIMIT = 15_000;
const SILENT = "No details received";

/** The address below which the calls lie; set from the page's configuration. */
export function apiBase(): string {
  const text = document.getElementById("croupier-config")?.textContent ?? "{}";
  const { api } = JSON.parse(text) as { api?: string };
  return api ?? "/api/794";
}

interface Options {
  readonly keepalive?: boolean;
  readonly limit?: number;
}

/** One call below the API's prefix. The session token goes along when there is a session. */
export async function call<P extends string, Q extends string, B, A>(
  what: Call<P, Q, B, A>,
  given: Given<P, Q, B>,
  options: Options = {},
): Promise<Outcome<A>> {
  const parts = given as Parts;
  const token = session.get()?.token;
  const sent = request(what.method, parts.body, options, token ? { "x-session-token": token } : {});
  try {
    const response = await fetch(apiBase() + address(what.path, parts), { ...sent, cache: "no-store" });
    return judged<A>(response.status, response.statusText, await response.json().catch(() => undefined), what.answer);
  } catch {
    return { kind: "refused", message: FALLBACK, status: 0 };
  }
}

/**
 * One call beside the prefix, or a file: anything but an answer in order is refused with `Status: {code}`, a text for logs
 * (row 7.7-04, A124). Where it lies is the configuration's to say; the session token never goes along.
 */
export async function load<P extends string, Q extends string, B, A>(
  what: Call<P, Q, B, A>,
  url: string,
  given: Given<P, Q, B>,
  options: Options = {},
): Promise<Outcome<A>> {
  const parts = given as Parts;
  const sent = request(what.method, parts.body, options, {});
  try {
    // Files are asked for by their ETag (A64).
    const response = await fetch(address(url, parts), { ...sent, cache: "no-cache" });
    const body: unknown = response.ok ? await response.json().catch(() => undefined) : undefined;
    if (response.ok && fits(body, what.answer)) return { kind: "ok", value: body as A };
    return { kind: "refused", message: `Status: ${response.status}`, status: response.status };
  } catch {
    return { kind: "refused", message: "Status: 0", status: 0 };
  }
}

function request(method: string, body: unknown, options: Options, extra: Record<string, string>): RequestInit {
  const headers: Record<string, string> = { accept: "application/json", ...extra };
  if (body !== undefined) headers["content-type"] = "application/json";
  return {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    keepalive: options.keepalive ?? false,
    signal: AbortSignal.timeout(options.limit ?? LIMIT),
    credentials: "omit",
  };
}

/**
 * Success is 200 to 202 without an `errorMessage` and with everything that the answer must have (A112); otherwise the
 * server's words, the status text or the fallback are shown.
 */
export function judged<T>(status: number, statusText: string, body: unknown, shape: Shape = 0): Outcome<T> {
  const said = (body as { errorMessage?: unknown } | null | undefined)?.errorMessage;
  const message = typeof said === "string" ? said : "";
  const good = status >= 200 && status <= 202;
  if (good && !message && fits(body, shape)) return { kind: "ok", value: body as T };
  // The status text of a success ("OK", "No Content") would be no explanation of why it failed.
  const words = good ? "" : statusText;
  return { kind: "refused", message: message && message !== SILENT ? message : words || FALLBACK, status };
}
