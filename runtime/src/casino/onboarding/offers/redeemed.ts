// Selects the page after a redeem and its text about free spins (rows 4.2-35 to 4.2-37, A46, A110).

import type { Redeemed } from "../../coupons/api/coupon_changes";
import { deleteCoupon } from "../../coupons/model/coupon_cookies";
import { settleSpins } from "../../coupons/store/free_spins";
import type { RequestResult } from "../model/request";

/** Returns the result of a redeem; free spins that are valid in only one game are assigned to it. */
export async function afterRedeem(code: string, redeemed: Redeemed): Promise<RequestResult> {
  const { inLobby, hasFreeSpins, spins, game } = redeemed;
  deleteCoupon(code);
  const completion = inLobby ? "completion_lobby" : "completion_deposit";
  if (!hasFreeSpins) return { kind: "done", completion };
  const spinsResult = await settleSpins();
  // The server names no game if there are several. The player chooses one on the coupon card.
  const addedKey = spinsResult === "choose" || !game ? "spins_choose" : "spins_added";
  const textKey = spinsResult === "failed" ? "free_spins" : addedKey;
  return { kind: "done", completion, textKey, places: { n: spins, game } };
}
