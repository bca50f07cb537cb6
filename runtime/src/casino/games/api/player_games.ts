// API calls for a player's favourites and launch tokens (rows 7.3-08, 7.4-05, 7.4-06).

import {
  deletePlayerGamesFavoritesPlayerid,
  getPlayerGamesFavorite,
  postPlayerGamesFavoritesPlayerid,
  postPlayersToken,
} from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { call } from "../../api/site";
import { config } from "../../config/config";
import { type GameName, gameCode } from "./games";

/** Loads the player's favourites. */
export async function loadFavourites(pid: number): Promise<Outcome<readonly GameName[]>> {
  const outcome = await call(getPlayerGamesFavorite, { path: { pid } });
  return mapOk(outcome, (list) => list.map((one) => ({ gameId: one.game_id, machineId: one.machine_id })));
}

/** Adds or removes a favourite (row 7.4-06). */
export async function setFavourite(pid: number, game: GameName, isFavourite: boolean): Promise<Outcome<null>> {
  const { gameId, machineId } = game;
  const parameters = { path: { pid }, query: { machineId, gameId, playerId: pid, skinId: config().client.skin_id } };
  const change = isFavourite ? postPlayerGamesFavoritesPlayerid : deletePlayerGamesFavoritesPlayerid;
  return mapOk(
    await call(change, parameters, { dedupeKey: `favourite ${pid} ${gameCode(game)} ${isFavourite}` }),
    () => null,
  );
}

/** Loads a token that launches a game once, within a minute (A111). */
export async function loadLaunchToken(pid: number): Promise<Outcome<string>> {
  const body = { playerId: pid, token_type: "game" as const };
  return mapOk(await call(postPlayersToken, { path: { pid }, body }), ({ token }) => token);
}
