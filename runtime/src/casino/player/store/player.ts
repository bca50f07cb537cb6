// Stores of the player's balance and account data (rows 7.1-11, 7.1-12).

import { cleanName } from "../../api/clean";
import { mapOk } from "../../api/outcome";
import { $session, updateSession } from "../../session/session";
import { playerData, refresh, storesOfGroup } from "../../stores/server_data";
import { type Balance, loadBalance, loadUser, type User } from "../api/account";

/** The group of stores whose data a deposit, a redeem or a cancellation changes (rows 2.12-04, 4.4-09). */
export const MONEY = "money";

/** The balance. An unknown balance is not zero: `data` is missing (A27). */
export const $balance = playerData<Balance>("balance", loadBalance, { group: MONEY });

/** Reloads the stores of the group `MONEY`. */
export function refreshMoney(): void {
  refresh(...storesOfGroup(MONEY));
}

/** The account data, fresh for five minutes. Loading it also updates login and first name in the session. */
export const $user = playerData<User>(
  "user",
  async (pid) =>
    mapOk(await loadUser(pid), (user) => {
      if ($session.get()?.pid === pid) updateSession({ login: user.login, firstName: cleanName(user.firstName) });
      return user;
    }),
  { fresh_ms: 300_000 },
);
