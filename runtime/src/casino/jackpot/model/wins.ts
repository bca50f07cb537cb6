// What a player has won in the lobby's jackpot is told once until it is claimed, when nothing else is open (rows 2.14-05, 3-31, A22).

import { openPanel } from "../../ui/dialogs/panels";
import { topDialog } from "../../ui/dialogs/top_dialog";
import { $jackpotPart } from "../store/lobby_jackpot";

/** Tells of wins from now on, by the panel `jackpot_win`. */
export function watchWins(): void {
  let told = 0;
  const tell = () => {
    const { data } = $jackpotPart.get();
    // What was claimed may be won once more.
    if (!data?.unclaimed) told = 0;
    else if (data.unclaimed !== told && !topDialog()) {
      told = data.unclaimed;
      openPanel("jackpot_win");
    }
  };
  $jackpotPart.subscribe(tell);
  // What is closed has yet to hear of it itself.
  document.addEventListener("close", () => setTimeout(tell), true);
}
