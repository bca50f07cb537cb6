// The outcome of an API call, as a closed union that all callers switch on (rows 7.7, 5-29).

import { safeParse } from "valibot";
import type { Decoder } from "./call";
import { cleanMessage } from "./values";

/** The outcome of a call without a valid response. */
export type Failure =
  /** The server refused the call. `message` may be shown; if it is empty, the fallback message is shown. */
  | { readonly kind: "refused"; readonly message: string; readonly status: number }
  /** The session is not valid any more, and could not be renewed (A72). */
  | { readonly kind: "unauthorised" }
  /** The site is not available in the player's country; `country` is an ISO 3166 code or empty (A126). */
  | { readonly kind: "restricted"; readonly country: string }
  /** The casino is down for maintenance (A53). */
  | { readonly kind: "maintenance" }
  /** No response arrived: there is no network, or the connection failed. */
  | { readonly kind: "offline" }
  /** No response arrived within the time limit (A123). */
  | { readonly kind: "timed_out" }
  /** The response does not fit the schema of the call (A112). */
  | { readonly kind: "malformed" }
  /** The caller cancelled the call. */
  | { readonly kind: "cancelled" }
  /** A command was sent, and it is not known whether the server executed it. */
  | { readonly kind: "unknown" }
  /** A command was not sent, because this or another tab is running a command of the same kind. */
  | { readonly kind: "busy" };

/** The result of a call: its value or a failure. */
export type Outcome<T> = { readonly kind: "ok"; readonly value: T } | Failure;

/** A response before validation; `body` is `undefined` if it is not JSON. */
export interface ApiResponse {
  readonly status: number;
  readonly statusText: string;
  readonly body: unknown;
}

const NO_DETAILS = "No details received";

/**
 * Interprets a response of the API. Statuses 200 to 202 are success unless the body has `errorMessage`; 204 and 3xx are not (A123).
 * The message of a refusal is the server's, or the status text if the server sent none. With `session`, a 401 concerns the session.
 */
export function toOutcome<T>(response: ApiResponse, decoder: Decoder<T>, session = false): Outcome<T> {
  const { status, statusText, body } = response;
  const error = typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  if (status >= 200 && status <= 202 && !error.errorMessage) return decode(body, decoder);

  if (status === 401 && session) return { kind: "unauthorised" };
  if (error.errorMessage === "errorCasinoMaintenance") return { kind: "maintenance" };
  if (error.errorMessage === "errorViewerRestriction") {
    const country = typeof error.country === "string" && /^[A-Za-z]{2}$/.test(error.country) ? error.country : "";
    return { kind: "restricted", country: country.toUpperCase() };
  }

  const hasNoMessage = error.errorMessage === undefined || error.errorMessage === NO_DETAILS;
  return { kind: "refused", message: cleanMessage(hasNoMessage ? statusText : error.errorMessage), status };
}

/** Interprets a file or a response of another endpoint: all statuses but 2xx are refusals without a message (row 7.7-04, A124). */
export function toFile<T>(response: ApiResponse, decoder: Decoder<T>): Outcome<T> {
  const isSuccess = response.status >= 200 && response.status <= 299;
  return isSuccess ? decode(response.body, decoder) : { kind: "refused", message: "", status: response.status };
}

function decode<T>(body: unknown, decoder: Decoder<T>): Outcome<T> {
  const { success, output } = safeParse(decoder(), body);
  return success ? { kind: "ok", value: output } : { kind: "malformed" };
}

/** Converts the value of an outcome. If `change` returns `undefined`, the outcome is `malformed`. */
export function mapOk<A, B>(outcome: Outcome<A>, change: (value: A) => B | undefined): Outcome<B> {
  if (outcome.kind !== "ok") return outcome;
  const value = change(outcome.value);
  return value === undefined ? { kind: "malformed" } : { kind: "ok", value };
}

/** Describes a failure for logs, never for users: `Status: 503`, or its kind (row 7.7-04). */
export function describeFailure(failure: Failure): string {
  return failure.kind === "refused" ? `Status: ${failure.status}` : failure.kind;
}
