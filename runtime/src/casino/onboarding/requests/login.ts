// Signs in with the values of a form; the fifth refusal in a tab shows the screen that links to support (rows 4.1-17, 4.2-11,
// 7.1-01 to 7.1-03, 8-12).

import { onAbort } from "../../api/clock";
import type { Outcome } from "../../api/outcome";
import { isRefusal, requestSession } from "../../api/sign_in";
import { call } from "../../api/site";
import { MISSING_LOGIN } from "../../content/failure_messages";
import { type Session, signIn } from "../../session/session";
import { TOO_MANY_FAILURES } from "../model/flow";
import { countFailure, type RequestContext, type RequestResult, resetFailures } from "../model/request";

/** The login request in flight. */
let attempt: Attempt | undefined;

interface Attempt {
  readonly login: string;
  readonly password: string;
  readonly abort: AbortController;
  readonly outcome: Promise<Outcome<Session>>;
}

/**
 * Signs in. A request in flight with the same credentials is shared; a different one is replaced and ends with `cancelled` (A74).
 * Does not wait for the player's data.
 */
export function logIn(login: string, password: string, signal?: AbortSignal): Promise<Outcome<Session>> {
  // A cancelled login cannot be shared.
  if (attempt?.login === login && attempt.password === password && !attempt.abort.signal.aborted)
    return attempt.outcome;
  attempt?.abort.abort();
  const abort = new AbortController();
  const removeListener = onAbort(signal, () => abort.abort());
  const outcome = requestAndSignIn(login, password, abort.signal).finally(() => {
    removeListener();
    if (attempt?.abort === abort) attempt = undefined;
  });
  attempt = { login, password, abort, outcome };
  return outcome;
}

async function requestAndSignIn(login: string, password: string, signal: AbortSignal): Promise<Outcome<Session>> {
  const session = await requestSession(call, { login, password }, { signal });
  if (session.kind === "ok") signIn(session.value, password);
  return session;
}

/** Signs in with `login` and `password`, and counts refusals by the server (A73). */
export async function logInWithValues({
  values: { login, password },
  signal,
}: Pick<RequestContext, "values" | "signal">): Promise<RequestResult> {
  if (!login || !password)
    return { kind: "failed", failure: { kind: "refused", message: MISSING_LOGIN, status: 0 }, keepsForm: true };

  const outcome = await logIn(String(login), String(password), signal);
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
