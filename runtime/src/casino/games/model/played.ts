// The games that a player opened last on this device. They are stored for one player and removed on sign-out.

import { atom, type ReadableAtom } from "nanostores";
import { KEYS } from "../../session/record";
import { $session } from "../../session/session";
import { type GameName, gameCode } from "../api/games";
import { gameNamed } from "./name";

/** The maximum number of stored games. */
export const MOST_PLAYED = 12;

/** The storage of the games: local storage, or a replacement. */
export type PlayedStorage = Pick<Storage, "getItem">;

const $kept = atom<readonly GameName[]>([]);
/** The games that the player opened last, newest first; none for a guest. */
export const $played: ReadableAtom<readonly GameName[]> = $kept;

$session.subscribe((session) => $kept.set(session ? readPlayed(session.pid) : []));

/** Stores that the player opened a game. */
export function rememberPlayed(game: GameName) {
  const pid = $session.get()?.pid;
  if (pid === undefined) return;
  // Another tab may have opened one meanwhile.
  const others = readPlayed(pid).filter((one) => gameCode(one) !== gameCode(game));
  const games = [game, ...others].slice(0, MOST_PLAYED);
  $kept.set(games);
  try {
    localStorage.setItem(KEYS.played, JSON.stringify({ pid, games: games.map(gameCode) }));
  } catch {
    // Without storage the games are available until the document closes.
  }
}

/** Returns the stored games of a player, or none if they belong to another player or are invalid. */
export function readPlayed(pid: number, storage?: PlayedStorage): readonly GameName[] {
  try {
    const kept: unknown = JSON.parse((storage ?? own())?.getItem(KEYS.played) ?? "null");
    if (typeof kept !== "object" || kept === null || !("pid" in kept) || !("games" in kept)) return [];
    if (kept.pid !== pid || !Array.isArray(kept.games)) return [];
    return kept.games.flatMap((code) => gameNamed(String(code)) ?? []).slice(0, MOST_PLAYED);
  } catch {
    return [];
  }
}

function own(): Storage | undefined {
  return typeof localStorage === "undefined" ? undefined : localStorage;
}
