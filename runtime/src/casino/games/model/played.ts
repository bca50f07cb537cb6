// The games that a player opened last on this device. They are stored for one player and removed on sign-out.

import { atom, type ReadableAtom } from "nanostores";
import { OWN_STORAGE } from "../../config/own_storage";
import { KEYS } from "../../session/record";
import { $session } from "../../session/session";
import { type GameName, gameCode } from "../api/games";
import { gameNamed } from "./name";

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
  try {
    OWN_STORAGE.setItem(KEYS.played, JSON.stringify({ pid, games: games.map(gameCode) }));
  } catch {
    // Without storage the games are available until the document closes.
  }
}

/** Returns the stored games of a player, or none if they belong to another player or are invalid. */
export function readPlayed(pid: number, storage: PlayedStorage = OWN_STORAGE): readonly GameName[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEYS.played) ?? "null");
    if (typeof stored !== "object" || stored === null || !("pid" in stored) || !("games" in stored)) return [];
    if (stored.pid !== pid || !Array.isArray(stored.games)) return [];
    return stored.games.flatMap((code) => gameNamed(String(code)) ?? []).slice(0, MAX_PLAYED);
  } catch {
    return [];
  }
}
