// How a widget leads to another page of the site without knowing who loads pages.

import { send } from "../../signals";

/** Visits `to` as a click on a link would. */
export function go(to: string) {
  send("croupier:navigate", { to });
}
