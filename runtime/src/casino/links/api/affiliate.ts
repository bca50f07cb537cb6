// Requests the token of a partner's user (row 7.6-04).

import type { CallOptions } from "../../api/client";
import { getAff794Token } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { load } from "../../api/site";
import { config, path } from "../../config/config";

/** Returns the token of a partner's user (A16). Without a URL in site.toml the request is refused. */
export async function loadAffiliateToken(
  user: string,
  options: Pick<CallOptions, "timeoutMs">,
): Promise<Outcome<string>> {
  const url = path(config().affiliate.token_url);
  return mapOk(await load(getAff794Token, url, { query: { user_id: user } }, options), ({ token }) => token);
}
