// Loads the hash that identifies a player in the live chat (row 7.6-01).

import { postIntercomValidate } from "../../api/contract/calls";
import { load } from "../../api/site";
import { config, path } from "../../config/config";
import type { Session } from "../../session/session";

/** Returns the hash; `undefined` if the site has no such service or the request fails. */
export async function loadChatHash({ pid }: Session): Promise<string | undefined> {
  const { api, client } = config();
  if (!api.chat_identity_url) return undefined;
  const body = { identifier: String(pid), casinoID: client.casino_id };
  const response = await load(postIntercomValidate, path(api.chat_identity_url), { body });
  return response.kind === "ok" ? response.value.userHash : undefined;
}
