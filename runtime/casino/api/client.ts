// The client of the operator's API, and the loader of files and other endpoints. It decides which requests are sent, how often and
// for how long; outcome.ts interprets the responses.

import { type Config, config } from "../config/config";
import { $session, renewSession, renewSessionBy, type Session, signOut } from "../session/session";
import { type AnyParams, type Call, type CallParams, callUrl } from "./call";
import { untilAborted } from "./clock";
import { createDedupe } from "./dedupe";
import { type Outcome, toFile, toOutcome } from "./outcome";
import { type RequestOptions, type RequestPorts, request, requestContent, withTimeout } from "./request";

/** The functions of the browser and the session that the client needs. */
export interface ClientPorts extends RequestPorts {
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
export interface CallOptions extends RequestOptions {
  /** Equal calls with this key share one request while it is in flight; different calls are sent one after the other (A74). */
  readonly dedupeKey?: string;
  /** The value by which calls with one key are compared; by default their path, query and body. */
  readonly dedupeBy?: unknown;
  /** The server executes requests with the same key once, and repeats its response. */
  readonly idempotencyKey?: string;
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

/** Options of a call outside of the API. */
type LoadOptions = Pick<CallOptions, "signal" | "keepalive" | "timeoutMs" | "withoutTiming" | "dedupeKey">;

/** Creates a client. The site has only one; tests create others. */
export function createClient(ports: ClientPorts) {
  const dedupe = createDedupe();

  /** Returns the player whom the path names, or the player who is signed in. */
  function playerOf({ path }: AnyParams): number | undefined {
    return path?.pid === undefined ? ports.session()?.pid : Number(path.pid);
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
    if (dedupeKey === undefined) return send(ports, endpoint, anyParams, ownOptions);

    const key = player === undefined ? dedupeKey : `${dedupeKey} of ${player}`;
    return dedupe(key, options.dedupeBy ?? anyParams, () => send(ports, endpoint, anyParams, rest), signal);
  }

  /** Calls an endpoint outside of the API's prefix, or loads a file. The URL is from the configuration; no token is sent (A124). */
  function load<P extends string, Q extends string, B, A>(
    endpoint: Call<P, Q, B, A>,
    url: string,
    params: CallParams<P, Q, B>,
    options: LoadOptions = {},
  ): Promise<Outcome<A>> {
    const { dedupeKey, signal: callerSignal, ...rest } = options;
    const anyParams = params as AnyParams;

    // A feature with an empty URL is off (A103).
    if (url === "") return Promise.resolve({ kind: "refused", message: "", status: 0 });

    const start = (startOptions: CallOptions) =>
      withTimeout(startOptions, async (signal): Promise<Outcome<A>> => {
        // Files are revalidated by their ETag (A64).
        const init: RequestInit = { method: endpoint.method, ...requestContent(anyParams), cache: "no-cache" };
        return toFile(await request(ports, callUrl(url, anyParams), init, startOptions, signal), endpoint.decoder);
      });

    return dedupeKey === undefined ? start(options) : dedupe(dedupeKey, anyParams, () => start(rest), callerSignal);
  }

  return { call, load };
}

/** Returns whether a call sends the session token. */
function isPersonal({ session }: Call<string, string, unknown, unknown>, options: CallOptions): boolean {
  return options.session ?? session ?? false;
}

/** Sends a call: the bot check first, then the request, and a second one if the session was renewed. */
function send<A>(
  ports: ClientPorts,
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
      const response = await request(ports, client.api + callUrl(endpoint.path, params), init, options, signal);
      return toOutcome(response, endpoint.decoder, needsSession && !options.password);
    };

    if (!needsSession) return sendOnce(undefined);
    if (options.token !== undefined) return sendOnce(options.token);
    return sendWithSession(ports, sendOnce, options, signal);
  });
}

/** Sends a call with the token of its player's session. If the server refuses the token, it is renewed and the call is sent again. */
async function sendWithSession<A>(
  ports: ClientPorts,
  sendOnce: (token: string) => Promise<Outcome<A>>,
  { player, renewal }: CallOptions,
  signal: AbortSignal,
): Promise<Outcome<A>> {
  const session = sessionOf(ports, player);
  if (!session) return { kind: "unauthorised" };

  const outcome = await sendOnce(session.token);
  if (outcome.kind !== "unauthorised" || renewal === false) return outcome;

  const renewed = await untilAborted(
    ports.renew(session).catch(() => "later" as const),
    signal,
  );
  // The server did not end the session; its response is missing.
  if (renewed === "later") return { kind: "offline" };
  // Another player may have signed in during the renewal.
  const renewedSession = sessionOf(ports, player);
  if (renewed === "over" || !renewedSession) return outcome;

  // The server did not execute the refused call, so sending it again is safe. It is sent only once more, to prevent a loop (A72).
  const retried = await sendOnce(renewedSession.token);
  if (retried.kind === "unauthorised") ports.endSession(renewedSession);
  return retried;
}

/** Returns the current session if it belongs to this player. */
function sessionOf(ports: ClientPorts, player: number | undefined): SentSession | undefined {
  const session = ports.session();
  return session?.pid === player ? session : undefined;
}

/** The client of the site, with its configuration and its session. */
export const { call, load } = createClient({
  fetch: (url, request) => fetch(url, request),
  fetchWithoutTiming: async (url, request) => (await import("./fetch_without_timing")).fetchWithoutTiming(url, request),
  settings: config,
  session: () => $session.get(),
  renew: renewSession,
  endSession({ token }) {
    // Only the session that the server refused ends. The player may have changed meanwhile.
    if ($session.get()?.token === token) signOut("refused");
  },
  // The code of the bot check is loaded only if one is configured. If it fails to load, the call is sent without a token (A3, A104).
  botCheck: async (action) =>
    config().bot_check.adapter === "none"
      ? undefined
      : (await import("../services/bot_check/bot_check")).botToken(action),
});

// The login call renews sessions: after four hours and after a 401 (A69, A72). Its code loads when a session is renewed.
renewSessionBy(async ({ login }, password) => {
  const code = await import("./sign_in").catch(() => undefined);
  if (!code) return { kind: "trouble" };
  const outcome = await code.requestSession(call, { login, password });
  if (outcome.kind === "ok") return { kind: "ok", session: outcome.value };
  return { kind: code.isPlayerRefused(outcome) ? "refused" : "trouble" };
});
