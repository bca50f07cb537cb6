// Navigates to another page of the site, so that widgets do not depend on the router.

import { send } from "../../signals";

/** Visits `to`, like a click on a link. */
export function go(to: string) {
  send("croupier:navigate", { to });
}
