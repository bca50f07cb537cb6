// Live dealer lobbies, which lie outside the casino (rows 7.4-07, 7.4-08). The names of the API end here (A59).

import { cleanName } from "../../api/clean";
import { getExternallobby, getPlayerExternallobby } from "../../api/contract/calls";
import { isMobile } from "../../api/device";
import { map, type Outcome } from "../../api/outcome";
import { call } from "../../api/site";
import { config } from "../../config/config";

/** One lobby. */
export interface LiveLobby {
  readonly id: number;
  readonly name: string;
}

/** The lobbies that there are. */
export async function loadLiveLobbies(): Promise<Outcome<readonly LiveLobby[]>> {
  return map(await call(getExternallobby, {}), (list) => list.map(({ id, name }) => ({ id, name: cleanName(name) })));
}

/** A link into one of them for a player, as the server gives it: where it leads is to be looked at before it is followed. */
export async function loadLiveLink(pid: number, id: number): Promise<Outcome<string>> {
  const query = { skinId: config().client.skin_id, pid, clientType: isMobile() ? "Mobile" : "InstantPlay" };
  const outcome = await call(
    getPlayerExternallobby,
    { path: { pid, id }, query },
    { dedupeKey: `live lobby ${pid} ${id}` },
  );
  return map(outcome, ({ message }) => message);
}
