// What only signed-in players need: the rewards socket, what they won, and what the chat knows them by. A chunk that guests never load.

import { watchWins } from "./opt_ins/wins";
import { $reward } from "./stores/reward";
import { startRewards } from "./stores/rewards";

export { loadChatHash } from "./api/chat";

let isStarted = false;

/** Begins; calls after the first do nothing. */
export function startPlayer(): void {
  if (isStarted) return;
  isStarted = true;
  startRewards();
  watchWins();
  // Its code comes with a reward, and is asked for again with the next one.
  $reward.subscribe(
    (reward) =>
      reward &&
      void import("./daily/offers").then(
        (it) => it.startOffers(),
        () => undefined,
      ),
  );
}
