// API calls for games and their jackpots (rows 7.4-01, 7.4-04). Field names of the API are not used elsewhere (A59).

import { toCents } from "../../api/amount";
import { getJackpots, getRtggamesJson, getRtggamesmobileJson } from "../../api/contract/calls";
import { isMobile } from "../../api/device";
import { mapOk, type Outcome } from "../../api/outcome";
import { call, load } from "../../api/site";
import { config, path } from "../../config/config";

/** The identity of a game: both numbers are needed (row 3-25, A61). */
export interface GameName {
  readonly gameId: number;
  readonly machineId: number;
}

/** A game of the lobby. `width` and `height` are the size of its window, in pixels. */
export interface Game extends GameName {
  readonly title: string;
  readonly category: string;
  readonly subCategory: string;
  readonly hands: number;
  readonly width: number;
  readonly height: number;
}

/** The games and their categories. */
export interface Lobby {
  readonly games: readonly Game[];
  readonly categories: readonly { readonly title: string; readonly subCategories: readonly string[] }[];
}

/** A jackpot of one game, in cents of US dollars (A114). */
export interface GameJackpot extends GameName {
  readonly cents: number;
}

/** Returns the code of a game, as links and coupons use it: `18-32` (A61). */
export function gameCode({ gameId, machineId }: GameName): string {
  return `${gameId}-${machineId}`;
}

/** Loads the games for this kind of device, with an ETag (row 7.4-01, A64). */
export async function loadGames(): Promise<Outcome<Lobby>> {
  const { desktop_url, mobile_url } = config().games;
  const outcome = isMobile()
    ? await load(getRtggamesmobileJson, path(mobile_url), {})
    : await load(getRtggamesJson, path(desktop_url), {});
  return mapOk(outcome, ({ games, categories }) => ({
    games: games.map((game) => ({
      gameId: game.game_id,
      machineId: game.machine_id,
      title: game.display_name,
      category: game.category.trim(),
      subCategory: game.sub_category.trim(),
      hands: game.hands,
      width: game.width,
      height: game.height,
    })),
    categories: categories.map((one) => ({
      title: one.title.trim(),
      subCategories: one["sub-categories"].map((name) => name.trim()),
    })),
  }));
}

/** Loads the jackpots of single games. */
export async function loadGameJackpots(): Promise<Outcome<readonly GameJackpot[]>> {
  const query = { forMoney: true, currencyCode: config().jackpot.currency };
  return mapOk(await call(getJackpots, { query }), (list) =>
    list.flatMap(({ game_id, machine_id, amount }) => {
      const cents = toCents(amount);
      return cents === undefined ? [] : [{ gameId: game_id, machineId: machine_id, cents }];
    }),
  );
}
