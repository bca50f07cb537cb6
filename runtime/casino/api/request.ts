// One request of a call, and the time limit of the call.

import { parseJson } from "@croupier/loader/browser";
import type { AnyParams } from "./call";
import { type Deadline, onAbort, readServerClock, startDeadline } from "./clock";
import type { ApiResponse, Failure, Outcome } from "./outcome";

/** The functions of the browser that requests need. */
export interface RequestPorts {
  readonly fetch: (url: string, request: RequestInit) => Promise<Response>;
  /** Works like `fetch` for a URL with a secret: no timing entry is left that scripts of the page can read. */
  readonly fetchWithoutTiming: (url: string, request: RequestInit) => Promise<Response>;
}

/** Options of a request. */
export interface RequestOptions {
  /** Ends the call with `cancelled`. A call with `dedupeKey` continues; only its result is dropped. */
  readonly signal?: AbortSignal;
  /** The request continues when the document is unloaded. */
  readonly keepalive?: boolean;
  /** Time limit in milliseconds for everything together: bot check, request, renewal and second request. 15 s by default. */
  readonly timeoutMs?: number;
  /** A time limit that the call shares with other steps, in place of `timeoutMs`. */
  readonly deadline?: Deadline;
  /** The URL contains a secret, as the API requires (A13). */
  readonly withoutTiming?: boolean;
}

/** The default time limit of a call, in milliseconds (A123). */
const TIMEOUT_MS = 15_000;

/** Sends one request and reads its body. Rejects if no response arrives. */
export async function request(
  ports: RequestPorts,
  url: string,
  init: RequestInit,
  options: RequestOptions,
  signal: AbortSignal,
): Promise<ApiResponse> {
  signal.throwIfAborted();

  const fetchFunction = options.withoutTiming ? ports.fetchWithoutTiming : ports.fetch;
  const keepalive = options.keepalive ?? false;
  const sent_ms = Date.now();
  const response = await fetchFunction(url, { ...init, keepalive, signal, credentials: "omit" });

  if (init.cache === "no-store") readServerClock(response.headers, sent_ms);
  return { status: response.status, statusText: response.statusText, body: parseJson(await response.text()) };
}

/** Runs `task` until it ends, its time limit is reached or its caller cancels it. The signal's reason is one of the last two. */
export async function withTimeout<A>(
  { deadline, timeoutMs = TIMEOUT_MS, signal }: RequestOptions,
  task: (signal: AbortSignal) => Promise<Outcome<A>>,
): Promise<Outcome<A>> {
  const abort = new AbortController();
  const limit = deadline ?? startDeadline(timeoutMs);
  const removeListeners = [
    onAbort(limit.signal, () => abort.abort("timed_out" satisfies Failure["kind"])),
    onAbort(signal, () => abort.abort("cancelled" satisfies Failure["kind"])),
  ];

  try {
    return await task(abort.signal);
  } catch {
    return { kind: abort.signal.aborted ? (abort.signal.reason as "timed_out" | "cancelled") : "offline" };
  } finally {
    if (!deadline) limit.stop();
    for (const removeListener of removeListeners) removeListener();
  }
}

/** Returns the body of a request as JSON, with the headers that describe it. */
export function requestContent({ body }: AnyParams): {
  readonly headers: Record<string, string>;
  readonly body: string | null;
} {
  const accept = "application/json";
  if (body === undefined) return { headers: { accept }, body: null };
  return { headers: { accept, "content-type": accept }, body: JSON.stringify(body) };
}
