// The player's own data: who they are and what they have to play with (rows 7.1-11, 7.1-12).

import { cleanName } from "../../api/clean";
import { map } from "../../api/outcome";
import { $session, updateSession } from "../../session/session";
import { playerData } from "../../stores/server_data";
import { type Balance, loadBalance, loadUser, type User } from "../api/account";

/** The balance. Unknown is not zero: without `data` nothing is known (A27). */
export const $balance = playerData<Balance>("balance", loadBalance);

/** Who the player is, good for five minutes; the session keeps the name for greetings. */
export const $user = playerData<User>(
  "user",
  async (pid) =>
    map(await loadUser(pid), (user) => {
      if ($session.get()?.pid === pid) updateSession({ login: user.login, firstName: cleanName(user.firstName) });
      return user;
    }),
  { fresh_ms: 300_000 },
);
