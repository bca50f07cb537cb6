// Exchanges a partner's user for a token, and redirects to the same page with that token in the query (A16, row 2.2-08).

import { replaceEntry, send } from "../../signals";
import { describeFailure } from "../api/outcome";
import { keepAffiliate } from "./affiliate";
import { loadAffiliateToken } from "./api/affiliate";
import { PARTNERS, without } from "./query";

/** How long the token may take, in milliseconds: forms and chats of the link open after it. */
const LIMIT_MS = 3000;

/** The parameters of a partner's link that are exchanged for a token. */
export interface PartnerUser {
  readonly user: string;
  readonly feed: string;
}

/**
 * Requests the token and changes the query of the current page. No document is loaded, and the response cannot name another page or
 * origin. Returns false if the URL stays: no valid token arrived, or the user is on another page by then. The partner is stored in that
 * case.
 */
export async function redirect({ user, feed }: PartnerUser): Promise<boolean> {
  const { pathname } = location;
  const answer = await loadAffiliateToken(user, { timeoutMs: LIMIT_MS });
  const token = answer.kind === "ok" && /^[\w-]{1,64}$/.test(answer.value) ? answer.value : "";
  if (!token) {
    const why = answer.kind === "ok" ? "malformed" : describeFailure(answer);
    send("croupier:fault", { error: new Error(`no affiliate token: ${why}`), part: "affiliate" });
    return false;
  }
  if (location.pathname !== pathname) {
    keepAffiliate({ token, rtg_aff: user, feed });
    return false;
  }
  const query = new URLSearchParams({ token, rtg_aff: user, feed });
  const rest = without(location.search, PARTNERS);
  replaceEntry({}, `${pathname}${rest ? `${rest}&` : "?"}${query}${location.hash}`);
  return true;
}
