// Follows links into the site: does what the address asks for, once, and takes that out of the address (A14).

import { CLOSED_BY_VISIT, ID, replaceEntry, send } from "../../signals";
import { config } from "../config/config";
import { FOR_GUESTS } from "../forms/for_guests";
import { $session } from "../session/session";
import { keepAffiliate } from "./affiliate";
import { clearLink, keepLink } from "./link";
import { readQuery } from "./query";

/** Whoever closes the container is done with what the link said; where another page closes it, that stays. */
const followContainer = () => {
  const container = document.getElementById(ID.modal);
  const watch = new MutationObserver(() => {
    if (!(container instanceof HTMLDialogElement) || container.open || container.returnValue === CLOSED_BY_VISIT)
      return;
    watch.disconnect();
    clearLink();
  });
  if (container) watch.observe(container, { attributeFilter: ["open"] });
};

/** Does what the address that is shown asks for. `secrets` are those that were taken out of it. */
export async function followLink(secrets: Readonly<Record<string, string>>) {
  const { search, pathname, hash } = location;
  const { redirect, partner, form, link, play, chat, rest } = readQuery(search, secrets);
  if (redirect) {
    const { redirect: begin } = await import("./redirect");
    // The URL names the partner's token now, which is captured as if the link had brought it.
    if (await begin(redirect)) return followLink(secrets);
  }
  if (partner) keepAffiliate(partner);
  // Whoever has gone on meanwhile reads something else.
  if (location.pathname !== pathname || location.search !== search) return;
  if (rest !== search) replaceEntry({}, pathname + rest + hash);
  // A player who follows a link to a form for guests gets none.
  const isForm = form !== undefined && !(FOR_GUESTS.includes(form) && $session.get());
  if (isForm) {
    keepLink(link, form);
    followContainer();
    send("croupier:open", { panel: form });
  }
  // One thing at a time: the form goes before the game (A14).
  if (play && !isForm) send("croupier:open", { panel: "game", about: play });
  // Without a chat of its own the site has a page for that, which would take the form's place.
  if (chat && !(isForm && config().chat.adapter === "none")) send("croupier:open", { panel: "chat" });
}
