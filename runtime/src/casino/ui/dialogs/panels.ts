// Opens panels from any widget.

import { send } from "../../../signals";

/** Opens the modal container on a panel, in place of the one that it may show (row 2.6-01); `about` is what the panel is told. */
export function openPanel(panel: string, about?: string): void {
  send("croupier:open", about === undefined ? { panel } : { panel, about });
}
