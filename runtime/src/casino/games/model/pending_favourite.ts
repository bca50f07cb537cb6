// The pending favourite of a guest: it is set after the guest signs up or logs in (A8).

import { CLOSED_BY_VISIT, ID } from "../../../signals";
import { $session } from "../../session/session";
import { openPanel } from "../../ui/dialogs/open_panel";
import type { GameName } from "../api/games";
import { changeFavourite } from "../store/favourites";

let drop = () => {};

/** Opens the sign-up panel. Closing it without sign-in drops the pending favourite; a new pending favourite replaces this one. */
export function setPendingFavourite(game: GameName) {
  drop();
  const container = document.getElementById(ID.modal);
  const stop = $session.listen((session) => {
    if (!session) return;
    drop();
    void changeFavourite(game, true);
  });
  const onClose = () => container instanceof HTMLDialogElement && container.returnValue !== CLOSED_BY_VISIT && drop();
  container?.addEventListener("close", onClose);
  drop = () => {
    stop();
    container?.removeEventListener("close", onClose);
    drop = () => {};
  };
  openPanel("signup");
}
