// Changing the password of who is signed in (rows 4.2-17, 7.1-09, A105).

import { putLogin } from "../../api/contract/calls";
import { map, type Outcome } from "../../api/outcome";
import { call } from "../../api/site";
import { loadBalance } from "../../player/api/account";
import { $session, keepPassword } from "../../session/session";

/**
 * Changes the player's password, and keeps the new one for the next silent re-login. Sessions elsewhere end. Who leaves does
 * not cut it off: what is done must be known here.
 */
export async function changePassword(current: string, next: string): Promise<Outcome<true>> {
  const mine = $session.get();
  if (!mine) return { kind: "unauthorised" };
  const body = { todo: "cp" as const, player_id: mine.pid, old_pwd: current, pwd: next };
  const change = () => call(putLogin, { body }, { session: true, password: true, dedupeKey: `cp ${mine.pid}` });
  let outcome = await change();
  if (outcome.kind === "refused" && outcome.status === 401) {
    // About the password or about the token: another call tells, and renews the session where that can be.
    const { token } = $session.get() ?? {};
    const balance = await loadBalance(mine.pid);
    if (balance.kind !== "ok") return balance;
    if ($session.get()?.token !== token) outcome = await change();
  }
  if (outcome.kind === "ok" && $session.get()?.pid === mine.pid) keepPassword(next);
  return map(outcome, () => true);
}
