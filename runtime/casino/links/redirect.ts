// Exchanges a partner's user for a token, and redirects to the same page with that token in the query (A16, row 2.2-08).

import { replaceEntry, send } from "@croupier/loader";
import { type CallOptions, load } from "../api/client";
import { getAff794Token } from "../api/contract/calls";
import { describeFailure, mapOk, type Outcome } from "../api/outcome";
import { config, path } from "../config/config";
import { keepAffiliate } from "./link";
import { PARTNERS, removeParameters } from "./query";

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
  const outcome = await loadAffiliateToken(user, { timeoutMs: LIMIT_MS });
  const token = outcome.kind === "ok" && /^[\w-]{1,64}$/.test(outcome.value) ? outcome.value : "";

  if (!token) {
    const reason = outcome.kind === "ok" ? "malformed" : describeFailure(outcome);
    send("croupier:fault", { error: new Error(`no affiliate token (${reason})`), part: "affiliate" });
    return false;
  }

  if (location.pathname !== pathname) {
    keepAffiliate({ token, rtg_aff: user, feed });
    return false;
  }

  const query = new URLSearchParams({ token, rtg_aff: user, feed });
  const rest = removeParameters(location.search, PARTNERS);
  replaceEntry({}, `${pathname}${rest ? `${rest}&` : "?"}${query}${location.hash}`);
  return true;
}

/** Returns the token of a partner's user (A16). Without a URL in site.toml the request is refused. */
async function loadAffiliateToken(user: string, options: Pick<CallOptions, "timeoutMs">): Promise<Outcome<string>> {
  const url = path(config().affiliate.token_url);
  return mapOk(await load(getAff794Token, url, { query: { user_id: user } }, options), ({ token }) => token);
}
