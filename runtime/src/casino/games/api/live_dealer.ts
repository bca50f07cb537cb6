// API calls for the external live dealer lobbies (rows 7.4-07, 7.4-08). Field names of the API are not used elsewhere (A59).

import { cleanName } from "../../api/clean";
import { getExternallobby, getPlayerExternallobby } from "../../api/contract/calls";
import { isMobile } from "../../api/device";
import { mapOk, type Outcome } from "../../api/outcome";
import { call } from "../../api/site";
import { config } from "../../config/config";

/** A live dealer lobby. */
export interface LiveLobby {
  readonly id: number;
  readonly name: string;
}

/** Loads the list of lobbies. */
export async function loadLiveLobbies(): Promise<Outcome<readonly LiveLobby[]>> {
  return mapOk(await call(getExternallobby, {}), (list) => list.map(({ id, name }) => ({ id, name: cleanName(name) })));
}

/** Loads a player's link to a lobby. The caller must check the URL before it opens the link. */
export async function loadLiveLink(pid: number, id: number): Promise<Outcome<string>> {
  const query = { skinId: config().client.skin_id, pid, clientType: isMobile() ? "Mobile" : "InstantPlay" };
  const outcome = await call(
    getPlayerExternallobby,
    { path: { pid, id }, query },
    { dedupeKey: `live lobby ${pid} ${id}` },
  );
  return mapOk(outcome, ({ message }) => message);
}
