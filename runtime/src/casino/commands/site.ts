// Runs the commands of this document. The code of the runner loads with the first command, because most pages never send one.

import type { Outcome } from "../api/outcome";
import type { Command } from "./command";

/** Runs a command; see command.ts. If the runner fails to load, nothing was sent, and the outcome is `offline`. */
export async function command<Input, Value>(command: Command<Input, Value>): Promise<Outcome<Value>> {
  const loaded = await import("./runner").catch(() => undefined);
  return loaded ? loaded.runCommand(command) : { kind: "offline" };
}
