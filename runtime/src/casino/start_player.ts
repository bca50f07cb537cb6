// What only signed-in players need: the rewards socket, what they won, and what the chat knows them by. A chunk that guests never load.

import { $reward } from "./daily_reward/store/reward";
import { startRewards } from "./daily_reward/store/rewards";
import { watchWins } from "./jackpot/model/wins";

export { loadChatHash } from "./player/api/chat_hash";

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
      void import("./daily_reward/model/offers").then(
        (it) => it.startOffers(),
        () => undefined,
      ),
  );
}
