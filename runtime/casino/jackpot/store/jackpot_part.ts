// A player's part in the lobby jackpot: its API call and store (rows 3-30 to 3-32, 7.5). Amounts are in cents.

import { type CallOptions, call } from "../../api/client";
import { getLobbyJackpotPlayersJackpots } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { toCents } from "../../api/values";
import { followOtherTabs, playerData } from "../../stores/server_data";

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

/** The player's opt-in and prize. */
export const $jackpotPart = playerData<JackpotPart>("jackpot part", (pid) => loadJackpotPart(pid));

/** Reports a change of the opt-in to the other tabs. */
export const tellOtherTabs = followOtherTabs("jackpot part", $jackpotPart);
