// API calls for a player's part in the lobby jackpot (row 7.5). Amounts are in cents.

import { toCents } from "../../api/amount";
import type { CallOptions } from "../../api/client";
import {
  getLobbyJackpotPlayersJackpots,
  postLobbyJackpotPlayersHits,
  postLobbyJackpotPlayersJackpots,
} from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { call } from "../../api/site";

/** Whether a player is opted in, and the prize that is not collected yet, in cents. */
export interface JackpotPart {
  readonly isIn: boolean;
  readonly unclaimed: number;
}

/** Loads the player's opt-in and prize. */
export async function loadJackpotPart(pid: number, options: CallOptions = {}): Promise<Outcome<JackpotPart>> {
  return mapOk(await call(getLobbyJackpotPlayersJackpots, { path: { pid } }, options), (answer) => {
    const unclaimed = toCents(answer["unclaimed-hits-amount"]);
    return unclaimed === undefined ? undefined : { isIn: answer["is-opt-in"], unclaimed };
  });
}

/** Opts the player in to or out of the jackpot with this `guid`. The server may reject it (rows 3-45, 7.5-03). */
export async function setJackpotPart(
  pid: number,
  guid: string,
  isIn: boolean,
  options: CallOptions,
): Promise<Outcome<null>> {
  const given = { path: { pid, guid }, query: { optPlayer: isIn } };
  return mapOk(await call(postLobbyJackpotPlayersJackpots, given, options), () => null);
}

/** Collects the player's prizes (row 7.5-04). Only commands call it. */
export async function collectPrize(pid: number, options: CallOptions): Promise<Outcome<null>> {
  return mapOk(await call(postLobbyJackpotPlayersHits, { path: { pid } }, options), () => null);
}
