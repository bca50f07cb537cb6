// Becoming a player (rows 7.1-04, 7.1-05, 3-35). The names of the API end here (A59).

import { config } from "../config/config";
import { type Session, signIn } from "../session/session";
import { logIn } from "./account";
import type { CallOptions } from "./client";
import { postDownloadId, postSignup } from "./contract/calls";
import { clientId } from "./device";
import { map, type Outcome } from "./outcome";
import { sessionOf } from "./sign_in";
import { call } from "./site";

/** Who signs up. */
export interface Applicant {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD`. */
  readonly birthDate: string;
}

/** Who sent a visitor; empty texts for nobody (A15). */
export interface Referral {
  readonly affiliateId: string;
  readonly trackingId: string;
}

/** A signup goes on without its download id after so long, in milliseconds (A77). */
const DOWNLOAD_ID_LIMIT_MS = 3000;
/** What is left of the 15 seconds in which a player gets an answer. */
const SIGNUP_LIMIT_MS = 12_000;

/** Where a visitor came from, as the id that a signup carries (A77). */
export async function loadDownloadId(
  { email, firstName, lastName }: Applicant,
  { affiliateId, trackingId }: Referral,
  options: CallOptions = {},
): Promise<Outcome<string>> {
  const body = { name: `${firstName} ${lastName}`, email, affiliate_id: affiliateId, tracking_id: trackingId };
  return map(await call(postDownloadId, { body }, { timeoutMs: DOWNLOAD_ID_LIMIT_MS, ...options }), (it) => it.message);
}

/**
 * Makes a player and begins the session. The same applicant is not sent twice while the answer is awaited, and another waits for
 * it (A74): the download id tells two tries apart, but not two applicants. An operator whose answer brings no session gets a login (A67).
 */
export async function signUp(applicant: Applicant, referral: Referral, signal: AbortSignal): Promise<Outcome<Session>> {
  const { email, password, firstName, lastName, birthDate } = applicant;
  const downloaded = await loadDownloadId(applicant, referral, { signal });
  if (signal.aborted) return { kind: "cancelled" };
  const body = {
    email,
    password,
    first_name: firstName,
    last_name: lastName,
    birth_date: birthDate,
    client_id: clientId(),
    aid: referral.affiliateId,
    download_id: downloaded.kind === "ok" ? downloaded.value : "",
    skin_id: config().client.skin_id,
  };
  const options: CallOptions = {
    signal,
    dedupeKey: "signup",
    dedupeBy: applicant,
    botCheck: "signup",
    timeoutMs: SIGNUP_LIMIT_MS,
  };
  const answered = await call(postSignup, { body }, options);
  if (answered.kind !== "ok") return answered;
  const { login = email, pid, rtgSession, sessionToken } = answered.value;
  if (!pid || !rtgSession || !sessionToken) return logIn(email, password, signal);
  // What it brings is what POST /login brings.
  const begun = sessionOf({ pid, rtgSession, sessionToken }, login);
  signIn(begun, password);
  return { kind: "ok", value: begun };
}
