// The store of a player's part in the lobby jackpot (rows 3-30 to 3-32, 7.5).

import { followOtherTabs } from "../../stores/other_tabs";
import { playerData } from "../../stores/server_data";
import { type JackpotPart, loadJackpotPart } from "../api/lobby_jackpot";

/** The player's opt-in and prize. */
export const $jackpotPart = playerData<JackpotPart>("jackpot part", (pid) => loadJackpotPart(pid));
/** Reports a change of the opt-in to the other tabs. */
export const tellOtherTabs = followOtherTabs("jackpot part", $jackpotPart);
