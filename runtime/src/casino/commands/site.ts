// Runs the commands of this document. The code of the runner loads with the first command, because most pages never send one.

import type { Outcome } from "../api/outcome";
import { $session } from "../session/session";
import type { Command } from "./command";

/**
 * Runs a command; see command.ts. If the runner fails to load, nothing was sent, and the outcome is `offline`. If another player has
 * signed in meanwhile, the outcome is `cancelled`: it must neither be shown to the next player nor start further steps.
 */
export async function command<Input, Value>(command: Command<Input, Value>): Promise<Outcome<Value>> {
  const loaded = await import("./command").catch(() => undefined);
  const outcome = loaded ? await loaded.runCommand(command) : ({ kind: "offline" } as const);
  const pid = $session.get()?.pid;
  const isOfOtherPlayer = typeof command.player === "number" && pid !== undefined && pid !== command.player;
  return isOfOtherPlayer ? { kind: "cancelled" } : outcome;
}
