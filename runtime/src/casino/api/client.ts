// The client of the operator's API, and the other one for files and places beside it. It decides what is sent, once or
// again, and for how long; what came back is judged in outcome.ts. No word that a player reads stands here.

import type { Config } from "../config/config";
import { address, type Call, type Given, type Parts } from "./call";
import { type Answer, type Failure, type Outcome, toFile, toOutcome } from "./outcome";

/** What the client needs of the world. */
export interface ClientPorts {
  readonly fetch: (url: string, request: RequestInit) => Promise<Response>;
  /** The same for an address that carries a secret: no timing of the page names it. */
  readonly fetchUnseen: (url: string, request: RequestInit) => Promise<Response>;
  /** Where the API lies and how its headers are called (A103); read at every call. */
  readonly settings: () => {
    readonly client: Pick<Config["client"], "api">;
    readonly api: Pick<Config["api"], "session_header" | "bot_check_header">;
  };
  /** The session's token; `undefined` for a guest. */
  readonly token: () => string | undefined;
  /** The server does not take this token any more: resolves to whether there is another by now, or may be later. All who ask share one attempt (A72). */
  readonly renew: (token: string) => Promise<"renewed" | "over" | "later">;
  /** A new token was not taken either: the session is over. */
  readonly end: () => void;
  /** What the bot check says of this visitor, for calls that ask for it by their action (A104). */
  readonly botCheck: (action: string) => Promise<string | undefined>;
}

/** How a call is made. */
export interface CallOptions {
  /** Ends the call with `cancelled`. A call with `once` goes on; only its result is not waited for. */
  readonly signal?: AbortSignal;
  /** The call outlives its document. */
  readonly keepalive?: boolean;
  /** How long it may take, in milliseconds. */
  readonly limit_ms?: number;
  /**
   * Names what happens once: while a call of this name is on its way, the same one again gets its outcome and is not sent, and
   * one that sends something else waits for it (A74).
   */
  readonly once?: string;
  /** What two calls of one name are compared by; otherwise all that they are made with. */
  readonly same?: unknown;
  /** The address carries a secret, as the contract has it (A13). */
  readonly unseen?: boolean;
  /** Whether the session's token goes along; otherwise as the contract says. */
  readonly session?: boolean;
  /** `false`: where the session's token is not taken, the call is not made again with another (A71). */
  readonly renewal?: boolean;
  /** It carries a password as well: a 401 is a refusal, since it may be about that (A105). */
  readonly password?: boolean;
  /** The answer of the bot check goes along, for this action (row 7-04). */
  readonly botCheck?: "login" | "signup" | "recovery";
}

/** A call that takes longer has failed (A123). */
const LIMIT_MS = 15_000;

