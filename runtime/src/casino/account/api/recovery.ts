// Getting back in: what is asked for by mail, and a new password by a mailed link (rows 7.1-06 to 7.1-08, A105, A106).

import { putLogin } from "../../api/contract/calls";
import { map, type Outcome } from "../../api/outcome";
import { call } from "../../api/site";

/** Asks for a mail with a link for a new password. `who`: login, e-mail address or number of a player; unknown ones are answered alike (A106). */
export async function requestPasswordReset(who: string, signal: AbortSignal): Promise<Outcome<true>> {
  const body = { todo: "fp" as const, player_id: who };
  return map(await call(putLogin, { body }, { signal, botCheck: "recovery" }), () => true);
}

/** Asks for a mail that names the login of an address. */
export async function requestUsername(email: string, signal: AbortSignal): Promise<Outcome<true>> {
  const body = { todo: "fu" as const, email };
  return map(await call(putLogin, { body }, { signal, botCheck: "recovery" }), () => true);
}

/** What a mailed link for a new password carries. */
export interface ResetLink {
  readonly pid: string;
  readonly token: string;
}

/** Sets a new password by a mailed link, which is good for once. */
export async function resetPassword(
  { pid, token }: ResetLink,
  password: string,
  signal: AbortSignal,
): Promise<Outcome<true>> {
  const body = { todo: "cpwt" as const, player_id: pid, token, pwd: password };
  const dedupeKey = `cpwt ${pid}`;
  return map(await call(putLogin, { body }, { signal, dedupeKey, botCheck: "recovery" }), () => true);
}
