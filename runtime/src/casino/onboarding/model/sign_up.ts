// Signs up as a command: an applicant becomes one player, even if the response of the server is lost (rows 3-35, 7.1-04).

import type { Failure, Outcome } from "../../api/outcome";
import { isRefusal, requestSession } from "../../api/sign_in";
import { call } from "../../api/site";
import { command } from "../../commands/site";
import { type Session, signIn } from "../../session/session";
import { type Applicant, createPlayer, type Referral } from "../api/signup";

/** E-mail addresses of signups whose result is unknown to this document. */
const unanswered = new Set<string>();

/**
 * Creates a player and signs in. If an earlier signup with the same e-mail address had no response, a refusal may mean that it succeeded.
 * The login is then tried before the refusal is reported.
 */
export async function signUp(applicant: Applicant, referral: Referral, signal: AbortSignal): Promise<Outcome<Session>> {
  const { email, password } = applicant;
  const login = { login: email, password };
  const mayExist = unanswered.has(email);
  unanswered.add(email);
  let isRefused = false;
  const outcome = await command<Applicant, Session>({
    name: "signup",
    player: "visitor",
    input: applicant,
    async send(_, options) {
      const created = await createPlayer(applicant, referral, options);
      isRefused = created.kind === "refused" && created.status < 500;
      if (!isRefused || !mayExist) return created;
      const session = await requestSession(call, login, { deadline: options.deadline });
      return session.kind === "ok" ? session : created;
    },
    async confirm(_, options) {
      if (isRefused) return { kind: "ok", value: undefined };
      const session = await requestSession(call, login, options);
      // A refused login means that the player was not created.
      return session.kind !== "ok" && isRefusal(session) ? { kind: "ok", value: undefined } : session;
    },
  });
  // A user who closed the form in the meantime is not signed in; the e-mail address stays in the set.
  if (signal.aborted) return { kind: "cancelled" };
  if (isAnswer(outcome)) unanswered.delete(email);
  if (outcome.kind === "ok") signIn(outcome.value, password);
  return outcome;
}

function isAnswer({ kind }: Outcome<unknown>): boolean {
  return (["ok", "refused", "restricted", "maintenance"] as (Failure["kind"] | "ok")[]).includes(kind);
}
