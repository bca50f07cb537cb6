// The commands that redeem, cancel and replace a player's coupon (rows 4.4, 7.3). Pages load them at the first press.

import type { Failure, Outcome } from "../../api/outcome";
import { isSameCode, normalizeCode } from "../../api/values";
import { command, type SendOptions } from "../../commands/site";
import { refreshMoney } from "../../player/player";
import { $session } from "../../session/session";
import { cancelActiveCoupon, PAID_CASHBACK, type Redeemable, type Redeemed, sendRedeem } from "../api/coupon_changes";
import { isCashback } from "../api/promotions";
import { $promotions, loadActiveCoupon, loadPromotions } from "./coupons";

/** The shared name of all coupon commands. A player has one coupon, so these commands run one at a time. */
export const COUPON = "coupon";

/** Redeems a coupon for a player, by default the signed-in one (A63). Steps that follow a dialog pass the player who began. */
export async function redeemCoupon(coupon: Redeemable, player = $session.get()): Promise<Outcome<Redeemed>> {
  if (!player) return { kind: "unauthorised" };
  const { code, isReward } = coupon;
  const isListed = ($promotions.get().data ?? []).some((promotion) => isSameCode(promotion.code, code));

  const outcome = await command<unknown, Redeemed>({
    name: COUPON,
    player: player.pid,
    input: { redeem: normalizeCode(code), isReward },
    send: (_, options) => sendRedeem(player, coupon, options),
    confirm: (_, options) =>
      isCashback(coupon) ? readPaidCashback(player, code, isListed, options) : readRedeemed(player.pid, code, options),
  });

  refreshMoney();
  return outcome;
}

/** Cancels the coupon `code` of a player while it waits for a deposit (rows 4.4-02, 8-22). Never cancels another coupon. */
export async function cancelCoupon(code: string, player = $session.get()): Promise<Outcome<null>> {
  if (!player) return { kind: "unauthorised" };
  const { pid } = player;

  const outcome = await command<unknown, null>({
    name: COUPON,
    player: pid,
    input: { cancel: normalizeCode(code) },
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

  refreshMoney();
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
  const player = $session.get();
  const cancelled = await cancelCoupon(oldCode, player);
  if (cancelled.kind !== "ok") return { kind: "kept", failure: cancelled };
  const outcome = await redeemCoupon(coupon, player);
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
