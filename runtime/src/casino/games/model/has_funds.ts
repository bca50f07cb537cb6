// Whether a game that was pressed opens, or the cashier in its place (A23).

import { canPlay, isInsufficient } from "../../cashier/model/balance_state";
import { $activeCoupon } from "../../coupons/store/coupons";
import { $balance } from "../../player/store/player";
import { refresh } from "../../stores/server_data";
import { waitForStore } from "../../stores/wait_for_store";

/** What is known to be enough is not waited for: the game looks after its own stakes. */
export async function mayPlay(): Promise<boolean> {
  const { data: known } = $balance.get();
  if (known && !isInsufficient(known)) return true;
  refresh($balance);
  const { data: balance } = await waitForStore($balance);
  if (!isInsufficient(balance)) return true;
  const { data: active } = await waitForStore($activeCoupon);
  return canPlay(active, balance);
}
