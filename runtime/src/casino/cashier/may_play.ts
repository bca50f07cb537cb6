// Whether a game that was pressed opens, or the cashier in its place (A23).

import { $activeCoupon } from "../stores/coupons";
import { $balance } from "../stores/player";
import { refresh } from "../stores/server_data";
import { waitForStore } from "../stores/wait_for_store";
import { canPlay, isInsufficient } from "./standing";

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
