// Checks the hash of an e-mail link and signs its player in (rows 7.2-02, 7.2-04, A80, A81).

import { getAccountsQuick } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { requestSession } from "../../api/sign_in";
import { call } from "../../api/site";
import { cleanName } from "../../api/values";
import { type Session, signIn } from "../../session/session";

/** The data of a link's hash. */
export interface QuickPlay {
  /** Whether the hash is valid for a login: Count is above 0. */
  readonly isValid: boolean;
  /** A reward's code, a coupon's code and a game as `18-32`; empty if the link has none. */
  readonly code: string;
  readonly coupon: string;
  readonly game: string;
}

/** Checks a link's hash without using it up. The hash belongs to this link alone (A62), and is as sensitive as a password. */
export async function checkQuickPlay(hash: string, signal?: AbortSignal): Promise<Outcome<QuickPlay>> {
  const params = { query: { userhash: hash, todo: "quickplaycheck" } };
  return mapOk(
    await call(getAccountsQuick, params, { withoutTiming: true, ...(signal ? { signal } : {}) }),
    ({ Count, code, coupon, game }) => ({
      isValid: Number(Count) > 0,
      code: cleanName(code, 64),
      coupon: cleanName(coupon, 64),
      game: cleanName(game, 32),
    }),
  );
}

/** Signs in with the hash of a link. The password is unknown, so the session ends after four hours (A80). */
export async function logInByHash(userhash: string, signal?: AbortSignal): Promise<Outcome<Session>> {
  const outcome = await requestSession(call, { userhash }, signal ? { signal } : {});
  if (outcome.kind === "ok") signIn(outcome.value);
  return outcome;
}
