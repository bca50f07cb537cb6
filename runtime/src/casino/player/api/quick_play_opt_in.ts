// Reads and changes the quick play opt-in, which lets links in emails log in without a password (row 7.2-01).

import type { CallOptions } from "../../api/client";
import { deletePlayerAccountsQuick, getPlayerAccountsQuick, postPlayerAccountsQuick } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { call } from "../../api/site";

/** Returns whether the player is opted in: `Count` is above 0. */
export async function loadQuickPlayOptIn(pid: number, options: CallOptions = {}): Promise<Outcome<boolean>> {
  return mapOk(await call(getPlayerAccountsQuick, { path: { pid } }, options), ({ Count }) => Number(Count) > 0);
}

/** Opts in or out. Opting out invalidates links in emails that were already sent. */
export async function setQuickPlayOptIn(pid: number, isIn: boolean, options: CallOptions): Promise<Outcome<null>> {
  const change = isIn ? postPlayerAccountsQuick : deletePlayerAccountsQuick;
  return mapOk(await call(change, { path: { pid } }, options), () => null);
}
