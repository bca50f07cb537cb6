// The lobby jackpot is enhanced for guests and hydrated for players.

import { enhanceForGuests } from "../../stores/enhance_for_guests";
import type { JackpotLineProps } from "../ui/for_players";
// The HTML needs these styles.
import "../ui/jackpot_line.css";
import "../../ui/tooltip/tooltip.css";

export const enhance = enhanceForGuests<JackpotLineProps>(() => import("./enhance_for_guests"));
