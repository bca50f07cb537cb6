// Selects the game in which the free spins of a coupon are played, and the page after a redeem (rows 4.2-35 to 4.2-37, 7.3-07,
// A46, A110).

import type { Outcome } from "../../api/outcome";
import { command } from "../../commands/site";
import { isSingular } from "../../content/format";
import { refreshMoney } from "../../player/player";
import { $session } from "../../session/session";
import type { Redeemed } from "../api/coupon_changes";
import { chooseGame } from "../api/coupon_changes";
import { deleteCoupon } from "../model/coupon_cookies";
import { COUPON } from "./coupon_commands";
import { loadActiveCoupon, spinsGame } from "./coupons";

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

/** The key of a text about the free spins of a redeem. */
export type SpinsTextKey = "free_spins" | `spins_${"added" | "choose"}${"" | "_one"}`;

/** The page that follows a redeem, and the text about free spins that replaces its subtitle. */
interface RedeemResult {
  readonly kind: "done";
  readonly completion: "completion_deposit" | "completion_lobby";
  readonly textKey?: SpinsTextKey;
  readonly places?: Readonly<Record<string, string | number>>;
}

/**
 * Returns the result of a redeem (rows 4.2-35 to 4.2-37, A46, A110); free spins that are valid in only one game are assigned to it.
 */
export async function afterRedeem(code: string, redeemed: Redeemed): Promise<RedeemResult> {
  const { inLobby, hasFreeSpins, spins, game } = redeemed;
  deleteCoupon(code);
  const completion = inLobby ? "completion_lobby" : "completion_deposit";
  if (!hasFreeSpins) return { kind: "done", completion };

  const spinsResult = await settleSpins();
  // The server names no game if there are several. The player chooses one on the coupon card.
  const addedKey = spinsResult === "choose" || !game ? "spins_choose" : "spins_added";
  const countedKey = isSingular(spins) ? (`${addedKey}_one` as const) : addedKey;
  const textKey = spinsResult === "failed" ? "free_spins" : countedKey;
  return { kind: "done", completion, textKey, places: { n: spins, game } };
}
