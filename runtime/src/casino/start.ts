// What the casino brings when the page stands: the session's life on every page, what site.toml switches on, what a link asks for, and what only players need. It decides nothing.

import { listen, type Start } from "../signals";
import { config } from "./config/config";
import { asksForPrivacy } from "./config/privacy";
import { $session } from "./session/session";

/** Begins a part once its code is there. Code that does not come is told by then, also where the document is about to be left. */
const bring = <T>(code: Promise<T>, begin: (it: T) => void) => void code.then(begin, () => undefined);

/** Begins; called once, by the loader. What is switched off is not even loaded (A3). */
export function start(site: Start): void {
  const { reporting, tracking, chat, seal } = config();
  if (reporting.adapter !== "none") bring(import("./adapters/report"), (it) => it.startReports(site));
  if (tracking.adapter !== "none" && !asksForPrivacy()) bring(import("./adapters/track"), (it) => it.startTracking());
  if (chat.adapter !== "none")
    bring(import("./adapters/chat"), (it) =>
      it.startChat(async (session) => (await import("./player")).loadChatHash(session)),
    );
  if (seal.adapter !== "none") bring(import("./adapters/seal"), (it) => it.startSeal());
  follow(site.takeSecrets());
  listen("croupier:visit", ({ kind }) => kind === "done" && follow({}));
  $session.subscribe((session) => {
    if (session) bring(import("./player"), (it) => it.startPlayer());
  });
}

/** Follows the address that is shown, where it says more than which page it is. */
function follow(secrets: ReturnType<Start["takeSecrets"]>) {
  if (location.search || Object.keys(secrets).length > 0)
    bring(import("./links/links"), (it) => it.followLink(secrets));
}
