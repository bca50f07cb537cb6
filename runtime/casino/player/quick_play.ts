// The quick play opt-in, which lets links in emails log in without a password: its API calls, store and command (rows 3-33,
// 7.2-01).

import { type CallOptions, call } from "../api/client";
import { deletePlayerAccountsQuick, getPlayerAccountsQuick, postPlayerAccountsQuick } from "../api/contract/calls";
import { mapOk, type Outcome } from "../api/outcome";
import { command } from "../commands/site";
import { $session } from "../session/session";
import { followOtherTabs, logFailure, playerData, refresh } from "../stores/server_data";

/** Returns whether the player is opted in: `Count` is above 0. */
async function loadQuickPlayOptIn(pid: number, options: CallOptions = {}): Promise<Outcome<boolean>> {
  return mapOk(await call(getPlayerAccountsQuick, { path: { pid } }, options), ({ Count }) => Number(Count) > 0);
}

/** Opts in or out. Opting out invalidates links in emails that were already sent. */
async function setQuickPlayOptIn(pid: number, isIn: boolean, options: CallOptions): Promise<Outcome<null>> {
  const change = isIn ? postPlayerAccountsQuick : deletePlayerAccountsQuick;
  return mapOk(await call(change, { path: { pid } }, options), () => null);
}

/** Whether links in emails may log the player in. */
export const $quickPlay = playerData<boolean>("quick play", (pid) => loadQuickPlayOptIn(pid));
const tellOtherTabs = followOtherTabs("quick play", $quickPlay);

/** Opts in or out. A failure is only logged (row 8-26). The value is reloaded from the server either way. */
export async function changeQuickPlay(isIn: boolean): Promise<Outcome<null>> {
  const pid = $session.get()?.pid;
  if (pid === undefined) return { kind: "unauthorised" };

  const outcome = await command<boolean, null>({
    name: "quick play",
    player: pid,
    input: isIn,
    send: (_, options) => setQuickPlayOptIn(pid, isIn, options),
    async confirm(_, options) {
      const now = await loadQuickPlayOptIn(pid, options);
      return now.kind === "ok" ? { kind: "ok", value: now.value === isIn ? null : undefined } : now;
    },
  });

  if (outcome.kind === "ok") tellOtherTabs();
  else logFailure("quick play", outcome);
  refresh($quickPlay);
  return outcome;
}
