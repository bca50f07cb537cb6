// The lobby's games, a player's favourites among them, and jackpots of single games (row 7.4), which are asked for again while somebody looks (A114).

import { atom, computed, type ReadableAtom } from "nanostores";
import { config } from "../../config/config";
import { $session } from "../../session/session";
import { logFailure, playerData, publicData, refresh } from "../../stores/server_data";
import { waitForStore } from "../../stores/wait_for_store";
import {
  type GameJackpot,
  type GameName,
  gameCode,
  type Lobby,
  loadFavourites,
  loadGameJackpots,
  loadGames,
  setFavourite,
} from "../api/games";

const { jackpot } = config();

/** Games and categories, good for five minutes. */
export const $games = publicData<Lobby>("games", loadGames, { fresh_ms: 300_000 });

/** The player's favourites, as the server has them. */
export const $favourites = playerData<readonly GameName[]>("favourites", loadFavourites);

/** Jackpots of single games. */
export const $gameJackpots = publicData<readonly GameJackpot[]>("jackpots", loadGameJackpots, {
  every_ms: jackpot.refresh_seconds * 1000,
});

/** Jackpots in cents, by the codes of their games. */
export const $jackpotCents: ReadableAtom<ReadonlyMap<string, number>> = computed(
  $gameJackpots,
  ({ data = [] }) => new Map(data.map((one) => [gameCode(one), one.cents])),
);

/** Hearts that were pressed, until the server's list shows what came of it (A115). */
const $pressed = atom<ReadonlyMap<string, boolean>>(new Map());

/** The codes of the player's favourites as hearts show them: both numbers, since games share a machine's (row 3-25). */
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
  // What one player pressed is not the next one's.
  if (session?.pid !== pid) $pressed.set(new Map());
  pid = session?.pid;
});

const onTheirWay = new Set<string>();

/**
 * Sets a favourite or takes it away: it shows at once, and flips back where the server does not take it, which is only logged
 * (row 8-26). One request after the other for one game, so that the last press is the one that stays.
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
    // Where the list does not come, the heart stays as the server has taken it.
    if (error || onTheirWay.has(flight) || $session.get()?.pid !== player) return;
  }
  press(code, undefined);
}

/** Sends what was pressed last until the server has that; false where it does not take it. */
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
