// The client of the operator's API, and the loader of files and other endpoints. It decides which requests are sent, how often and
// for how long; outcome.ts interprets the responses.

import { parseJson } from "../../platform/browser";
import type { Config } from "../config/config";
import type { Session } from "../session/record";
import { type AnyParams, type Call, type CallParams, callUrl } from "./call";
import { type Deadline, onAbort, readServerClock, startDeadline, untilAborted } from "./clock";
import { type ApiResponse, type Failure, type Outcome, toFile, toOutcome } from "./outcome";

/** The functions of the browser and the session that the client needs. */
export interface ClientPorts {
  readonly fetch: (url: string, request: RequestInit) => Promise<Response>;
  /** Works like `fetch` for a URL with a secret: no timing entry is left that scripts of the page can read. */
  readonly fetchWithoutTiming: (url: string, request: RequestInit) => Promise<Response>;
  /** The URL of the API and the names of its headers (A103), read for every call. An empty `idempotency_header` is not sent. */
  readonly settings: () => {
    readonly client: Pick<Config["client"], "api">;
    readonly api: Pick<Config["api"], "session_header" | "bot_check_header" | "idempotency_header">;
  };
  /** The session of the signed-in player; `undefined` for a guest. */
  readonly session: () => SentSession | undefined;
  /** Renews the session whose token the server refused. All callers share one attempt (A72). */
  readonly renew: (session: SentSession) => Promise<"renewed" | "over" | "later">;
  /** Called when the server refused the renewed token as well: this session is over. */
  readonly endSession: (session: SentSession) => void;
  /** Gets a bot check token for an action (A104). */
  readonly botCheck: (action: string) => Promise<string | undefined>;
}

/** The part of a session that calls use. */
export type SentSession = Pick<Session, "pid" | "token">;

/** Options of a call. */
export interface CallOptions {
  /** Ends the call with `cancelled`. A call with `dedupeKey` continues; only its result is dropped. */
  readonly signal?: AbortSignal;
  /** The request continues when the document is unloaded. */
  readonly keepalive?: boolean;
  /** Time limit in milliseconds for everything together: bot check, request, renewal and second request. 15 s by default. */
  readonly timeoutMs?: number;
  /** A time limit that the call shares with other steps, in place of `timeoutMs`. */
  readonly deadline?: Deadline;
  /** Equal calls with this key share one request while it is in flight; different calls are sent one after the other (A74). */
  readonly dedupeKey?: string;
  /** The value by which calls with one key are compared; by default their path, query and body. */
  readonly dedupeBy?: unknown;
  /** The server executes requests with the same key once, and repeats its response. */
  readonly idempotencyKey?: string;
  /** The URL contains a secret, as the API requires (A13). */
  readonly withoutTiming?: boolean;
  /**
   * The player for whom the call is made. By default the `pid` of its path, or else the player who is signed in when it is made. The
   * call never sends the token of another player: if the player changes before it is sent or repeated, it ends as `unauthorised`.
   */
  readonly player?: number;
  /** Whether the session token is sent; by default if the call needs a session. */
  readonly session?: boolean;
  /** A token to send although the session is over already, for the logout call. */
  readonly token?: string;
  /** If `false`, a refused token is not renewed, and the call is not sent again (A71). */
  readonly renewal?: boolean;
  /** The call contains a password, so a 401 may concern the password: it is interpreted as a refusal (A105). */
  readonly password?: boolean;
  /** Sends a bot check token for this action (row 7-04). */
  readonly botCheck?: "login" | "signup" | "recovery";
}

/** The default time limit of a call, in milliseconds (A123). */
const TIMEOUT_MS = 15_000;

