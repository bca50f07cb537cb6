// Changing an opt-in: the player is asked where money is at stake, and what the server has is shown, and nothing before (row 8-26).

import { useCallback, useState } from "react";
import type { Outcome } from "../../api/outcome";
import { useWords } from "../../content/messages";
import type { ServerData } from "../../stores/server_data";
import { waitForStore } from "../../stores/wait_for_store";
import { ask as confirmed } from "../../ui/dialogs/ask";
import { useAction } from "../../ui/use_action";

/** What a change is made with. */
export interface Change<T> {
  /** What the server has; asked for again by `change`. */
  readonly store: ServerData<T>;
  /** Asks the player first, where that is needed; false leaves everything as it is. */
  readonly ask?: ((on: boolean) => Promise<boolean>) | undefined;
  readonly change: (on: boolean) => Promise<Outcome<null>>;
}

/** Whether a change is on its way, and what begins one. */
export function useOptIn<T>({ store, ask, change }: Change<T>): readonly [boolean, (to: boolean) => Promise<void>] {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, start } = useAction("opt-in", async (to: boolean) => {
    if (ask) {
      setAsking(true);
      const isAgreed = await ask(to).finally(() => setAsking(false));
      if (!isAgreed) return;
    }
    await change(to);
    await waitForStore(store);
  });
  // The button does not look busy while the question is open.
  return [isBusy && !isAsking, start];
}

/** The question about the lobby's jackpot: money is at stake, so that it is said what it costs (rows 2.14-01 to 2.14-04). */
export function useJackpotQuestion(fallback: string): (on: boolean) => Promise<boolean> {
  const findWords = useWords(fallback);
  return useCallback(
    async (on) => {
      const { dialogues } = await findWords();
      return confirmed(on ? dialogues?.lobbyJackpotOptIn : dialogues?.lobbyJackpotOptOut);
    },
    [findWords],
  );
}
