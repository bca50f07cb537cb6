// The island of the games lobby, which is part of the HTML (rows 2.1-03, 9-29).

import { lazyComponent } from "../../ui/lazy_component";
import type { LobbyProps } from "../lobby/lobby";
// The styles of the HTML load with the page; the code is in the lobby's chunk.
import "../lobby/lobby.css";
import "../lobby/search_field.css";
import "../lobby/category_bar.css";
import "../rows/row.css";
import "../rows/rows.css";

const Lobby = lazyComponent(() => import("../lobby/lobby").then(({ Lobby }) => Lobby));

Island.prepare = Lobby.prepare;

/** Renders the lobby. Its props match the HTML. */
export function Island(props: LobbyProps) {
  return <Lobby {...props} />;
}
