// Stores of the games and their jackpots (rows 7.4-01, 7.4-04). Jackpots are polled while a component listens (A114).

import { computed, type ReadableAtom } from "nanostores";
import { config } from "../../config/config";
import { publicData } from "../../stores/server_data";
import { type GameJackpot, gameCode, type Lobby, loadGameJackpots, loadGames } from "../api/games";

const { jackpot } = config();

/** The games and categories, cached for five minutes. */
export const $games = publicData<Lobby>("games", loadGames, { fresh_ms: 300_000 });

/** The jackpots of single games. */
const $gameJackpots = publicData<readonly GameJackpot[]>("jackpots", loadGameJackpots, {
  every_ms: jackpot.refresh_seconds * 1000,
});

/** The jackpots in cents, by game code. */
export const $jackpotCents: ReadableAtom<ReadonlyMap<string, number>> = computed(
  $gameJackpots,
  ({ data = [] }) => new Map(data.map((one) => [gameCode(one), one.cents])),
);
