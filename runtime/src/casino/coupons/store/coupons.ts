// Stores and commands for a player's promotions and active coupon (rows 4.4-09, 7.3-01, 7.3-02).

import type { Failure, Outcome } from "../../api/outcome";
import type { SendOptions } from "../../commands/command";
import { command } from "../../commands/site";
import { $balance } from "../../player/store/player";
import { $session } from "../../session/session";
import { playerData, refresh } from "../../stores/server_data";
import {
  type ActiveCoupon,
  cancelActiveCoupon,
  loadActiveCoupon,
  loadPromotions,
  PAID_CASHBACK,
  type Redeemable,
  type Redeemed,
  redeem,
} from "../api/coupons";
import { isCashback, type Promotion } from "../api/promotions";

/** The player's promotions. */
export const $promotions = playerData<readonly Promotion[]>("promotions", (pid) =>
  loadPromotions(pid, $session.get()?.login ?? ""),
);

/** The active coupon; `data` is `null` if there is none. */
export const $activeCoupon = playerData<ActiveCoupon | null>("active coupon", (pid) => loadActiveCoupon(pid));

/** The shared name of all coupon commands. A player has one coupon, so these commands run one at a time. */
export const COUPON = "coupon";

/** Reloads the data that a redeem, a cancellation or a deposit changes (rows 2.12-04, 4.4-09). */
export function refreshCoupons(): void {
  refresh($activeCoupon, $promotions, $balance);
}

/** Returns whether two codes identify the same coupon. */
export function isSameCode(a: string | undefined, b: string): boolean {
  return a?.trim().toUpperCase() === b.trim().toUpperCase();
}

/** Redeems a coupon for the signed-in player (A63). */
export async function redeemCoupon(coupon: Redeemable): Promise<Outcome<Redeemed>> {
  const player = $session.get();
  if (!player) return { kind: "unauthorised" };
  const { code, isReward } = coupon;
  const isListed = ($promotions.get().data ?? []).some((promotion) => isSameCode(promotion.code, code));
  const outcome = await command<unknown, Redeemed>({
    name: COUPON,
    player: player.pid,
    input: { redeem: code.toUpperCase(), isReward },
    send: (_, options) => redeem(player, coupon, options),
    confirm: (_, options) =>
      isCashback(coupon) ? readPaidCashback(player, code, isListed, options) : readRedeemed(player.pid, code, options),
  });
  refreshCoupons();
  return outcome;
}

/** Cancels the coupon `code` of the signed-in player while it waits for a deposit (rows 4.4-02, 8-22). Never cancels another coupon. */
export async function cancelCoupon(code: string): Promise<Outcome<null>> {
  const player = $session.get();
  if (!player) return { kind: "unauthorised" };
  const { pid } = player;
  const outcome = await command<unknown, null>({
    name: COUPON,
    player: pid,
    input: { cancel: code.toUpperCase() },
    async send(_, options) {
      const active = await loadActiveCoupon(pid, { deadline: options.deadline });
      if (active.kind !== "ok") return active;
      if (!active.value) return { kind: "ok", value: null };
      // The request names no coupon: it would cancel any active one.
      if (!isSameCode(active.value.promotion.code, code)) return { kind: "refused", message: "", status: 412 };
      return cancelActiveCoupon(pid, options);
    },
    async confirm(_, options) {
      const active = await loadActiveCoupon(pid, options);
      if (active.kind !== "ok") return active;
      const isStillActive = isSameCode(active.value?.promotion.code, code);
      return { kind: "ok", value: isStillActive ? undefined : null };
    },
  });
  refreshCoupons();
  return outcome;
}

/** The result of replacing a coupon with another. */
export type ReplaceResult =
  | { readonly kind: "redeemed"; readonly redeemed: Redeemed }
  /** The other coupon could not be cancelled, and nothing was redeemed. */
  | { readonly kind: "kept"; readonly failure: Failure }
  /** The other coupon is cancelled, and the new one was not redeemed. */
  | { readonly kind: "lost"; readonly failure: Failure };

/** Cancels the coupon `oldCode`, then redeems another one. */
export async function replaceCoupon(oldCode: string, coupon: Redeemable): Promise<ReplaceResult> {
  const cancelled = await cancelCoupon(oldCode);
  if (cancelled.kind !== "ok") return { kind: "kept", failure: cancelled };
  const outcome = await redeemCoupon(coupon);
  return outcome.kind === "ok" ? { kind: "redeemed", redeemed: outcome.value } : { kind: "lost", failure: outcome };
}

type ConfirmOptions = Pick<SendOptions, "deadline">;

/** Reads the result of a redeem from the active coupon. */
async function readRedeemed(
  pid: number,
  code: string,
  options: ConfirmOptions,
): Promise<Outcome<Redeemed | undefined>> {
  const active = await loadActiveCoupon(pid, options);
  if (active.kind !== "ok") return active;
  if (!active.value || !isSameCode(active.value.promotion.code, code)) return { kind: "ok", value: undefined };
  const { status, promotion } = active.value;
  const { spinsRemaining: spins, freeSpins } = promotion;
  const value = { inLobby: status === "redeemed", hasFreeSpins: spins > 0, spins, game: freeSpins.game ?? "" };
  return { kind: "ok", value };
}

/** Confirms a cashback: it disappears from the promotions once it is paid. A cashback that was not listed cannot be confirmed. */
async function readPaidCashback(
  { pid, login }: { readonly pid: number; readonly login: string },
  code: string,
  isListed: boolean,
  options: ConfirmOptions,
): Promise<Outcome<Redeemed | undefined>> {
  if (!isListed) return { kind: "unknown" };
  const list = await loadPromotions(pid, login, options);
  if (list.kind !== "ok") return list;
  const isStillListed = list.value.some((promotion) => isSameCode(promotion.code, code));
  return { kind: "ok", value: isStillListed ? undefined : PAID_CASHBACK };
}
