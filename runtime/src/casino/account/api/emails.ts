// API calls for marketing email: unsubscribe by a link in an email, and the player's preference (rows 7.6-02, 7.6-03, A118, A119).

import { postMarketingUnsubscribe, postPreferences } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { load } from "../../api/site";
import { config, path } from "../../config/config";

/** Unsubscribes the recipient of the email with this `id`. */
export async function unsubscribe(id: string): Promise<Outcome<null>> {
  const { marketing_url } = config().api;
  return mapOk(
    await load(
      postMarketingUnsubscribe,
      path(marketing_url && `${marketing_url}/unsubscribe/{id}`),
      { path: { id } },
      { dedupeKey: `unsubscribe ${id}` },
    ),
    () => null,
  );
}

/** Allows or stops email to the player. The last request wins, even if an earlier one takes longer. */
export async function permitEmail(pid: number, isPermitted: boolean): Promise<Outcome<null>> {
  const body = { custrefid: pid, emailpermit: isPermitted ? 1 : 0 };
  const url = path(config().api.preferences_url);
  return mapOk(await load(postPreferences, url, { body }, { dedupeKey: `offers ${pid}` }), () => null);
}