/** Creates a client. The site has only one, which site.ts creates. */
export function createClient(ports: ClientPorts) {
  /** Calls in flight, by `dedupeKey` and then by the JSON of their parameters. */
  const inFlight = new Map<string, Map<string, Promise<Outcome<unknown>>>>();

  /** Sends one request and reads its body. Rejects if no response arrives. */
  async function request(
    url: string,
    init: RequestInit,
    options: CallOptions,
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
  async function withTimeout<A>(
    { deadline, timeoutMs = TIMEOUT_MS, signal }: CallOptions,
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

  function send<A>(
    endpoint: Call<string, string, unknown, A>,
    params: AnyParams,
    options: CallOptions,
  ): Promise<Outcome<A>> {
    const needsSession = isPersonal(endpoint, options);
    return withTimeout(options, async (signal): Promise<Outcome<A>> => {
      const { client, api } = ports.settings();
      const botToken = options.botCheck
        ? await untilAborted(
            ports.botCheck(options.botCheck).catch(() => undefined),
            signal,
          )
        : undefined;

      const sendOnce = async (token: string | undefined): Promise<Outcome<A>> => {
        const { headers, body } = requestContent(params);
        const { idempotencyKey } = options;
        if (token !== undefined) headers[api.session_header] = token;
        if (botToken !== undefined) headers[api.bot_check_header] = botToken;
        if (idempotencyKey && api.idempotency_header) headers[api.idempotency_header] = idempotencyKey;
        // A redirect would send the token to another server, and is not a success (A123).
        const init: RequestInit = { method: endpoint.method, headers, body, cache: "no-store", redirect: "manual" };
        const response = await request(client.api + callUrl(endpoint.path, params), init, options, signal);
        return toOutcome(response, endpoint.decoder, needsSession && !options.password);
      };

      if (!needsSession) return sendOnce(undefined);
      if (options.token !== undefined) return sendOnce(options.token);

      const session = sessionOf(options.player);
      if (!session) return { kind: "unauthorised" };

      const outcome = await sendOnce(session.token);
      if (outcome.kind !== "unauthorised" || options.renewal === false) return outcome;

      const renewed = await untilAborted(
        ports.renew(session).catch(() => "later" as const),
        signal,
      );
      // The server did not end the session; its response is missing.
      if (renewed === "later") return { kind: "offline" };
      // Another player may have signed in during the renewal.
      const renewedSession = sessionOf(options.player);
      if (renewed === "over" || !renewedSession) return outcome;

      // The server did not execute the refused call, so sending it again is safe. It is sent only once more, to prevent a loop (A72).
      const retried = await sendOnce(renewedSession.token);
      if (retried.kind === "unauthorised") ports.endSession(renewedSession);
      return retried;
    });
  }

  /** Returns the current session if it belongs to this player. */
  function sessionOf(player: number | undefined): SentSession | undefined {
    const session = ports.session();
    return session?.pid === player ? session : undefined;
  }

  /** Calls the API. */
  function call<P extends string, Q extends string, B, A>(
    endpoint: Call<P, Q, B, A>,
    params: CallParams<P, Q, B>,
    options: CallOptions = {},
  ): Promise<Outcome<A>> {
    const anyParams = params as AnyParams;
    // The player is determined now: a call that waits in a queue must not be sent for the next player.
    const player = isPersonal(endpoint, options) ? (options.player ?? playerOf(anyParams)) : undefined;
    const ownOptions = player === undefined ? options : { ...options, player };
    const { dedupeKey, signal, ...rest } = ownOptions;
    if (dedupeKey === undefined) return send(endpoint, anyParams, ownOptions);
    const key = player === undefined ? dedupeKey : `${dedupeKey} of ${player}`;
    return dedupe(key, options.dedupeBy ?? anyParams, () => send(endpoint, anyParams, rest), signal);
  }

  /** Returns the player whom the path names, or the player who is signed in. */
  function playerOf({ path }: AnyParams): number | undefined {
    return path?.pid === undefined ? ports.session()?.pid : Number(path.pid);
  }

  /** Shares the outcome of an equal call with this key that is in flight. A different call is sent after all calls in flight. */
  function dedupe<A>(
    key: string,
    parameters: unknown,
    start: () => Promise<Outcome<A>>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<A>> {
    const calls = inFlight.get(key) ?? new Map<string, Promise<Outcome<unknown>>>();
    inFlight.set(key, calls);
    const fingerprint = JSON.stringify(parameters);
    const sameCall = calls.get(fingerprint) as Promise<Outcome<A>> | undefined;
    if (sameCall !== undefined) return unlessAborted(sameCall, signal);
    const previous = [...calls.values()].at(-1);
    const outcome = (previous !== undefined ? previous.then(start, start) : start()).finally(() => {
      calls.delete(fingerprint);
      if (calls.size === 0) inFlight.delete(key);
    });
    calls.set(fingerprint, outcome);
    return unlessAborted(outcome, signal);
  }

  /** Calls an endpoint outside of the API's prefix, or loads a file. The URL is from the configuration; no token is sent (A124). */
  function load<P extends string, Q extends string, B, A>(
    endpoint: Call<P, Q, B, A>,
    url: string,
    params: CallParams<P, Q, B>,
    options: Pick<CallOptions, "signal" | "keepalive" | "timeoutMs" | "withoutTiming" | "dedupeKey"> = {},
  ): Promise<Outcome<A>> {
    const { dedupeKey, signal: callerSignal, ...rest } = options;
    const anyParams = params as AnyParams;
    // A feature with an empty URL is off (A103).
    if (url === "") return Promise.resolve({ kind: "refused", message: "", status: 0 });
    const start = (startOptions: CallOptions) =>
      withTimeout(startOptions, async (signal): Promise<Outcome<A>> => {
        // Files are revalidated by their ETag (A64).
        const init: RequestInit = { method: endpoint.method, ...requestContent(anyParams), cache: "no-cache" };
        return toFile(await request(callUrl(url, anyParams), init, startOptions, signal), endpoint.decoder);
      });
    return dedupeKey === undefined ? start(options) : dedupe(dedupeKey, anyParams, () => start(rest), callerSignal);
  }

  return { call, load };
}

/** Returns whether a call sends the session token. */
function isPersonal({ session }: Call<string, string, unknown, unknown>, options: CallOptions): boolean {
  return options.session ?? session ?? false;
}

function requestContent({ body }: AnyParams): {
  readonly headers: Record<string, string>;
  readonly body: string | null;
} {
  const accept = "application/json";
  if (body === undefined) return { headers: { accept }, body: null };
  return { headers: { accept, "content-type": accept }, body: JSON.stringify(body) };
}

/** Resolves to the outcome, or to `cancelled` as soon as the signal is aborted. */
function unlessAborted<T>(outcome: Promise<Outcome<T>>, signal?: AbortSignal): Promise<Outcome<T>> {
  if (!signal) return outcome;
  return untilAborted(outcome, signal).catch((): Failure => ({ kind: "cancelled" }));
}
