// What follows a redeem: which page, and what it says of free spins (rows 4.2-35 to 4.2-37, A46, A110).

import type { Redeemed } from "../../coupons/api/coupons";
import { forgetCoupon } from "../../coupons/model/coupon_cookies";
import { settleSpins } from "../../coupons/store/free_spins";
import type { Finished } from "../model/request";

/** The page after a redeem; spins that can be played in one game alone are played there. */
export async function afterRedeem(code: string, redeemed: Redeemed): Promise<Finished> {
  const { inLobby, hasFreeSpins, spins, game } = redeemed;
  forgetCoupon(code);
  const completion = inLobby ? "completion_lobby" : "completion_deposit";
  const became = hasFreeSpins ? await settleSpins() : "choose";
  // Which game is chosen on the coupon's card.
  if (became === "choose") return { kind: "done", completion };
  const says = became === "failed" ? "free_spins" : "spins_added";
  return { kind: "done", completion, says, places: { n: spins, game } };
}