/** Makes a client; the site has one, in site.ts. */
export function createClient(ports: ClientPorts) {
  const flights = new Map<string, { readonly same: string; readonly outcome: Promise<Outcome<unknown>> }>();

  /** One request, until its body is there. */
  async function request(url: string, sent: RequestInit, options: CallOptions): Promise<Answer | Failure> {
    const { signal, limit_ms = LIMIT_MS } = options;
    const abort = new AbortController();
    let ended: "cancelled" | "timed_out" = "cancelled";
    const cancel = () => abort.abort();
    const timer = setTimeout(() => {
      ended = "timed_out";
      abort.abort();
    }, limit_ms);
    signal?.addEventListener("abort", cancel);
    if (signal?.aborted) abort.abort();
    try {
      abort.signal.throwIfAborted();
      const keepalive = options.keepalive ?? false;
      const ask = options.unseen ? ports.fetchUnseen : ports.fetch;
      const response = await ask(url, { ...sent, keepalive, signal: abort.signal, credentials: "omit" });
      return { status: response.status, statusText: response.statusText, body: parsed(await response.text()) };
    } catch {
      return { kind: abort.signal.aborted ? ended : "offline" };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    }
  }

  async function made<A>(
    what: Call<string, string, unknown, A>,
    given: Parts,
    options: CallOptions,
  ): Promise<Outcome<A>> {
    const { client, api } = ports.settings();
    const session = options.session ?? what.session ?? false;
    const proof = options.botCheck ? await ports.botCheck(options.botCheck).catch(() => undefined) : undefined;
    const attempt = async (): Promise<Outcome<A>> => {
      const token = session ? ports.token() : undefined;
      if (session && token === undefined) return { kind: "unauthorised" };
      const { headers, body } = contentOf(given);
      if (token !== undefined) headers[api.session_header] = token;
      if (proof !== undefined) headers[api.bot_check_header] = proof;
      // A redirect would take the token to another place, and is no success (A123).
      const sent: RequestInit = {
        method: what.method,
        headers,
        body,
        cache: "no-store",
        redirect: "manual",
      };
      const answer = await request(client.api + address(what.path, given), sent, options);
      return "kind" in answer ? answer : toOutcome(answer, what.answer, session && !options.password);
    };
    const token = ports.token();
    const first = await attempt();
    if (first.kind !== "unauthorised" || token === undefined || options.renewal === false) return first;
    const renewed = await ports.renew(token).catch(() => "later");
    // Nobody has said that the session is over: what is missing is an answer.
    if (renewed === "later") return { kind: "offline" };
    if (renewed === "over") return first;
    // What is refused was not executed, so that it may be sent again whatever it does; once, so that nothing loops (A72).
    const second = await attempt();
    if (second.kind === "unauthorised") ports.end();
    return second;
  }

  /** One call below the API's prefix. */
  function call<P extends string, Q extends string, B, A>(
    what: Call<P, Q, B, A>,
    given: Given<P, Q, B>,
    options: CallOptions = {},
  ): Promise<Outcome<A>> {
    const { once, signal, ...others } = options;
    const parts = given as Parts;
    if (once === undefined) return made(what, parts, options);
    return single(once, options.same ?? parts, () => made(what, parts, others), signal);
  }

  /** What happens once by its name while `sent` is the same, and otherwise after what has the name. */
  function single<A>(
    once: string,
    sent: unknown,
    make: () => Promise<Outcome<A>>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<A>> {
    const same = JSON.stringify(sent);
    const before = flights.get(once);
    if (before?.same === same) return unlessAborted(before.outcome as Promise<Outcome<A>>, signal);
    const outcome: Promise<Outcome<A>> = (before?.outcome.then(make, make) ?? make()).finally(() => {
      if (flights.get(once)?.outcome === outcome) flights.delete(once);
    });
    flights.set(once, { same, outcome });
    return unlessAborted(outcome, signal);
  }

  /** One call beside the prefix, or a file. Where it lies is the configuration's to say; no token ever goes along (A124). */
  function load<P extends string, Q extends string, B, A>(
    what: Call<P, Q, B, A>,
    url: string,
    given: Given<P, Q, B>,
    { once, signal, ...options }: Pick<CallOptions, "signal" | "keepalive" | "limit_ms" | "unseen" | "once"> = {},
  ): Promise<Outcome<A>> {
    const parts = given as Parts;
    // An empty address switches a feature off (A103).
    if (url === "") return Promise.resolve({ kind: "refused", message: "", status: 0 });
    const make = async (own: Pick<CallOptions, "signal">): Promise<Outcome<A>> => {
      // Files are asked for by their ETag (A64).
      const sent: RequestInit = { method: what.method, ...contentOf(parts), cache: "no-cache" };
      const answer = await request(address(url, parts), sent, { ...options, ...own });
      return "kind" in answer ? answer : toFile(answer, what.answer);
    };
    return once === undefined ? make(signal ? { signal } : {}) : single(once, parts, () => make({}), signal);
  }

  return { call, load };
}

function contentOf({ body }: Parts): { readonly headers: Record<string, string>; readonly body: string | null } {
  const accept = "application/json";
  if (body === undefined) return { headers: { accept }, body: null };
  return { headers: { accept, "content-type": accept }, body: JSON.stringify(body) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unlessAborted<T>(flight: Promise<Outcome<T>>, signal?: AbortSignal): Promise<Outcome<T>> {
  if (!signal) return flight;
  const aborted = new Promise<Failure>((resolve) => {
    const cancel = () => resolve({ kind: "cancelled" });
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel);
  });
  return Promise.race([aborted, flight]);
}
