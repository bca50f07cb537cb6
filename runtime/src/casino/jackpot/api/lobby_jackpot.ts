// The API call that loads a player's part in the lobby jackpot (row 7.5). Amounts are in cents.

import { toCents } from "../../api/amount";
import type { CallOptions } from "../../api/client";
import { getLobbyJackpotPlayersJackpots } from "../../api/contract/calls";
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
