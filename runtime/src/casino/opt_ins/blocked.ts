// Whom the lobby's jackpot is closed to (rows 6-10 to 6-12, A85). The server has the last word (row 3-45).

import type { User } from "../api/account";

const WITHOUT_DEPOSIT: readonly string[] = [
  "Banned",
  "Bronze No2",
  "Coupon",
  "Deactivated",
  "Review - Options blocked",
  "Test Class",
];
const ALWAYS = "Unverified / Non Dep";

/** Whether a player may not take part; who is not known yet may not (row 3-32). */
export function isBlocked(user: Pick<User, "playerClass" | "hasDeposited"> | undefined): boolean {
  if (!user || user.playerClass === ALWAYS) return true;
  return !user.hasDeposited && WITHOUT_DEPOSIT.includes(user.playerClass);
}
