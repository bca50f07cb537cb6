// The commands that change a player's part in the lobby jackpot (rows 7.5-03, 7.5-04, 8-26).

import { type CallOptions, call } from "../../api/client";
import { postLobbyJackpotPlayersHits, postLobbyJackpotPlayersJackpots } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { command } from "../../commands/site";
import { $balance } from "../../player/player";
import { $session } from "../../session/session";
import { logFailure, refresh } from "../../stores/server_data";
import { loadLobbyJackpot } from "./jackpot_feed";
import { $jackpotPart, loadJackpotPart, tellOtherTabs } from "./jackpot_part";

/** Opts in or out. A failure is only logged (row 8-26); the server state is loaded again in both cases. */
export async function changeJackpotPart(isIn: boolean): Promise<Outcome<null>> {
  const pid = $session.get()?.pid;
  if (pid === undefined) return { kind: "unauthorised" };

  const jackpot = await loadLobbyJackpot();
  if (jackpot.kind !== "ok") {
    logFailure("jackpot part", jackpot);
    return jackpot;
  }

  const outcome = await command<boolean, null>({
    name: "jackpot part",
    player: pid,
    input: isIn,
    send: (_, options) => setJackpotPart(pid, jackpot.value.guid, isIn, options),
    async confirm(_, options) {
      const part = await loadJackpotPart(pid, options);
      return part.kind === "ok" ? { kind: "ok", value: part.value.isIn === isIn ? null : undefined } : part;
    },
  });

  if (outcome.kind === "ok") tellOtherTabs();
  else logFailure("jackpot part", outcome);
  refresh($jackpotPart);
  return outcome;
}

/** Collects the player's prize of `cents`. A prize that was already paid, but whose response was lost, counts as a success. */
export async function collect(cents: number): Promise<Outcome<null>> {
  const pid = $session.get()?.pid;
  if (pid === undefined) return { kind: "unauthorised" };

  const outcome = await command<number, null>({
    name: "jackpot prize",
    player: pid,
    // Another prize needs another idempotency key.
    input: cents,
    send: (_, options) => collectPrize(pid, options),
    async confirm(_, options) {
      const part = await loadJackpotPart(pid, options);
      return part.kind === "ok" ? { kind: "ok", value: part.value.unclaimed === 0 ? null : undefined } : part;
    },
  });

  refresh($jackpotPart, $balance);
  return outcome;
}

/** Opts the player in to or out of the jackpot with this `guid`. The server may reject it (rows 3-45, 7.5-03). */
export async function setJackpotPart(
  pid: number,
  guid: string,
  isIn: boolean,
  options: CallOptions,
): Promise<Outcome<null>> {
  const params = { path: { pid, guid }, query: { optPlayer: isIn } };
  return mapOk(await call(postLobbyJackpotPlayersJackpots, params, options), () => null);
}

/** Collects the player's prizes (row 7.5-04). */
export async function collectPrize(pid: number, options: CallOptions): Promise<Outcome<null>> {
  return mapOk(await call(postLobbyJackpotPlayersHits, { path: { pid } }, options), () => null);
}
