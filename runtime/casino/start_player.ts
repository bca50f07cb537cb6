// Starts the code for signed-in players: the rewards socket, the watch for wins, and the chat hash. Guests never load this chunk.

import { load } from "./api/client";
import { postIntercomValidate } from "./api/contract/calls";
import { config, path } from "./config/config";
import { startRewards } from "./daily_reward/store/rewards";
import { $jackpotPart } from "./jackpot/store/jackpot_part";
import { $reward } from "./player/player";
import type { Session } from "./session/session";
import { openPanel, topDialog } from "./stores/location";

let isStarted = false;

/** Starts the code; calls after the first do nothing. */
export function startPlayer(): void {
  if (isStarted) return;
  isStarted = true;

  startRewards();
  watchWins();

  // The chunk loads with a reward; after a failed load, the next reward loads it again.
  $reward.subscribe((reward) => {
    if (!reward) return;
    import("./daily_reward/model/offers").then(
      (module) => module.startOffers(),
      () => undefined,
    );
  });
}

/** Returns the hash; `undefined` if the site has no such service or the request fails. */
export async function loadChatHash({ pid }: Session): Promise<string | undefined> {
  const { api, client } = config();
  if (!api.chat_identity_url) return undefined;
  const body = { identifier: String(pid), casinoID: client.casino_id };
  const response = await load(postIntercomValidate, path(api.chat_identity_url), { body });
  return response.kind === "ok" ? response.value.userHash : undefined;
}

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
