// Decides whether a pressed game opens, or the cashier instead (A23).

import { canStartGame, isInsufficient } from "../../cashier/model/balance_state";
import { $activeCoupon } from "../../coupons/store/coupons";
import { $balance } from "../../player/store/player";
import { refresh } from "../../stores/server_data";
import { waitForStore } from "../../stores/wait_for_store";

/** Returns whether the player has funds. A known sufficient balance is not loaded again, because the game checks its own stakes. */
export async function mayPlay(): Promise<boolean> {
  const { data: currentBalance } = $balance.get();
  if (currentBalance && !isInsufficient(currentBalance)) return true;
  refresh($balance);
  const { data: balance } = await waitForStore($balance);
  if (!isInsufficient(balance)) return true;
  const { data: active } = await waitForStore($activeCoupon);
  return canStartGame(active, balance);
}
