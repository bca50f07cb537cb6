// Changes the password of the signed-in player (rows 4.2-17, 7.1-09, A105).

import { putLogin } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { call } from "../../api/site";
import { loadBalance } from "../../player/api/account";
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
