// The store and command of the quick play opt-in (rows 3-33, 7.2-01).

import type { Outcome } from "../../api/outcome";
import { command } from "../../commands/site";
import { $session } from "../../session/session";
import { followOtherTabs } from "../../stores/other_tabs";
import { logFailure, playerData, refresh } from "../../stores/server_data";
import { loadQuickPlayOptIn, setQuickPlayOptIn } from "../api/quick_play_opt_in";

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
