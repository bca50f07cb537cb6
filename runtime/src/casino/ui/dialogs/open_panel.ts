// Opens panels from any widget.

import { send } from "../../../signals";

/** Opens a panel in the modal container, replacing the open one (row 2.6-01); `about` is the panel's parameter. */
export function openPanel(panel: string, about?: string): void {
  send("croupier:open", about === undefined ? { panel } : { panel, about });
}
