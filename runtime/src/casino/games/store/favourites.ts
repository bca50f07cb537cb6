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
const $pressed = atom<ReadonlyMap<string, boolean>>(new Map());

/** The codes of the shown favourites. A code has both numbers, because games can share a machine id (row 3-25). */
export const $favouriteCodes: ReadableAtom<ReadonlySet<string>> = computed(
  [$favourites, $pressed],
  ({ data = [] }, pressed) => {
    const codes = new Set(data.map(gameCode));
    for (const [code, isFavourite] of pressed)
      if (isFavourite) codes.add(code);
      else codes.delete(code);
    return codes;
  },
);

let pid = $session.get()?.pid;
$session.listen((session) => {
  // Changes of one player must not apply to the next player.
  if (session?.pid !== pid) $pressed.set(new Map());
  pid = session?.pid;
});

const onTheirWay = new Set<string>();

/**
 * Adds or removes a favourite. The change shows at once and is reverted if the server rejects it; the error is only logged
 * (row 8-26). Requests for one game run in sequence, so that the last click wins.
 */
export async function changeFavourite(game: GameName, isFavourite: boolean): Promise<void> {
  const player = $session.get()?.pid;
  if (player === undefined) return;
  const code = gameCode(game);
  const flight = `${player} ${code}`;
  press(code, isFavourite);
  if (onTheirWay.has(flight)) return;
  onTheirWay.add(flight);
  const isTaken = await tell(player, game);
  onTheirWay.delete(flight);
  if ($session.get()?.pid !== player) return;
  if (isTaken) {
    refresh($favourites);
    const { error } = await waitForStore($favourites);
    // If the list fails to load, the accepted change stays.
    if (error || onTheirWay.has(flight) || $session.get()?.pid !== player) return;
  }
  press(code, undefined);
}

/** Sends the last change until the server has it. Returns false if the server rejects it. */
async function tell(player: number, game: GameName): Promise<boolean> {
  for (;;) {
    const isFavourite = $pressed.get().get(gameCode(game));
    if (isFavourite === undefined) return false;
    const outcome = await setFavourite(player, game, isFavourite);
    if (outcome.kind !== "ok") {
      logFailure("favourite", outcome);
      return false;
    }
    if ($pressed.get().get(gameCode(game)) === isFavourite) return true;
  }
}

function press(code: string, isFavourite: boolean | undefined) {
  const pressed = new Map($pressed.get());
  if (isFavourite === undefined) pressed.delete(code);
  else pressed.set(code, isFavourite);
  $pressed.set(pressed);
}
