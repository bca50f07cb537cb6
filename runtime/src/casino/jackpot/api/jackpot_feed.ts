// Public API calls for the lobby jackpot: its amount and its winners (rows 7.4-03, 7.5-01). Amounts are in cents.

import { toCents } from "../../api/amount";
import { cleanName } from "../../api/clean";
import { getLobbyJackpot, getRtglobbyjackpotwinnersJson } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { load } from "../../api/site";
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

/** Loads the amount of the jackpot from its public feed. */
export async function loadLobbyJackpot(): Promise<Outcome<LobbyJackpot>> {
  const { url, token } = config().lobby_jackpot;
  return mapOk(await load(getLobbyJackpot, url && `${url}/{token}`, { path: { token } }), (answer) => {
    const cents = toCents(answer["jackpot-amount"]);
    return cents === undefined ? undefined : { cents, guid: answer.guid };
  });
}

/** Loads the winners. */
export async function loadWinners(): Promise<Outcome<readonly Winner[]>> {
  const outcome = await load(getRtglobbyjackpotwinnersJson, path(config().lobby_jackpot.winners_url), {});
  return mapOk(outcome, (list) =>
    list.map(({ name, amount, date }) => ({ name: cleanName(name, 40), cents: toCents(amount), date })),
  );
}
