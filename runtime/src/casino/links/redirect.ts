// A partner's user becomes a token, and the visit begins again under an address that says so (A16, row 2.2-08).

import { send } from "../../signals";
import { loadAffiliateToken } from "../api/affiliate";
import { logOf } from "../api/outcome";
import { keepAffiliate } from "./affiliate";
import { PARTNERS, without } from "./query";

/** Nobody reads longer than this before the page may begin again, in milliseconds. */
const LIMIT_MS = 3000;

/** What leads on: who is asked about, and the secrets of the address that go along. */
export interface Redirect {
  readonly user: string;
  readonly feed: string;
  readonly hash?: string | undefined;
}

/**
 * Asks for the token, and loads the same page again with it: never another page or origin, whatever is answered. False where
 * the page stays: nothing usable came, or the visitor has gone on, whose partner is kept then without it.
 */
export async function redirect({ user, feed, hash }: Redirect): Promise<boolean> {
  const { pathname } = location;
  const answer = await loadAffiliateToken(user, { timeoutMs: LIMIT_MS });
  const token = answer.kind === "ok" && /^[\w-]{1,64}$/.test(answer.value) ? answer.value : "";
  if (!token) {
    const why = answer.kind === "ok" ? "malformed" : logOf(answer);
    send("croupier:fault", { error: new Error(`no affiliate token: ${why}`), part: "affiliate" });
    return false;
  }
  if (location.pathname !== pathname) {
    keepAffiliate({ token, rtg_aff: user, feed });
    return false;
  }
  const query = new URLSearchParams({ token, rtg_aff: user, feed, ...(hash ? { hash } : {}) });
  const rest = without(location.search, PARTNERS);
  location.replace(`${pathname}${rest ? `${rest}&` : "?"}${query}${location.hash}`);
  return true;
}
