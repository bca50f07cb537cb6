// Signing in, typed or silent: what POST /login is sent and what its answer begins (rows 7.1-01 to 7.1-03). The client is
// given, since it renews sessions with this very call.

import { config } from "../config/config";
import type { Session } from "../session/session";
import type { CallOptions, createClient } from "./client";
import { postLogin } from "./contract/calls";
import type { Login, Session as SessionAnswer } from "./contract/schema";
import { clientId, offset } from "./device";
import { type Failure, map, type Outcome } from "./outcome";

/** How somebody shows who they are: by name and password, or by the hash of a link in an e-mail (A80). */
export type Credentials = Required<Pick<Login, "login" | "password">> | Required<Pick<Login, "userhash">>;

/** The session of an answer; `login` is empty where it is not known yet. */
export function sessionOf(answer: SessionAnswer, login: string): Session {
  return {
    pid: answer.pid,
    login,
    sessionID: answer.rtgSession.session_id,
    token: answer.sessionToken,
    timeStamp: Date.now(),
    firstName: "",
  };
}

/** Asks for a session; nothing begins here. The bot check goes along, also where nobody typed anything (A104). */
export async function askForSession(
  call: ReturnType<typeof createClient>["call"],
  credentials: Credentials,
  options: CallOptions = {},
): Promise<Outcome<Session>> {
  const body = {
    ...credentials,
    skin_id: config().client.skin_id,
    client_id: clientId(),
    for_money: true,
    player_timezone: offset(new Date().getTimezoneOffset()),
  };
  const answer = await call(postLogin, { body }, { ...options, botCheck: "login" });
  return map(answer, (given) => sessionOf(given, "login" in credentials ? credentials.login : ""));
}

/** Whether a failure is the server's no, whatever its status calls it, and not trouble of another kind (A73). */
export function isRefusal(failure: Failure): failure is Extract<Failure, { kind: "refused" }> {
  return failure.kind === "refused" && failure.status >= 200 && failure.status < 500;
}

/**
 * Whether a failure is a no to who asks. No network, a server in trouble, maintenance and too many tries at once (by whomever)
 * are none: a session outlives them (A70).
 */
export function isNo(failure: Failure): boolean {
  return failure.kind === "restricted" || (isRefusal(failure) && ![408, 425, 429].includes(failure.status));
}
