// Whether links of a player's e-mails may log in without a password: quick play's opt-in (row 7.2-01).

import type { CallOptions } from "../../api/client";
import { deletePlayerAccountsQuick, getPlayerAccountsQuick, postPlayerAccountsQuick } from "../../api/contract/calls";
import { map, type Outcome } from "../../api/outcome";
import { call } from "../../api/site";

/** Whether the player is opted in: Count is above 0. */
export async function loadQuickPlayOptIn(pid: number, options: CallOptions = {}): Promise<Outcome<boolean>> {
  return map(await call(getPlayerAccountsQuick, { path: { pid } }, options), ({ Count }) => Number(Count) > 0);
}

/** Opts in or out; opting out makes links that were mailed worthless. */
export async function setQuickPlayOptIn(pid: number, isIn: boolean, options: CallOptions): Promise<Outcome<null>> {
  const change = isIn ? postPlayerAccountsQuick : deletePlayerAccountsQuick;
  return map(await call(change, { path: { pid } }, options), () => null);
}
