// The games and their jackpots: API calls, stores, names and pictures (rows 7.4-01, 7.4-04, A61, A83). Jackpots are polled while
// a component listens.

import { computed, type ReadableAtom } from "nanostores";
import { isMobile } from "../api/call";
import { call, load } from "../api/client";
import { getJackpots, getRtggamesJson, getRtggamesmobileJson } from "../api/contract/calls";
import { mapOk, type Outcome } from "../api/outcome";
import { toCents } from "../api/values";
import { config, path } from "../config/config";
import { fill } from "../content/format";
import { publicData } from "../stores/server_data";

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
interface GameJackpot extends GameName {
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

/**
 * Loads the jackpots of single games.
 * @public Tests call it.
 */
export async function loadGameJackpots(): Promise<Outcome<readonly GameJackpot[]>> {
  const query = { forMoney: true, currencyCode: config().jackpot.currency };
  return mapOk(await call(getJackpots, { query }), (list) =>
    list.flatMap(({ game_id, machine_id, amount }) => {
      const cents = toCents(amount);
      return cents === undefined ? [] : [{ gameId: game_id, machineId: machine_id, cents }];
    }),
  );
}

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

/** Parses a game code such as `18-32`; `,` and `_` are separators too (A83). Returns `undefined` for other text. */
export function gameNamed(text: string): GameName | undefined {
  const [, gameId, machineId] = /^\s*(\d{1,9})[-,_](\d{1,9})\s*$/.exec(text) ?? [];
  return gameId && machineId ? { gameId: Number(gameId), machineId: Number(machineId) } : undefined;
}

/** Returns the URL of a game's picture from `picture_url` of site.toml; an empty string if there are no pictures. */
export function pictureOf({ gameId, machineId }: GameName, pictures: string): string {
  return path(fill(pictures, { game_id: gameId, machine_id: machineId }));
}
