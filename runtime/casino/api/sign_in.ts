// Requests sessions with POST /login, for login forms and for silent re-login (rows 7.1-01 to 7.1-03). The client is a parameter,
// because the client itself renews sessions with this call.

import { config } from "../config/config";
import type { Session } from "../session/session";
import { clientId, utcOffset } from "./call";
import type { CallOptions, createClient } from "./client";
import { postLogin } from "./contract/calls";
import type { Login, Session as SessionAnswer } from "./contract/schema";
import { type Failure, mapOk, type Outcome } from "./outcome";

/** Credentials: login and password, or the hash from a link in an email (A80). */
export type Credentials = Required<Pick<Login, "login" | "password">> | Required<Pick<Login, "userhash">>;

/** Creates a session from a login response; `login` is empty if it is not known yet. */
export function createSession(response: SessionAnswer, login: string): Session {
  return {
    pid: response.pid,
    login,
    sessionID: response.rtgSession.session_id,
    token: response.sessionToken,
    timeStamp: Date.now(),
    firstName: "",
  };
}

/** Requests a session without storing it. A bot check token is sent with silent logins too (A104). */
export async function requestSession(
  call: ReturnType<typeof createClient>["call"],
  credentials: Credentials,
  options: CallOptions = {},
): Promise<Outcome<Session>> {
  const body = {
    ...credentials,
    skin_id: config().client.skin_id,
    client_id: clientId(),
    for_money: true,
    player_timezone: utcOffset(new Date().getTimezoneOffset()),
  };

  const response = await call(postLogin, { body }, { ...options, botCheck: "login" });
  return mapOk(response, (session) => createSession(session, "login" in credentials ? credentials.login : ""));
}

/** Whether the server refused the request, with any status below 500. Other failures are not refusals (A73). */
export function isRefusal(failure: Failure): failure is Extract<Failure, { kind: "refused" }> {
  return failure.kind === "refused" && failure.status >= 200 && failure.status < 500;
}

/**
 * Whether a failure means that the server refused this player. A missing network, server errors, maintenance and rate limits (which
 * other clients may have caused) do not: the session survives them (A70).
 */
export function isPlayerRefused(failure: Failure): boolean {
  return failure.kind === "restricted" || (isRefusal(failure) && ![408, 425, 429].includes(failure.status));
}
