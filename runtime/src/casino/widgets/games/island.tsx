// The games lobby, which is in the HTML (rows 2.1-03, 9-29).

import type { ComponentType } from "react";
import type { LobbyProps } from "../../lobby/lobby";
// What the HTML shows has its looks with it; the code of it comes with the lobby.
import "../../lobby/lobby.css";
import "../../lobby/search_field.css";
import "../../lobby/kinds.css";
import "../../lobby/row.css";
import "../../lobby/rows.css";

/** The lobby's code: there before the first drawing, since the HTML shows it already. */
let Lobby: ComponentType<LobbyProps> | undefined;

Island.prepare = async () => {
  Lobby = (await import("../../lobby/lobby")).Lobby;
};

/** The lobby; its props are what the HTML shows. */
export function Island(props: LobbyProps) {
  return Lobby ? <Lobby {...props} /> : null;
}
