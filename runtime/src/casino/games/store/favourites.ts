// The store of a player's favourites, and their changes (rows 7.4-05, 7.4-06).

import { atom, computed, type ReadableAtom } from "nanostores";
import { $session } from "../../session/session";
import { logFailure, playerData, refresh } from "../../stores/server_data";
import { waitForStore } from "../../stores/wait_for_store";
import { type GameName, gameCode } from "../api/games";
import { loadFavourites, setFavourite } from "../api/player_games";

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
