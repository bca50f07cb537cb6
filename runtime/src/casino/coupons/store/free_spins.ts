// In which game the free spins of a coupon are played (row 7.3-07, A110).

import type { Outcome } from "../../api/outcome";
import { command } from "../../commands/site";
import { $session } from "../../session/session";
import { chooseGame, loadActiveCoupon, type Promotion } from "../api/coupons";
import { COUPON, refreshCoupons } from "./coupons";

/** What became of free spins after a redeem: they are in their game, the player is to choose one, or that did not work (row 8-21). */
export type Spins = "added" | "choose" | "failed";

/** Sends the game of the active coupon's spins where there is no choice. What cannot be found out is as the redeem left it. */
export async function settleSpins(): Promise<Spins> {
  const { pid } = $session.get() ?? {};
  if (pid === undefined) return "failed";
  const active = await loadActiveCoupon(pid);
  if (active.kind !== "ok") return "added";
  const [first, ...others] = active.value?.promotion.freeSpinGames ?? [];
  if (!first) return "added";
  if (others.length > 0) return "choose";
  return (await sendGame(pid, first.code)).kind === "ok" ? "added" : "failed";
}

/** Says in which game the spins of the active coupon are played; `code` is one of its games. What is shown is asked for again. */
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
  refreshCoupons();
  return outcome;
}

/** The game of a coupon's spins as panels and links name it, `18-32`; `undefined` while none is chosen (A61). */
export function spinsGame({ freeSpins: { gameId, machineId } }: Pick<Promotion, "freeSpins">): string | undefined {
  return gameId === undefined || machineId === undefined ? undefined : `${gameId}-${machineId}`;
}
