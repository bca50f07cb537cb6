// Entry point of the casino's own code on every page. It starts the sign-in and sign-out policy, the services that site.toml enables, link
// actions, and the code for players.

import { listen, type Start } from "@croupier/loader";
import { asksForPrivacy, config } from "./config/config";
import { $session } from "./session/session";
import { followSignOut, keepPlayersFromHome } from "./session_policy/follow_session";

/** Runs `callback` when code is loaded. A chunk that cannot be loaded is reported by the loader. */
const withCode = <T>(code: Promise<T>, callback: (module: T) => void) => void code.then(callback, () => undefined);

/** Starts; called once, by the loader. Code of a service that is switched off is not loaded (A3). */
export function start(site: Start): void {
  const { reporting, tracking, chat, seal } = config();

  keepPlayersFromHome();
  followSignOut();

  if (reporting.adapter !== "none")
    withCode(import("./services/reporting/reporting"), (module) => module.startReports(site));
  if (tracking.adapter !== "none" && !asksForPrivacy())
    withCode(import("./services/tracking/tracking"), (module) => module.startTracking());
  if (chat.adapter !== "none")
    withCode(import("./services/chat/chat"), (module) =>
      module.startChat(async (session) => (await import("./start_player")).loadChatHash(session)),
    );
  if (seal.adapter !== "none") withCode(import("./services/seal"), (module) => module.startSeal());

  if (import.meta.env.LANGUAGES) withCode(import("./navigation/language_offer"), (module) => module.offerLanguages());

  followUrl(site.takeSecrets());
  listen("croupier:visit", ({ kind }) => {
    if (kind === "done") followUrl({});
  });

  $session.subscribe((session) => {
    if (session) withCode(import("./start_player"), (module) => module.startPlayer());
  });
}

/** Runs the actions of the URL if it has parameters. */
function followUrl(secrets: ReturnType<Start["takeSecrets"]>) {
  if (location.search || Object.keys(secrets).length > 0)
    withCode(import("./links/links"), (module) => module.followLink(secrets));
}
