// Checks which players the lobby jackpot excludes (rows 6-10 to 6-12, A85). The server decides; this only hides the offer.

import type { User } from "../../player/api/account";
import type { BlockedClasses } from "./messages";

/** Returns whether a player is excluded. A player whose data is not loaded is excluded (row 3-32). */
export function isBlocked(
  user: Pick<User, "playerClass" | "hasDeposited"> | undefined,
  { always, without_deposit }: BlockedClasses,
): boolean {
  if (!user || always.includes(user.playerClass)) return true;
  return !user.hasDeposited && without_deposit.includes(user.playerClass);
}
