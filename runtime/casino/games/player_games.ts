// A player's games: favourites, launch tokens, and those that were opened last on this device (rows 7.3-08, 7.4-05, 7.4-06, A8).

import { atom, computed, type ReadableAtom } from "nanostores";
import { call } from "../api/client";
import {
  deletePlayerGamesFavoritesPlayerid,
  getPlayerGamesFavorite,
  postPlayerGamesFavoritesPlayerid,
  postPlayersToken,
} from "../api/contract/calls";
import { mapOk, type Outcome } from "../api/outcome";
import { config, OWN_STORAGE } from "../config/config";
import { KEYS, readStored, writeStored } from "../session/record";
import { $session } from "../session/session";
import { logFailure, playerData, refresh } from "../stores/server_data";
import { waitForStore } from "../stores/wait_for_store";
import { type GameName, gameCode, gameNamed } from "./games";

/**
 * Loads the player's favourites.
 * @public Tests call it.
 */
export async function loadFavourites(pid: number): Promise<Outcome<readonly GameName[]>> {
  const outcome = await call(getPlayerGamesFavorite, { path: { pid } });
  return mapOk(outcome, (list) => list.map((one) => ({ gameId: one.game_id, machineId: one.machine_id })));
}

/**
 * Adds or removes a favourite (row 7.4-06).
 * @public Tests call it.
 */
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

/** The player's favourites on the server. */
export const $favourites = playerData<readonly GameName[]>("favourites", loadFavourites);

/** The changed favourites, until the server's list contains the change (A115). */
const $changes = atom<ReadonlyMap<string, boolean>>(new Map());

/** The codes of the shown favourites. A code has both numbers, because games can share a machine id (row 3-25). */
export const $favouriteCodes: ReadableAtom<ReadonlySet<string>> = computed(
  [$favourites, $changes],
  ({ data = [] }, changes) => {
    const codes = new Set(data.map(gameCode));
    for (const [code, isFavourite] of changes)
      if (isFavourite) codes.add(code);
      else codes.delete(code);
    return codes;
  },
);

let pid = $session.get()?.pid;
$session.listen((session) => {
  // Changes of one player must not apply to the next player.
  if (session?.pid !== pid) $changes.set(new Map());
  pid = session?.pid;
});

/** The players and games of requests in flight. */
const inFlight = new Set<string>();

/**
 * Adds or removes a favourite. The change shows at once and is reverted if the server rejects it; the error is only logged
 * (row 8-26). Requests for one game run in sequence, so that the last click wins.
 */
export async function changeFavourite(game: GameName, isFavourite: boolean): Promise<void> {
  const player = $session.get()?.pid;
  if (player === undefined) return;

  const code = gameCode(game);
  const key = `${player} ${code}`;
  setChange(code, isFavourite);

  if (inFlight.has(key)) return;
  inFlight.add(key);
  const isSaved = await sendChange(player, game);
  inFlight.delete(key);
  if ($session.get()?.pid !== player) return;

  if (isSaved) {
    refresh($favourites);
    const { error } = await waitForStore($favourites);
    // If the list fails to load, the accepted change stays.
    if (error || inFlight.has(key) || $session.get()?.pid !== player) return;
  }

  setChange(code, undefined);
}

/** Sends the last change until the server has it. Returns false if the server rejects it. */
async function sendChange(player: number, game: GameName): Promise<boolean> {
  for (;;) {
    const isFavourite = $changes.get().get(gameCode(game));
    if (isFavourite === undefined) return false;

    const outcome = await setFavourite(player, game, isFavourite);
    if (outcome.kind !== "ok") {
      logFailure("favourite", outcome);
      return false;
    }

    if ($changes.get().get(gameCode(game)) === isFavourite) return true;
  }
}

function setChange(code: string, isFavourite: boolean | undefined) {
  const changes = new Map($changes.get());
  if (isFavourite === undefined) changes.delete(code);
  else changes.set(code, isFavourite);
  $changes.set(changes);
}

/** The maximum number of stored games. */
export const MAX_PLAYED = 12;

/** The storage of the games: local storage, or a replacement. */
export type PlayedStorage = Pick<Storage, "getItem">;

const $games = atom<readonly GameName[]>([]);
/** The games that the player opened last, newest first; none for a guest. */
export const $played: ReadableAtom<readonly GameName[]> = $games;

$session.subscribe((session) => $games.set(session ? readPlayed(session.pid) : []));

/** Stores that the player opened a game. */
export function rememberPlayed(game: GameName) {
  const pid = $session.get()?.pid;
  if (pid === undefined) return;

  // Another tab may have opened one meanwhile.
  const otherGames = readPlayed(pid).filter((otherGame) => gameCode(otherGame) !== gameCode(game));
  const games = [game, ...otherGames].slice(0, MAX_PLAYED);
  $games.set(games);
  writeStored(OWN_STORAGE, KEYS.played, { pid, games: games.map(gameCode) });
}

/** Returns the stored games of a player, or none if they belong to another player or are invalid. */
export function readPlayed(pid: number, storage: PlayedStorage = OWN_STORAGE): readonly GameName[] {
  const stored = readStored(storage, KEYS.played);
  if (stored.pid !== pid || !Array.isArray(stored.games)) return [];
  return stored.games.flatMap((code) => gameNamed(String(code)) ?? []).slice(0, MAX_PLAYED);
}
