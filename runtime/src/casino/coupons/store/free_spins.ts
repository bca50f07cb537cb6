// Selects the game in which the free spins of a coupon are played (row 7.3-07, A110).

import type { Outcome } from "../../api/outcome";
import { command } from "../../commands/site";
import { refreshMoney } from "../../player/store/player";
import { $session } from "../../session/session";
import { chooseGame } from "../api/coupon_changes";
import { loadActiveCoupon } from "../api/coupons";
import { spinsGame } from "../model/spins_game";
import { COUPON } from "./coupon_commands";

/** The state of free spins after a redeem: assigned to a game, waiting for a choice, or failed (row 8-21). */
export type Spins = "added" | "choose" | "failed";

/** Assigns the spins of the active coupon if it has exactly one game. If the coupon cannot be read, returns `added`. */
export async function settleSpins(): Promise<Spins> {
  const { pid } = $session.get() ?? {};
  if (pid === undefined) return "failed";
  const active = await loadActiveCoupon(pid);
  if (active.kind !== "ok") return "added";
  const [game, ...otherGames] = active.value?.promotion.freeSpinGames ?? [];
  if (!game) return "added";
  if (otherGames.length > 0) return "choose";
  return (await sendGame(pid, game.code)).kind === "ok" ? "added" : "failed";
}

/** Sets the game for the spins of the active coupon, then reloads coupon data. `code` is one of the coupon's games. */
export async function chooseSpinsGame(code: string): Promise<Outcome<null>> {
  const { pid } = $session.get() ?? {};
  if (pid === undefined) return { kind: "unauthorised" };
  return sendGame(pid, code);
}

async function sendGame(pid: number, code: string): Promise<Outcome<null>> {
  const outcome = await command<unknown, null>({
    name: COUPON,
    player: pid,
    input: { game: code },
    send: (_, options) => chooseGame(pid, code, options),
    async confirm(_, options) {
      const active = await loadActiveCoupon(pid, options);
      if (active.kind !== "ok") return active;
      const isChosen = active.value !== null && spinsGame(active.value.promotion) === code;
      return { kind: "ok", value: isChosen ? null : undefined };
    },
  });
  refreshMoney();
  return outcome;
}
