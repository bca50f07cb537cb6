// How a call of the API ended, as a closed union that everything else switches on (rows 7.7, 5-29).

import { safeParse } from "valibot";
import type { Decoder } from "./call";
import { cleanMessage } from "./clean";

/** A call that did not bring its answer. */
export type Failure =
  /** The server said no. `message` may be shown; empty where it has no words of its own, then the fallback is shown. */
  | { readonly kind: "refused"; readonly message: string; readonly status: number }
  /** The session is not good any more, and could not be renewed (A72). */
  | { readonly kind: "unauthorised" }
  /** Players from this country are not served; `country` is an ISO 3166 code or empty (A126). */
  | { readonly kind: "restricted"; readonly country: string }
  /** The casino is down for maintenance (A53). */
  | { readonly kind: "maintenance" }
  /** No answer came: there is no network, or the connection broke. */
  | { readonly kind: "offline" }
  /** No answer came in time (A123). */
  | { readonly kind: "timed_out" }
  /** What came is no answer to the call (A112). */
  | { readonly kind: "malformed" }
  /** The caller cancelled the call. */
  | { readonly kind: "cancelled" }
  /** A command was sent, and it is not known whether the server did it. */
  | { readonly kind: "unknown" }
  /** A command was not sent, because another one of its kind is under way in this or another tab. */
  | { readonly kind: "busy" };

/** How a call ended. */
export type Outcome<T> = { readonly kind: "ok"; readonly value: T } | Failure;

/** An answer as it came; `body` is `undefined` where it is no JSON. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly body: unknown;
}

const SILENT = "No details received";

/**
 * What an answer of the API means: 200 to 202 are success unless the body says `errorMessage` (204 and 3xx are none, A123);
 * otherwise the server's words count, or the status text where it says nothing. `session`: a 401 is about the session.
 */
export function toOutcome<T>(answer: Answer, decoder: Decoder<T>, session = false): Outcome<T> {
  const { status, statusText, body } = answer;
  const said = typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  if (status >= 200 && status <= 202 && !said.errorMessage) return decoded(body, decoder);
  if (status === 401 && session) return { kind: "unauthorised" };
  if (said.errorMessage === "errorCasinoMaintenance") return { kind: "maintenance" };
  if (said.errorMessage === "errorViewerRestriction") {
    const country = typeof said.country === "string" && /^[A-Za-z]{2}$/.test(said.country) ? said.country : "";
    return { kind: "restricted", country: country.toUpperCase() };
  }
  const silent = said.errorMessage === undefined || said.errorMessage === SILENT;
  return { kind: "refused", message: cleanMessage(silent ? statusText : said.errorMessage), status };
}

/** What an answer of another place or a file means: any but 2xx is refused, and says nothing to people (row 7.7-04, A124). */
export function toFile<T>(answer: Answer, decoder: Decoder<T>): Outcome<T> {
  const good = answer.status >= 200 && answer.status <= 299;
  return good ? decoded(answer.body, decoder) : { kind: "refused", message: "", status: answer.status };
}

function decoded<T>(body: unknown, decoder: Decoder<T>): Outcome<T> {
  const { success, output } = safeParse(decoder(), body);
  return success ? { kind: "ok", value: output } : { kind: "malformed" };
}

/** The same with another value; `undefined` means that the answer is none. */
export function map<A, B>(outcome: Outcome<A>, change: (value: A) => B | undefined): Outcome<B> {
  if (outcome.kind !== "ok") return outcome;
  const value = change(outcome.value);
  return value === undefined ? { kind: "malformed" } : { kind: "ok", value };
}

/** A failure for logs, never for people: `Status: 503`, or its kind (row 7.7-04). */
export function logOf(failure: Failure): string {
  return failure.kind === "refused" ? `Status: ${failure.status}` : failure.kind;
}
