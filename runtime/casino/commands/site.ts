// The commands of this document. The code of the runner loads with the first command, because most pages never send one.

import type { Deadline } from "../api/clock";
import type { Outcome } from "../api/outcome";
import { $session } from "../session/session";

/** Options for the requests of a command. */
export interface SendOptions {
  readonly deadline: Deadline;
  /** Identifies the command: retries send the same key until the outcome is known. */
  readonly idempotencyKey: string;
}

/** An action that changes something of value. */
export interface Command<Input, Value> {
  /** The resource that the command locks, for example `coupon` or `jackpot prize`. */
  readonly name: string;
  /** The player's id, or the e-mail address at sign-up. */
  readonly player: number | string;
  /** The input of `send`, which must be serializable as JSON. Commands with equal inputs are equal. */
  readonly input: Input;
  readonly send: (input: Input, options: SendOptions) => Promise<Outcome<Value>>;
  /** Whether it only asks for something, so that a lost response is an ordinary failure. */
  readonly isHarmless?: boolean;
  /** Queries the server for the result: the value if the command took effect, otherwise `undefined`. */
  readonly confirm?: (input: Input, options: Pick<SendOptions, "deadline">) => Promise<Outcome<Value | undefined>>;
}

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
