// Changes and recovers passwords: that of the signed-in player, and by emailed links (rows 4.2-17, 7.1-06 to 7.1-09, A105).

import { call } from "../../api/client";
import { putLogin } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { loadBalance } from "../../player/player";
import { $session, storePassword } from "../../session/session";

/**
 * Changes the player's password and stores the new one for the next silent re-login. Sessions on other devices end.
 * Leaving the page does not cancel the request, because the new password must be known here.
 */
export async function changePassword(current: string, next: string): Promise<Outcome<true>> {
  const session = $session.get();
  if (!session) return { kind: "unauthorised" };

  const body = { todo: "cp" as const, player_id: session.pid, old_pwd: current, pwd: next };
  const options = { player: session.pid, session: true, password: true, dedupeKey: "cp" };
  const change = () => call(putLogin, { body }, options);

  let outcome = await change();
  if (outcome.kind === "refused" && outcome.status === 401) {
    // A 401 can refer to the password or to the token. A second call shows which one, and renews the session if possible.
    const { token } = $session.get() ?? {};
    const balance = await loadBalance(session.pid);
    if (balance.kind !== "ok") return balance;
    if ($session.get()?.token !== token) outcome = await change();
  }

  if (outcome.kind === "ok" && $session.get()?.pid === session.pid) storePassword(next);
  return mapOk(outcome, () => true);
}

/**
 * Requests an email with a link to set a new password. `login` is a player's login, email address or number.
 * The response is the same for unknown players (A106).
 */
export async function requestPasswordReset(login: string, signal: AbortSignal): Promise<Outcome<true>> {
  const body = { todo: "fp" as const, player_id: login };
  return mapOk(await call(putLogin, { body }, { signal, botCheck: "recovery" }), () => true);
}

/** Requests an email that names the login of an email address. */
export async function requestUsername(email: string, signal: AbortSignal): Promise<Outcome<true>> {
  const body = { todo: "fu" as const, email };
  return mapOk(await call(putLogin, { body }, { signal, botCheck: "recovery" }), () => true);
}

/** The data in an emailed link for a new password. */
export interface ResetLink {
  readonly pid: string;
  readonly token: string;
}

/** Sets a new password by an emailed link, which works only once. */
export async function resetPassword(
  { pid, token }: ResetLink,
  password: string,
  signal: AbortSignal,
): Promise<Outcome<true>> {
  const body = { todo: "cpwt" as const, player_id: pid, token, pwd: password };
  const dedupeKey = `cpwt ${pid}`;
  return mapOk(await call(putLogin, { body }, { signal, dedupeKey, botCheck: "recovery" }), () => true);
}
