// Runs the actions in the URL once, and removes them from the URL (A14).

import { replaceEntry, send } from "@croupier/loader";
import { onModalClosed } from "@croupier/loader/modal";
import { config } from "../config/config";
import { $session } from "../session/session";
import { FOR_GUESTS } from "../session_policy/navigation";
import { clearLink, keepAffiliate, keepLink } from "./link";
import { readQuery } from "./query";

/** Runs the actions of the current URL. `secrets` are the parameters that were removed from it. */
export async function followLink(secrets: Readonly<Record<string, string>>) {
  const { search, pathname, hash } = location;
  const { redirect, partner, form, link, play, chat, rest } = readQuery(search, secrets);

  if (redirect) {
    const { redirect: redirectToPartner } = await import("./redirect");
    // The URL names the partner's token now, which is captured as if the link had brought it.
    if (await redirectToPartner(redirect)) return followLink(secrets);
  }
  if (partner) keepAffiliate(partner);

  // The user may have left the page in the meantime; that page has its own query.
  if (location.pathname !== pathname || location.search !== search) return;
  if (rest !== search) replaceEntry({}, pathname + rest + hash);

  // Signed-in players do not get the forms for guests.
  const isForm = form !== undefined && !(FOR_GUESTS.includes(form) && $session.get());
  if (isForm) {
    keepLink(link, form);
    // The link stays if a visit closes the form.
    const stopWatching = onModalClosed((byVisit) => {
      if (byVisit) return;
      stopWatching();
      clearLink();
    });

    send("croupier:open", { view: form });
  }

  // Only one opens: the form takes precedence over the game (A14).
  if (play && !isForm) send("croupier:open", { view: "game", about: play });
  // Without a chat service the site has a chat page, which would replace the form.
  if (chat && !(isForm && config().chat.adapter === "none")) send("croupier:open", { view: "chat" });
}
