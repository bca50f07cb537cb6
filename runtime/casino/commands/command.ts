// Runs actions that change something of value: redeems, cancellations, prizes, opt-ins, deposits and sign-ups.  A player runs at
// most one command of a name at a time, across all tabs. Equal commands share one run. Different commands are not queued: they
// get the outcome `busy`. If the response is lost, `confirm` queries the server for the result. If that fails too, the outcome is
// `unknown`. A command takes at most 15 s in total.

import { type Deadline, startDeadline } from "../api/clock";
import type { Failure, Outcome } from "../api/outcome";
import { ownKey } from "../config/config";
import { createUuid } from "../services/reporting/scrub";
import type { Command } from "./site";

/** The browser APIs that commands use. */
export interface CommandPorts {
  /** Runs a task while this tab holds the lock. Returns `undefined` immediately if another tab holds it. */
  withLock<T>(name: string, task: () => Promise<T>): Promise<T | undefined>;
  isOnline(): boolean;
  now(): number;
  /** Creates an idempotency key. */
  createKey(): string;
  /** Keys of commands of players. They survive a reload of the page, because the server may still execute a command then. */
  readonly storage: Pick<Storage, "getItem" | "setItem"> | undefined;
  storageKey(): string;
}

/** Time limit of a command, in milliseconds. */
export const TOTAL_MS = 15_000;
/** Time limit for sending a command that has `confirm`, in milliseconds. The rest is for `confirm`. */
const SEND_MS = 11_000;
/** Maximum age of a key that is reused after an unknown outcome, in milliseconds. */
const KEY_AGE_MS = 300_000;

/** Creates the function that runs commands. `runCommand` is the only one of the site. */
export function createCommands(ports: CommandPorts) {
  const running = new Map<string, { readonly input: string; readonly outcome: Promise<Outcome<unknown>> }>();
  const keys = createKeys(ports);

  async function sendAndConfirm<Input, Value>(
    command: Command<Input, Value>,
    name: string,
    input: string,
  ): Promise<Outcome<Value>> {
    // Nothing was sent, so the outcome is certain.
    if (!ports.isOnline()) return { kind: "offline" };

    const total = startDeadline(TOTAL_MS);
    const sending = command.confirm ? startDeadline(SEND_MS) : total;

    try {
      const idempotencyKey = keys.keyOf(command, name, input);
      const outcome = await command.send(command.input, { deadline: sending, idempotencyKey });
      const isUnclear = outcome.kind !== "ok" && isLost(outcome) && !command.isHarmless;
      const result = isUnclear ? await confirmLost(command, outcome, total) : outcome;
      if (result.kind !== "unknown") keys.forget(name, result.kind === "ok" ? undefined : input);
      return result;
    } finally {
      sending.stop();
      total.stop();
    }
  }

  /** Runs a command, or joins the equal one that is running. */
  return function runCommand<Input, Value>(command: Command<Input, Value>): Promise<Outcome<Value>> {
    const name = `${command.name} ${command.player}`;
    const input = JSON.stringify(command.input);

    const current = running.get(name);
    if (current)
      return current.input === input ? (current.outcome as Promise<Outcome<Value>>) : Promise.resolve({ kind: "busy" });

    const outcome = ports
      .withLock(`croupier ${name}`, () => sendAndConfirm(command, name, input))
      .then((result): Outcome<Value> => result ?? { kind: "busy" })
      .finally(() => running.delete(name));
    running.set(name, { input, outcome });
    return outcome;
  };
}

/** The key of a command whose outcome is not known yet. */
interface StoredKey {
  /** The command and its player. */
  readonly name: string;
  readonly input: string;
  readonly key: string;
  readonly created_ms: number;
}

/** Returns whether a stored value is a key. Another version of this code, or a user, may have stored other values. */
function isStoredKey(value: Partial<Record<keyof StoredKey, unknown>> | null): value is StoredKey {
  const isNamed = typeof value?.name === "string" && typeof value.input === "string";
  return isNamed && typeof value.key === "string" && typeof value.created_ms === "number";
}

/** Holds the keys of commands until their outcomes are known. */
function createKeys({ now, createKey, storage, storageKey }: Omit<CommandPorts, "withLock" | "isOnline">) {
  let keys = readStored();
  /** Keys that stay in memory, because the input of a visitor contains a password. */
  const ofVisitors = new Set<StoredKey>();

  function readStored(): readonly StoredKey[] {
    try {
      const value: unknown = JSON.parse(storage?.getItem(storageKey()) ?? "[]");
      return Array.isArray(value) ? value.filter(isStoredKey) : [];
    } catch {
      // Without readable records there are no earlier keys.
      return [];
    }
  }

  function update(next: readonly StoredKey[]) {
    keys = next;
    try {
      storage?.setItem(storageKey(), JSON.stringify(keys.filter((key) => !ofVisitors.has(key))));
    } catch {
      // Without storage, the keys last as long as the document.
    }
  }

  return {
    /** Returns the key of the previous run if its outcome is unknown, otherwise a new key. */
    keyOf({ player }: Pick<Command<unknown, unknown>, "player">, name: string, input: string): string {
      const recent = keys.filter(({ created_ms }) => Math.abs(now() - created_ms) < KEY_AGE_MS);
      const previous = recent.find((stored) => stored.name === name && stored.input === input);
      if (previous) return previous.key;

      const added = { name, input, key: createKey(), created_ms: now() };
      if (typeof player === "string") ofVisitors.add(added);
      update([...recent, added]);
      return added.key;
    },

    /**
     * Removes the key of a run with a known outcome. Without `input`, removes the keys of all inputs: the run took effect, so an
     * earlier run would be a new change. For example, an opt-in after an opt-out must not get the response of the first opt-in.
     */
    forget(name: string, input?: string): void {
      update(keys.filter((stored) => stored.name !== name || (input !== undefined && stored.input !== input)));
    },
  };
}

/** Returns whether the command may have taken effect: the response is missing, malformed, a server error or a conflict (409). */
function isLost(outcome: Failure): boolean {
  if (outcome.kind === "refused") return outcome.status === 409 || outcome.status >= 500;
  return outcome.kind === "offline" || outcome.kind === "timed_out" || outcome.kind === "malformed";
}

/** Confirms a command whose response was lost, and returns its outcome. */
async function confirmLost<Input, Value>(
  { input, confirm }: Command<Input, Value>,
  outcome: Failure,
  deadline: Deadline,
): Promise<Outcome<Value>> {
  // A conflict is a known outcome, although an earlier try may be its cause.
  const unclear: Outcome<Value> = outcome.kind === "refused" && outcome.status < 500 ? outcome : { kind: "unknown" };
  if (!confirm) return unclear;

  const confirmed = await confirm(input, { deadline });
  if (confirmed.kind !== "ok") return unclear;
  if (confirmed.value !== undefined) return { kind: "ok", value: confirmed.value };
  // The server may still process a request that timed out.
  return outcome.kind === "timed_out" ? unclear : outcome;
}

/** Runs a command in this document. */
export const runCommand = createCommands({
  // Web Locks are missing on insecure origins and outside of browsers: there only this tab is protected.
  withLock: (name, task) =>
    globalThis.navigator?.locks
      ? navigator.locks.request(ownKey(name), { ifAvailable: true }, (lock) => (lock ? task() : undefined))
      : task(),
  isOnline: () => globalThis.navigator?.onLine !== false,
  now: Date.now,
  createKey: createUuid,
  storage: tabStorage(),
  storageKey: () => ownKey("command keys"),
});

function tabStorage() {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
