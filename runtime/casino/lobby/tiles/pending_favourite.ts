// The pending favourite of a guest, which is set after the guest signs up or logs in (A8). It is a chunk of its own, because few guests press
// the heart.

import { onModalClosed } from "@croupier/loader/modal";
import type { GameName } from "../../games/games";
import { changeFavourite } from "../../games/player_games";
import { $session } from "../../session/session";
import { openPanel } from "../../stores/location";

let drop = () => {};

/** Opens the sign-up panel. Closing it without sign-in drops the pending favourite; a new pending favourite replaces this one. */
export function setPendingFavourite(game: GameName) {
  drop();

  const stopListening = $session.listen((session) => {
    if (!session) return;
    drop();
    void changeFavourite(game, true);
  });

  const stopWatching = onModalClosed((byVisit) => {
    if (!byVisit) drop();
  });

  drop = () => {
    stopListening();
    stopWatching();
    drop = () => {};
  };

  openPanel("signup");
}
