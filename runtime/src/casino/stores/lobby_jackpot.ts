// The lobby's jackpot and the player's part in it (rows 3-28 to 3-32, 7.5). Amount and winners are asked for again while somebody looks (A113).

import {
  claimWin,
  type JackpotPart,
  type LobbyJackpot,
  loadJackpotPart,
  loadLobbyJackpot,
  loadWinners,
  setJackpotPart,
  type Winner,
} from "../api/lobby_jackpot";
import type { Outcome } from "../api/outcome";
import { config } from "../config/config";
import { $session } from "../session/session";
import { followOtherTabs } from "./other_tabs";
import { $balance } from "./player";
import { logFailure, playerData, publicData, refresh } from "./server_data";

const every_ms = config().lobby_jackpot.refresh_seconds * 1000;

/** The jackpot. */
export const $lobbyJackpot = publicData<LobbyJackpot>("lobby jackpot", loadLobbyJackpot, { every_ms });

/** Who won it, newest first. */
export const $winners = publicData<readonly Winner[]>("winners", loadWinners, { every_ms });

/** The player's part in it. */
export const $jackpotPart = playerData<JackpotPart>("jackpot part", loadJackpotPart);
const tellOtherTabs = followOtherTabs("jackpot part", $jackpotPart);

/** Takes part, or no longer. A failure is only logged (row 8-26); what the server has is asked for again either way. */
export async function changeJackpotPart(isIn: boolean): Promise<Outcome<null>> {
  const pid = $session.get()?.pid;
  if (pid === undefined) return { kind: "unauthorised" };
  const jackpot = await loadLobbyJackpot();
  const outcome = jackpot.kind === "ok" ? await setJackpotPart(pid, jackpot.value.guid, isIn) : jackpot;
  if (outcome.kind === "ok") tellOtherTabs();
  else logFailure("jackpot part", outcome);
  refresh($jackpotPart);
  return outcome;
}

/** Claims what was won, which the balance shows then. */
export async function claim(): Promise<Outcome<null>> {
  const pid = $session.get()?.pid;
  if (pid === undefined) return { kind: "unauthorised" };
  const outcome = await claimWin(pid);
  refresh($jackpotPart, $balance);
  return outcome;
}
