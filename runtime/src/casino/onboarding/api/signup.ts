// The API calls that create a player (rows 7.1-04, 7.1-05). API field names are used only here (A59).

import type { CallOptions } from "../../api/client";
import { postDownloadId, postSignup } from "../../api/contract/calls";
import { clientId } from "../../api/device";
import { mapOk, type Outcome } from "../../api/outcome";
import { createSession, requestSession } from "../../api/sign_in";
import { call } from "../../api/site";
import { config } from "../../config/config";
import type { Session } from "../../session/session";

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
export async function createPlayer(
  applicant: Applicant,
  referral: Referral,
  options: CallOptions,
): Promise<Outcome<Session>> {
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
