// The lobby's jackpot: its amount and winners for everybody, and a player's part in it (rows 7.4-03, 7.5). Amounts are cents.

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

/** The jackpot, and the id by which players take part. */
export interface LobbyJackpot {
  readonly cents: number;
  readonly guid: string;
}

/** Who won; the name is masked by the server (A113). */
export interface Winner {
  readonly name: string;
  readonly cents: number | undefined;
  readonly date: string;
}

/** Whether a player takes part, and what they have won and not claimed, in cents. */
export interface JackpotPart {
  readonly isIn: boolean;
  readonly unclaimed: number;
}

/** The jackpot's amount, from its public feed. */
export async function loadLobbyJackpot(): Promise<Outcome<LobbyJackpot>> {
  const { url, token } = config().lobby_jackpot;
  return map(await load(getLobbyJackpot, url && `${url}/{token}`, { path: { token } }), (answer) => {
    const cents = toCents(answer["jackpot-amount"]);
    return cents === undefined ? undefined : { cents, guid: answer.guid };
  });
}

/** Who won it. */
export async function loadWinners(): Promise<Outcome<readonly Winner[]>> {
  const outcome = await load(getRtglobbyjackpotwinnersJson, path(config().lobby_jackpot.winners_url), {});
  return map(outcome, (list) =>
    list.map(({ name, amount, date }) => ({ name: cleanName(name, 40), cents: toCents(amount), date })),
  );
}

/** The player's part in it. */
export async function loadJackpotPart(pid: number, options: CallOptions = {}): Promise<Outcome<JackpotPart>> {
  return map(await call(getLobbyJackpotPlayersJackpots, { path: { pid } }, options), (answer) => {
    const unclaimed = toCents(answer["unclaimed-hits-amount"]);
    return unclaimed === undefined ? undefined : { isIn: answer["is-opt-in"], unclaimed };
  });
}

/** Begins or ends the player's part in the jackpot of that `guid`; the server may refuse it (rows 3-45, 7.5-03). */
export async function setJackpotPart(
  pid: number,
  guid: string,
  isIn: boolean,
  options: CallOptions,
): Promise<Outcome<null>> {
  const given = { path: { pid, guid }, query: { optPlayer: isIn } };
  return map(await call(postLobbyJackpotPlayersJackpots, given, options), () => null);
}

/** Pays the prizes that the player has won (row 7.5-04). Only commands call it. */
export async function collectPrize(pid: number, options: CallOptions): Promise<Outcome<null>> {
  return map(await call(postLobbyJackpotPlayersHits, { path: { pid } }, options), () => null);
}
