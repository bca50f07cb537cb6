// Promotions and the coupon that a player has (rows 4.4-09, 7.3-01, 7.3-02).

import {
  type ActiveCoupon,
  cancelActiveCoupon,
  loadActiveCoupon,
  loadPromotions,
  type Redeemable,
  type Redeemed,
  redeem,
} from "../api/coupons";
import type { Outcome } from "../api/outcome";
import type { Promotion } from "../api/promotions";
import { $session } from "../session/session";
import { $balance } from "./player";
import { playerData, refresh } from "./server_data";

/** The player's promotions. */
export const $promotions = playerData<readonly Promotion[]>("promotions", (pid) =>
  loadPromotions(pid, $session.get()?.login ?? ""),
);

/** The coupon that the player has; `data` is `null` where there is none. */
export const $activeCoupon = playerData<ActiveCoupon | null>("active coupon", loadActiveCoupon);

/** What a redeem, a cancel or a deposit changes is asked for again (rows 2.12-04, 4.4-09). */
export function refreshCoupons(): void {
  refresh($activeCoupon, $promotions, $balance);
}

/** Redeems for the player who is signed in. Whatever the answer was, what it may have changed is asked for again (A63). */
export async function redeemCoupon(coupon: Redeemable): Promise<Outcome<Redeemed>> {
  const player = $session.get();
  if (!player) return { kind: "unauthorised" };
  const outcome = await redeem(player, coupon);
  const became = mayBeDone(outcome) && (await redeemed(player.pid, coupon.code));
  refreshCoupons();
  return became ? { kind: "ok", value: became } : outcome;
}

/** Cancels the active coupon of the player who is signed in, which waits for a deposit (rows 4.4-02, 8-22). */
export async function cancelCoupon(): Promise<Outcome<null>> {
  const player = $session.get();
  if (!player) return { kind: "unauthorised" };
  const outcome = await cancelActiveCoupon(player.pid);
  const left = mayBeDone(outcome) && (await loadActiveCoupon(player.pid));
  refreshCoupons();
  return left && left.kind === "ok" && !left.value ? { kind: "ok", value: null } : outcome;
}

/** Whether the server may have done what it was asked for all the same: the answer was lost, or it was done before (409). */
function mayBeDone(outcome: Outcome<unknown>): boolean {
  if (outcome.kind === "refused") return outcome.status >= 409;
  return ["offline", "timed_out", "malformed"].includes(outcome.kind);
}

/** What a redeem brought whose answer was lost, as the active coupon shows it; `undefined` where it brought nothing. */
async function redeemed(pid: number, code: string): Promise<Redeemed | undefined> {
  const outcome = await loadActiveCoupon(pid);
  const active = outcome.kind === "ok" ? outcome.value : null;
  if (active?.promotion.code.toUpperCase() !== code.toUpperCase()) return undefined;
  const { spinsRemaining: spins, freeSpins } = active.promotion;
  return { inLobby: active.status === "redeemed", hasFreeSpins: spins > 0, spins, game: freeSpins.game ?? "" };
}
