// Starts the code for signed-in players: the rewards socket, the watch for wins, and the chat hash. Guests never load this chunk.

import { $reward } from "./daily_reward/store/reward";
import { startRewards } from "./daily_reward/store/rewards";
import { watchWins } from "./jackpot/model/wins";

export { loadChatHash } from "./player/api/chat_hash";

let isStarted = false;

/** Starts the code; calls after the first do nothing. */
export function startPlayer(): void {
  if (isStarted) return;
  isStarted = true;
  startRewards();
  watchWins();
  // The chunk loads with a reward; after a failed load, the next reward loads it again.
  $reward.subscribe(
    (reward) =>
      reward &&
      void import("./daily_reward/model/offers").then(
        (module) => module.startOffers(),
        () => undefined,
      ),
  );
}
