// A guest's heart: whoever signs up or logs in for it has it set then (A8).

import { CLOSED_BY_VISIT, ID } from "../../../signals";
import { $session } from "../../session/session";
import { openPanel } from "../../ui/dialogs/panels";
import type { GameName } from "../api/games";
import { changeFavourite } from "../store/games";

let forget = () => {};

/** Asks the guest to sign up. Who closes that without signing in has wished for nothing; a further wish takes the place of this one. */
export function wish(game: GameName) {
  forget();
  const container = document.getElementById(ID.modal);
  const stop = $session.listen((session) => {
    if (!session) return;
    forget();
    void changeFavourite(game, true);
  });
  const closed = () => container instanceof HTMLDialogElement && container.returnValue !== CLOSED_BY_VISIT && forget();
  container?.addEventListener("close", closed);
  forget = () => {
    stop();
    container?.removeEventListener("close", closed);
    forget = () => {};
  };
  openPanel("signup");
}
