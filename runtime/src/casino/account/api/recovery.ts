// API calls to recover an account: requests for emails, and a new password by an emailed link (rows 7.1-06 to 7.1-08, A105, A106).

import { putLogin } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { call } from "../../api/site";

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
