// Reports a player's jackpot prize once until it is collected, when no other dialog is open (rows 2.14-05, 3-31, A22).

import { openPanel } from "../../ui/dialogs/open_panel";
import { topDialog } from "../../ui/dialogs/top_dialog";
import { $jackpotPart } from "../store/lobby_jackpot";

/** Starts to report wins with the panel `jackpot_win`. */
export function watchWins(): void {
  let reportedPrize = 0;
  const reportWin = () => {
    const { data } = $jackpotPart.get();
    // After a prize is collected, the player can win again.
    if (!data?.unclaimed) reportedPrize = 0;
    else if (data.unclaimed !== reportedPrize && !topDialog()) {
      reportedPrize = data.unclaimed;
      openPanel("jackpot_win");
    }
  };
  $jackpotPart.subscribe(reportWin);
  // The close handlers of the dialog must run first.
  document.addEventListener("close", () => setTimeout(reportWin), true);
}
