// The lobby is enhanced for guests and hydrated for players.

// The HTML needs these styles.
import "../ui/lobby.css";
import "../ui/search_field.css";
import "../ui/category_bar.css";
import "../rows/row.css";
import "../rows/rows.css";
import { enhanceForGuests } from "../../stores/enhance_for_guests";
import type { LobbyProps } from "../ui/lobby";

export const enhance = enhanceForGuests<LobbyProps>(() => import("./enhance_for_guests"));
