// The stores of a player's promotions and active coupon (rows 4.4-09, 7.3-01, 7.3-02).

import { MONEY } from "../../player/store/player";
import { $session } from "../../session/session";
import { playerData } from "../../stores/server_data";
import { type ActiveCoupon, loadActiveCoupon, loadPromotions } from "../api/coupons";
import type { Promotion } from "../api/promotions";

/** The player's promotions. */
export const $promotions = playerData<readonly Promotion[]>(
  "promotions",
  (pid) => loadPromotions(pid, $session.get()?.login ?? ""),
  { group: MONEY },
);

/** The active coupon; `data` is `null` if there is none. */
export const $activeCoupon = playerData<ActiveCoupon | null>("active coupon", (pid) => loadActiveCoupon(pid), {
  group: MONEY,
});
