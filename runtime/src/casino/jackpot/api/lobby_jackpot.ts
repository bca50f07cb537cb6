// API calls for the lobby jackpot: its public amount and winners, and a player's opt-in (rows 7.4-03, 7.5). Amounts are in cents.

import { toCents } from "../../api/amount";
import { cleanName } from "../../api/clean";
import type { CallOptions } from "../../api/client";
import {
  getLobbyJackpot,
  getLobbyJackpotPlayersJackpots,
  getRtglobbyjackpotwinnersJson,
  postLobbyJackpotPlayersHits,
  postLobbyJackpotPlayersJackpots,
} from "../../api/contract/calls";
import { map, type Outcome } from "../../api/outcome";
import { call, load } from "../../api/site";
import { config, path } from "../../config/config";

/** The jackpot and the id with which players opt in. */
export interface LobbyJackpot {
  readonly cents: number;
  readonly guid: string;
}

/** A winner. The server masks the name (A113). */
export interface Winner {
  readonly name: string;
  readonly cents: number | undefined;
  readonly date: string;
}

/** Whether a player is opted in, and the prize that is not collected yet, in cents. */
export interface JackpotPart {
  readonly isIn: boolean;
  readonly unclaimed: number;
}

/** Loads the amount of the jackpot from its public feed. */
export async function loadLobbyJackpot(): Promise<Outcome<LobbyJackpot>> {
  const { url, token } = config().lobby_jackpot;
  return map(await load(getLobbyJackpot, url && `${url}/{token}`, { path: { token } }), (answer) => {
    const cents = toCents(answer["jackpot-amount"]);
    return cents === undefined ? undefined : { cents, guid: answer.guid };
  });
}

/** Loads the winners. */
export async function loadWinners(): Promise<Outcome<readonly Winner[]>> {
  const outcome = await load(getRtglobbyjackpotwinnersJson, path(config().lobby_jackpot.winners_url), {});
  return map(outcome, (list) =>
    list.map(({ name, amount, date }) => ({ name: cleanName(name, 40), cents: toCents(amount), date })),
  );
}

/** Loads the player's opt-in and prize. */
export async function loadJackpotPart(pid: number, options: CallOptions = {}): Promise<Outcome<JackpotPart>> {
  return map(await call(getLobbyJackpotPlayersJackpots, { path: { pid } }, options), (answer) => {
    const unclaimed = toCents(answer["unclaimed-hits-amount"]);
    return unclaimed === undefined ? undefined : { isIn: answer["is-opt-in"], unclaimed };
  });
}

/** Opts the player in to or out of the jackpot with this `guid`. The server may reject it (rows 3-45, 7.5-03). */
export async function setJackpotPart(
  pid: number,
  guid: string,
  isIn: boolean,
  options: CallOptions,
): Promise<Outcome<null>> {
  const given = { path: { pid, guid }, query: { optPlayer: isIn } };
  return map(await call(postLobbyJackpotPlayersJackpots, given, options), () => null);
}

/** Collects the player's prizes (row 7.5-04). Only commands call it. */
export async function collectPrize(pid: number, options: CallOptions): Promise<Outcome<null>> {
  return map(await call(postLobbyJackpotPlayersHits, { path: { pid } }, options), () => null);
}
