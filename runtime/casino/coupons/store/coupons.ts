// The promotions and the active coupon of a player: their API calls, texts and stores (rows 4.4-09, 7.3).

import { type CallOptions, call } from "../../api/client";
import { getPlayersActiveCoupon, getPlayersCoupondetails } from "../../api/contract/calls";
import type { ActiveCoupon as Active } from "../../api/contract/schema";
import { mapOk, type Outcome } from "../../api/outcome";
import { MONEY } from "../../player/player";
import { $session } from "../../session/session";
import { playerData } from "../../stores/server_data";
import { type Promotion, type Translate, toPromotion } from "../api/promotions";

export type { Promotion };

/** The coupon that a player has, with its status (A63). */
export interface ActiveCoupon {
  readonly status: "requested" | "redeemed";
  readonly promotion: Promotion;
}

/** Returns the active coupon; `null` if there is none (A63). */
function toActive(coupon: Active): ActiveCoupon | null {
  if (!coupon.isActive || coupon.player_coupon_status === "No Coupon") return null;
  const promotion = toPromotion(coupon);
  return { status: promotion.awaitsDeposit ? "requested" : "redeemed", promotion };
}

/** Loads the player's promotions. */
export async function loadPromotions(
  pid: number,
  login: string,
  options: CallOptions = {},
): Promise<Outcome<readonly Promotion[]>> {
  const outcome = await call(getPlayersCoupondetails, { path: { pid }, query: { login } }, options);
  return mapOk(outcome, (list) => list.map(toPromotion));
}

/** Loads the active coupon; `null` if there is none. */
export async function loadActiveCoupon(pid: number, options: CallOptions = {}): Promise<Outcome<ActiveCoupon | null>> {
  return mapOk(await call(getPlayersActiveCoupon, { path: { pid } }, options), toActive);
}

/** Loads the texts of the page's language. Without them, promotions have those of the API. */
async function loadTexts(): Promise<Translate> {
  try {
    // Without the condition, a site in one language would have a file with the code.
    if (import.meta.env.LANGUAGES) {
      const { loadTranslate } = await import("./coupon_texts");
      return await loadTranslate();
    }
  } catch {
    // The client has reported the failure of the request.
  }
  return (promotion) => promotion;
}

/** Gives the promotions of an outcome the texts of the page's language, which load at the same time. */
async function translated<T>(
  loading: Promise<Outcome<T>>,
  apply: (value: T, translate: Translate) => T,
): Promise<Outcome<T>> {
  const [outcome, translate] = await Promise.all([loading, loadTexts()]);
  return mapOk(outcome, (value) => apply(value, translate));
}

/** The player's promotions. */
export const $promotions = playerData<readonly Promotion[]>(
  "promotions",
  (pid) => {
    const loading = loadPromotions(pid, $session.get()?.login ?? "");
    return import.meta.env.LANGUAGES ? translated(loading, (list, translate) => list.map(translate)) : loading;
  },
  { group: MONEY },
);

/** The active coupon; `data` is `null` if there is none. */
export const $activeCoupon = playerData<ActiveCoupon | null>(
  "active coupon",
  (pid) => {
    const loading = loadActiveCoupon(pid);
    return import.meta.env.LANGUAGES
      ? translated(loading, (it, translate) => it && { ...it, promotion: translate(it.promotion) })
      : loading;
  },
  { group: MONEY },
);

/** Returns the game of a coupon's spins as panels and links name it, such as `18-32`; `undefined` if none is chosen (A61). */
export function spinsGame({ freeSpins: { gameId, machineId } }: Pick<Promotion, "freeSpins">): string | undefined {
  return gameId === undefined || machineId === undefined ? undefined : `${gameId}-${machineId}`;
}
