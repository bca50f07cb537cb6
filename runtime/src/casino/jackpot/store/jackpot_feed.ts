// Stores of the lobby jackpot's amount and winners (rows 3-28, 3-29). They are polled while a component listens (A113).

import { config } from "../../config/config";
import { publicData } from "../../stores/server_data";
import { type LobbyJackpot, loadLobbyJackpot, loadWinners, type Winner } from "../api/jackpot_feed";

const every_ms = config().lobby_jackpot.refresh_seconds * 1000;

/** The jackpot. */
export const $lobbyJackpot = publicData<LobbyJackpot>("lobby jackpot", loadLobbyJackpot, { every_ms });

/** The winners, newest first. */
export const $winners = publicData<readonly Winner[]>("winners", loadWinners, { every_ms });
