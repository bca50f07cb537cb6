// The API calls that create a player (rows 7.1-04, 7.1-05). API field names are used only here (A59).

import { clientId } from "../../api/call";
import { type CallOptions, call } from "../../api/client";
import { postDownloadId, postSignup } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { createSession, isRefusal, requestSession } from "../../api/sign_in";
import { command } from "../../commands/site";
import { config } from "../../config/config";
import { type Session, signIn } from "../../session/session";

/** The person who signs up. */
export interface Applicant {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD`. */
  readonly birthDate: string;
}

/** The partner who referred a visitor; empty strings if there is none (A15). */
export interface Referral {
  readonly affiliateId: string;
  readonly trackingId: string;
}

/** The timeout after which a signup is sent without a download id, in milliseconds (A77). */
const DOWNLOAD_ID_TIMEOUT_MS = 3000;

/** Gets the id of the visitor's origin, which a signup contains (A77). */
async function loadDownloadId(
  { email, firstName, lastName }: Applicant,
  { affiliateId, trackingId }: Referral,
  options: CallOptions = {},
): Promise<Outcome<string>> {
  const body = { name: `${firstName} ${lastName}`, email, affiliate_id: affiliateId, tracking_id: trackingId };
  const callOptions = { timeoutMs: DOWNLOAD_ID_TIMEOUT_MS, ...options };
  return mapOk(await call(postDownloadId, { body }, callOptions), ({ message }) => message);
}

/** Creates a player and returns the session; if the response has no session, a login follows (A67). Only commands call it. */
async function createPlayer(applicant: Applicant, referral: Referral, options: CallOptions): Promise<Outcome<Session>> {
  const { email, password, firstName, lastName, birthDate } = applicant;
  const downloadId = await loadDownloadId(applicant, referral);

  const body = {
    email,
    password,
    first_name: firstName,
    last_name: lastName,
    birth_date: birthDate,
    client_id: clientId(),
    aid: referral.affiliateId,
    download_id: downloadId.kind === "ok" ? downloadId.value : "",
    skin_id: config().client.skin_id,
  };

  const outcome = await call(postSignup, { body }, { ...options, botCheck: "signup" });
  if (outcome.kind !== "ok") return outcome;
  const { login = email, pid, rtgSession, sessionToken } = outcome.value;

  if (!pid || !rtgSession || !sessionToken) {
    // The login is another request, so the idempotency key of the signup is not sent with it.
    const { idempotencyKey: _, ...login } = options;
    return requestSession(call, { login: email, password }, login);
  }
  return { kind: "ok", value: createSession({ pid, rtgSession, sessionToken }, login) };
}

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
  return kind === "ok" || kind === "refused" || kind === "restricted" || kind === "maintenance";
}
