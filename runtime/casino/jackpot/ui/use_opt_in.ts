// A hook that changes an opt-in. The player confirms if money is at stake, and only the server state is shown (row 8-26).

import { useAction } from "@croupier/loader/use-action";
import { useCallback, useState } from "react";
import type { Outcome } from "../../api/outcome";
import { useTexts } from "../../content/messages";
import type { User } from "../../player/player";
import type { ServerData } from "../../stores/server_data";
import { waitForStore } from "../../stores/wait_for_store";
import { requestConfirmation } from "../../ui/open";
import type { BlockedClasses } from "./for_players";

/** The parameters of a change. */
export interface OptInOptions<T> {
  /** The server state; `change` loads it again. */
  readonly store: ServerData<T>;
  /** Asks the player for confirmation; false cancels the change. */
  readonly ask?: ((on: boolean) => Promise<boolean>) | undefined;
  readonly change: (on: boolean) => Promise<Outcome<null>>;
}

/** Returns whether a change is pending, and a function that starts one. */
export function useOptIn<T>({
  store,
  ask,
  change,
}: OptInOptions<T>): readonly [boolean, (to: boolean) => Promise<void>] {
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

  // The button is not busy while the confirmation is open.
  return [isBusy && !isAsking, start];
}

/** Returns the confirmation for the lobby jackpot, which states the cost because money is at stake (rows 2.14-01 to 2.14-04). */
export function useJackpotQuestion(): (on: boolean) => Promise<boolean> {
  const { load } = useTexts();
  return useCallback(
    async (on) => {
      const { dialogues } = await load();
      return requestConfirmation(on ? dialogues?.lobbyJackpotOptIn : dialogues?.lobbyJackpotOptOut);
    },
    [load],
  );
}

/** Opts in to or out of the lobby jackpot. The code of the command loads at the first change. */
export async function changeJackpotPart(isIn: boolean): Promise<Outcome<null>> {
  return (await import("../store/jackpot_commands")).changeJackpotPart(isIn);
}

/** Returns whether a player is excluded. A player whose data is not loaded is excluded (row 3-32). */
export function isBlocked(
  user: Pick<User, "playerClass" | "hasDeposited"> | undefined,
  { always, without_deposit }: BlockedClasses,
): boolean {
  if (!user || always.includes(user.playerClass)) return true;
  return !user.hasDeposited && without_deposit.includes(user.playerClass);
}
