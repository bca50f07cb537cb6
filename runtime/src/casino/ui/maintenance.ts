// Tells that the casino is down for maintenance where no form tells it: at a game, the cashier, a coupon (row 2.14-08, A53).

import type { Words } from "../content/messages";
import { fill } from "../content/texts";

/**
 * Tells it over whatever is open, and resolves when that was read; false for a failure of another kind, and where the words did
 * not come. `name` is the product's.
 */
export async function tellMaintenance(
  { kind }: { readonly kind: string },
  { dialogues }: Words,
  name: string,
): Promise<boolean> {
  const told = kind === "maintenance" && dialogues?.casinoMaintenance;
  if (!told) return false;
  const { confirm } = await import("./confirm");
  await confirm({ ...told, text: fill(told.text, { name }) });
  return true;
}
