// The lobby is enhanced for guests and hydrated for players.

import { enhanceForGuests } from "../../stores/enhance_for_guests";
import type { LobbyProps } from "../lobby/lobby";
// The HTML needs these styles.
import "../lobby/lobby.css";
import "../lobby/search_field.css";
import "../lobby/category_bar.css";
import "../rows/row.css";
import "../rows/rows.css";

export const enhance = enhanceForGuests<LobbyProps>(() => import("./enhance_for_guests"));
