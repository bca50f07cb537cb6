// Reports maintenance at a game, the cashier or a coupon, where no form reports it (row 2.14-08, A53).

import type { MessageTexts } from "../content/messages";
import { fill } from "../content/texts";
import { showMessage } from "../ui/dialogs/ask";

/**
 * Shows the maintenance dialog and resolves to true when it is closed. Resolves to false for other failures, and where the
 * messages or the dialog failed to load: the caller shows its own message then. `name` is the product's.
 */
export async function showMaintenance(
  { kind }: { readonly kind: string },
  { dialogues }: MessageTexts,
  name: string,
): Promise<boolean> {
  const dialogText = kind === "maintenance" && dialogues?.casinoMaintenance;
  if (!dialogText) return false;
  return showMessage({ ...dialogText, text: fill(dialogText.text, { name }) });
}
