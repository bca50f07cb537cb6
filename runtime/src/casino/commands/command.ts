// Runs actions that change something of value: redeems, cancellations, prizes, opt-ins, deposits and sign-ups.
//
// A command runs once at a time for a player, in all tabs. Equal commands share one run; a different one is refused with `busy` and is
// not queued. Where the answer is lost, `confirm` reads back whether the server did it; where that cannot be found out either, the
// outcome is `unknown`. Everything together takes at most 15 s.

import { type Deadline, startDeadline } from "../api/deadline";
import type { Failure, Outcome } from "../api/outcome";

/** What the requests of a command are sent with. */
export interface SendOptions {
  readonly deadline: Deadline;
  /** The same for each try of one command, until its outcome is known. */
  readonly idempotencyKey: string;
}

/** An action, as a value. */
export interface Command<Input, Value> {
  /** The thing that commands compete for: `coupon`, `jackpot prize`. */
  readonly name: string;
  /** Number of the player, or the e-mail address of an applicant. */
  readonly player: number | string;
  /** What is sent. Commands with equal inputs are equal; it must be representable as JSON. */
  readonly input: Input;
  readonly send: (input: Input, options: SendOptions) => Promise<Outcome<Value>>;
  /** Reads back whether it was done: its value if it was, `undefined` if it was not. */
  readonly confirm?: (input: Input, options: Pick<SendOptions, "deadline">) => Promise<Outcome<Value | undefined>>;
}

/** What commands need from the browser. */
export interface CommandPorts {
  /** Runs work while this tab holds a lock; `undefined` at once where another tab holds it. */
  withLock<T>(name: string, task: () => Promise<T>): Promise<T | undefined>;
  isOnline(): boolean;
  now(): number;
  key(): string;
}

/** Time from the press to the outcome, and the part of it that is for sending, in milliseconds. */
export const TOTAL_MS = 15_000;
const SEND_MS = 11_000;
/** How long a key is used again after an unknown outcome, in milliseconds. */
const KEY_AGE_MS = 300_000;

/** Creates the function that runs commands; `site.ts` of this folder creates the site's only one. */
export function createCommands(ports: CommandPorts) {
  const running = new Map<string, { readonly input: string; readonly outcome: Promise<Outcome<unknown>> }>();
  const keys = new Map<string, { readonly key: string; readonly created_ms: number }>();

  /** The key of a command whose last outcome is unknown, or a new one. */
  function keyOf(id: string): string {
    const previous = keys.get(id);
    if (previous && ports.now() - previous.created_ms < KEY_AGE_MS) return previous.key;
    const key = ports.key();
    keys.set(id, { key, created_ms: ports.now() });
    return key;
  }

  async function sendAndConfirm<Input, Value>(command: Command<Input, Value>, id: string): Promise<Outcome<Value>> {
    // A request that cannot be sent cannot be lost.
    if (!ports.isOnline()) return { kind: "offline" };
    const total = startDeadline(TOTAL_MS);
    const sending = command.confirm ? startDeadline(SEND_MS) : total;
    try {
      const idempotencyKey = keyOf(id);
      const outcome = await command.send(command.input, { deadline: sending, idempotencyKey });
      const result = outcome.kind !== "ok" && isLost(outcome) ? await readBack(command, outcome, total) : outcome;
      if (result.kind !== "unknown") keys.delete(id);
      return result;
    } finally {
      sending.stop();
      total.stop();
    }
  }

  /** Runs a command. */
  return function runCommand<Input, Value>(command: Command<Input, Value>): Promise<Outcome<Value>> {
    const name = `${command.name} ${command.player}`;
    const input = JSON.stringify(command.input);
    const now = running.get(name);
    if (now) return now.input === input ? (now.outcome as Promise<Outcome<Value>>) : Promise.resolve({ kind: "busy" });
    const outcome = ports
      .withLock(`croupier ${name}`, () => sendAndConfirm(command, `${name} ${input}`))
      .then((result): Outcome<Value> => result ?? { kind: "busy" })
      .finally(() => running.delete(name));
    running.set(name, { input, outcome });
    return outcome;
  };
}

/** Whether the server may have done it all the same: the answer did not arrive, or it says that it was done before (409). */
function isLost(outcome: Failure): boolean {
  if (outcome.kind === "refused") return outcome.status === 409 || outcome.status >= 500;
  return outcome.kind === "offline" || outcome.kind === "timed_out" || outcome.kind === "malformed";
}

async function readBack<Input, Value>(
  { input, confirm }: Command<Input, Value>,
  outcome: Failure,
  deadline: Deadline,
): Promise<Outcome<Value>> {
  // A refusal is an answer; only its reason may be that it was done before.
  const unclear: Outcome<Value> = outcome.kind === "refused" && outcome.status < 500 ? outcome : { kind: "unknown" };
  if (!confirm) return unclear;
  const confirmed = await confirm(input, { deadline });
  if (confirmed.kind !== "ok") return unclear;
  if (confirmed.value !== undefined) return { kind: "ok", value: confirmed.value };
  // A request that timed out may still be under way.
  return outcome.kind === "timed_out" ? unclear : outcome;
}
