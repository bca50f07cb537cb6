// Logs in with the values of a form or with the hash of a link; the fifth refusal in a tab shows the screen that links to support
// (rows 4.1-17, 4.2-11, 7.1-01 to 7.1-03, 8-12, A80).

import { call } from "../../api/client";
import { onAbort } from "../../api/clock";
import type { Outcome } from "../../api/outcome";
import { type Credentials, isRefusal, requestSession } from "../../api/sign_in";
import { MISSING_LOGIN } from "../../content/failure_messages";
import { type Session, signIn } from "../../session/session";
import { TOO_MANY_FAILURES } from "../model/flow";
import { countFailure, type RequestContext, type RequestResult, resetFailures } from "../model/request";

/** A login request in flight. */
interface Attempt {
  /** The credentials as JSON. */
  readonly key: string;
  readonly abort: AbortController;
  readonly outcome: Promise<Outcome<Session>>;
}

let attempt: Attempt | undefined;

/**
 * Requests a session and signs in with it. A request in flight with the same credentials is shared; a different one is replaced and ends
 * with `cancelled` (A74). With a hash the password is unknown, so the session ends after four hours (A80). Does not wait for the
 * player's data.
 */
export function logIn(credentials: Credentials, signal?: AbortSignal): Promise<Outcome<Session>> {
  const key = JSON.stringify(credentials);
  // A cancelled login cannot be shared.
  if (attempt?.key === key && !attempt.abort.signal.aborted) return attempt.outcome;
  attempt?.abort.abort();

  const abort = new AbortController();
  const removeListener = onAbort(signal, () => abort.abort());

  const outcome = requestSession(call, credentials, { signal: abort.signal })
    .then((session) => {
      if (session.kind === "ok") signIn(session.value, "password" in credentials ? credentials.password : "");
      return session;
    })
    .finally(() => {
      removeListener();
      if (attempt?.abort === abort) attempt = undefined;
    });

  attempt = { key, abort, outcome };
  return outcome;
}

/** Logs in with `login` and `password`, and counts refusals by the server (A73). */
export async function sendLogin({
  values: { login, password },
  signal,
}: Pick<RequestContext, "values" | "signal">): Promise<RequestResult> {
  if (!login || !password)
    return { kind: "failed", failure: { kind: "refused", message: MISSING_LOGIN, status: 0 }, keepsForm: true };

  const outcome = await logIn({ login: String(login), password: String(password) }, signal);
  if (outcome.kind === "ok") {
    resetFailures();
    return { kind: "done" };
  }

  const isLimitReached = !signal.aborted && isRefusal(outcome) && countFailure();
  return {
    kind: "failed",
    failure: isLimitReached ? { kind: "refused", message: TOO_MANY_FAILURES, status: 0 } : outcome,
  };
}
