// Opens the external cashier in a tab by a form, and refreshes data when the tab is closed (A38, A40).

import { MONEY } from "../../player/store/player";
import { $session } from "../../session/session";
import { refresh, storesOfGroup } from "../../stores/server_data";
import type { BlankTab } from "../../ui/blank_tab";
import type { CashierForm } from "../api/cashier_form";

/** Submits the form to the tab. Its fields are equivalent to a password, so they are in the document only during the submit (A57). */
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

/** Reloads the data that a deposit changes, once, when the player returns and the tab is closed (row 2.12-04). */
function refreshWhenClosed({ window: tab }: BlankTab) {
  const stores = storesOfGroup(MONEY);
  // A store without listeners does not reload, and the view that uses these stores may be closed.
  const removeListeners = stores.map((store) => store.listen(() => {}));
  const stop = () => {
    for (const removeListener of removeListeners.splice(0)) removeListener();
    removeEventListener("focus", check);
    document.removeEventListener("visibilitychange", check);
  };
  const check = () => {
    if (!tab.closed || document.hidden) return;
    refresh(...stores);
    stop();
  };
  addEventListener("focus", check);
  document.addEventListener("visibilitychange", check);
  // The tab may stay open for hours; after a logout nothing needs to be loaded.
  removeListeners.push($session.listen((session) => !session && stop()));
}
