// The live dealer lobbies, good for a minute (row 7.4-07).

import { publicData } from "../../stores/server_data";
import { type LiveLobby, loadLiveLobbies } from "../api/live_dealer";

/** Those that there are; an empty list where none is open. */
export const $liveLobbies = publicData<readonly LiveLobby[]>("live lobbies", loadLiveLobbies, { fresh_ms: 60_000 });
