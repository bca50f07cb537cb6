// The store of the live dealer lobbies, cached for a minute (row 7.4-07).

import { publicData } from "../../stores/server_data";
import { type LiveLobby, loadLiveLobbies } from "../api/live_dealer";

/** The lobbies; an empty list if none is open. */
export const $liveLobbies = publicData<readonly LiveLobby[]>("live lobbies", loadLiveLobbies, { fresh_ms: 60_000 });
