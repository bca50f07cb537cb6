// Opens the external cashier in a tab by a form, and refreshes data when the player returns from it (A38, A40).

import { isMobile } from "../../api/call";
import { type CallOptions, call } from "../../api/client";
import { postPlayerCashier } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { config } from "../../config/config";
import { MONEY } from "../../player/player";
import { $session } from "../../session/session";
import { type Refreshable, refreshOlder, storesOfGroup } from "../../stores/server_data";
import { type BlankTab, parseUrl } from "../../ui/open";
import { type TabWatch, watchTabs } from "./tab_watch";

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

  watch ??= startWatch();
  // A store without listeners does not reload, and the view that uses these stores may be closed.
  for (const store of storesOfGroup(MONEY)) {
    if (!listening.has(store)) listening.set(store, store.listen(ignore));
  }

  watch.add(tab.window);
}

/** Events of a player's return. `pageshow` reports a document from the back-forward cache. */
const RETURN_EVENTS = ["focus", "visibilitychange", "pageshow"];

const ignore = () => {};
let watch: TabWatch | undefined;
/** The stores that reload while a tab is watched, with the functions that remove their listeners. */
const listening = new Map<Refreshable, () => void>();

/** Reloads the data that a deposit changes when the player returns from the tabs of the cashier (row 2.12-04). */
function startWatch(): TabWatch {
  const tabs = watchTabs({
    now: () => performance.now(),
    later(look, delay_ms) {
      const timer = setTimeout(look, delay_ms);
      return () => clearTimeout(timer);
    },
    isVisible: () => !document.hidden,
    refresh: (before_ms) => refreshOlder(before_ms, storesOfGroup(MONEY)),
    end,
  });

  function end() {
    tabs.stop();
    removeSessionListener();
    for (const removeListener of listening.values()) removeListener();
    listening.clear();
    for (const name of RETURN_EVENTS) removeEventListener(name, onReturn, true);
    watch = undefined;
  }

  function onReturn({ type, target }: Event) {
    // Elements get the focus, too.
    if (type !== "focus" || target === window) tabs.returned();
  }

  // While capturing, the watch is called before the stores, which request data in the same event.
  for (const name of RETURN_EVENTS) addEventListener(name, onReturn, true);
  // The tab may stay open for hours; after a logout nothing needs to be loaded.
  const removeSessionListener = $session.listen((session) => {
    if (!session) end();
  });

  return tabs;
}

/** A form that is submitted to the cashier. Its fields give access to the player's cashier, so they are never stored (A57). */
export interface CashierForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Loads the form. Its action must have this page's origin or one of `origins`; otherwise the response counts as malformed. */
export async function loadCashierForm(
  pid: number,
  origins: readonly string[],
  options: CallOptions,
): Promise<Outcome<CashierForm>> {
  const body = {
    skinId: config().client.skin_id,
    playerId: pid,
    cashier_type: "deposit" as const,
    client_type: isMobile() ? ("Mobile" as const) : ("InstantPlay" as const),
  };

  return mapOk(await call(postPlayerCashier, { path: { pid }, body }, options), (form) => {
    const action = parseUrl(form.url, location.href);
    if (!action || ![location.origin, ...origins].includes(action.origin)) return undefined;
    return { action: action.href.replace(/\/?$/, `/${form.launch_page}`), fields: form.info };
  });
}
