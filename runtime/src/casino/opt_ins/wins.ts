// What a player has won in the lobby's jackpot is told once until it is claimed, when nothing else is open (rows 2.14-05, 3-31, A22).

import { $jackpotPart } from "../stores/lobby_jackpot";
import { openPanel } from "../ui/layers";
import { topDialog } from "../ui/top_dialog";

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
