// API calls that change a player's part in the lobby jackpot (rows 7.5-03, 7.5-04). Only commands send them.

import type { CallOptions } from "../../api/client";
import { postLobbyJackpotPlayersHits, postLobbyJackpotPlayersJackpots } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { call } from "../../api/site";

/** Opts the player in to or out of the jackpot with this `guid`. The server may reject it (rows 3-45, 7.5-03). */
export async function setJackpotPart(
  pid: number,
  guid: string,
  isIn: boolean,
  options: CallOptions,
): Promise<Outcome<null>> {
  const params = { path: { pid, guid }, query: { optPlayer: isIn } };
  return mapOk(await call(postLobbyJackpotPlayersJackpots, params, options), () => null);
}

/** Collects the player's prizes (row 7.5-04). */
export async function collectPrize(pid: number, options: CallOptions): Promise<Outcome<null>> {
  return mapOk(await call(postLobbyJackpotPlayersHits, { path: { pid } }, options), () => null);
}
