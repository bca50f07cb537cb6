// Signs in with the login name and the password (rows 7.1-01 to 7.1-03, A74).

import { onAbort } from "../../api/deadline";
import type { Outcome } from "../../api/outcome";
import { requestSession } from "../../api/sign_in";
import { call } from "../../api/site";
import { type Session, signIn } from "../../session/session";

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
