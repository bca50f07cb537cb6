// The games lobby, which is in the HTML (rows 2.1-03, 9-29).

import { lazyComponent } from "../../ui/lazy_component";
import type { LobbyProps } from "../lobby/lobby";
// What the HTML shows has its looks with it; the code of it comes with the lobby.
import "../lobby/lobby.css";
import "../lobby/search_field.css";
import "../lobby/category_bar.css";
import "../rows/row.css";
import "../rows/rows.css";

const Lobby = lazyComponent(() => import("../lobby/lobby").then(({ Lobby }) => Lobby));

Island.prepare = Lobby.prepare;

/** The lobby; its props are what the HTML shows. */
export function Island(props: LobbyProps) {
  return <Lobby {...props} />;
}
