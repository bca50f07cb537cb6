// The lobby jackpot of all players: its amount and winners, with their API calls and stores (rows 3-28, 3-29, 7.4-03, 7.5-01). Amounts
// are in cents.

import { load } from "../../api/client";
import { getLobbyJackpot, getRtglobbyjackpotwinnersJson } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { cleanName, toCents } from "../../api/values";
import { config, path } from "../../config/config";
import { dayText } from "../../content/format";
import { formatsOfPage } from "../../content/languages";
import { publicData } from "../../stores/server_data";

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

const every_ms = config().lobby_jackpot.refresh_seconds * 1000;

/** The jackpot. */
export const $lobbyJackpot = publicData<LobbyJackpot>("lobby jackpot", loadLobbyJackpot, { every_ms });

/** The winners, newest first. */
export const $winners = publicData<readonly Winner[]>("winners", loadWinners, { every_ms });

/** The number of shown winners. */
export const WINNERS = 3;

/** Formats the date of a win without its year: `Nov 21`. Returns an empty string if it is unknown. */
export const winnerDay = (date: string) =>
  (import.meta.env.LANGUAGES && formatsOfPage()?.dayOfYear(date)) || (dayText(date).split(",")[0] ?? "");
