// The tab of the external cashier: filled by a form, and looked after until it is closed (A38, A40).

import { $activeCoupon, $promotions, refreshCoupons } from "../../coupons/store/coupons";
import { $balance } from "../../player/store/player";
import { $session } from "../../session/session";
import type { BlankTab } from "../../ui/blank_tab";
import type { CashierForm } from "../api/cashier";

/** Sends the form into the tab. Its fields are as good as a password, and stand in the document only while they are sent (A57). */
export function sendForm({ action, fields }: CashierForm, tab: BlankTab): void {
  const form = Object.assign(document.createElement("form"), {
    method: "post",
    action,
    target: tab.name,
    hidden: true,
  });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
  refreshWhenClosed(tab);
}

/** Loads again what a deposit changes, once, when the player is back and the tab is closed (row 2.12-04). */
function refreshWhenClosed({ window: tab }: BlankTab) {
  // A store without listeners is not loaded again, and the view with these stores may be closed by then.
  const stops = [$activeCoupon, $promotions, $balance].map((store) => store.listen(() => {}));
  const end = () => {
    for (const stop of stops.splice(0)) stop();
    removeEventListener("focus", check);
    document.removeEventListener("visibilitychange", check);
  };
  const check = () => {
    if (!tab.closed || document.hidden) return;
    refreshCoupons();
    end();
  };
  addEventListener("focus", check);
  document.addEventListener("visibilitychange", check);
  // The tab may stay open for hours; nothing is to be loaded for a player who is gone.
  stops.push($session.listen((session) => !session && end()));
}
