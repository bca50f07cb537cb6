// What happens when code that a page needs does not come: one document load, which brings the names of today's files, and never a loop.

import { loadKey } from "./visit";

/** What recovery needs of the world. */
export interface RecoveryPorts {
  /** Remembers a key for the life of the tab, and says whether it was remembered already. */
  once(key: string): boolean;
  /** The hash of the code that this tab runs; asks for it when it is not known yet. */
  code(): Promise<string>;
  /** Whether there is a network at all: a document load without one would lose the page that is shown. */
  online(): boolean;
  /** Whether the player is in the middle of something that a document load would end. */
  occupied(): boolean;
  /** Loads a document. */
  assign(to: string): void;
}

/** What was done about code that did not come. */
export type Recovered = "loads_document" | "stays";

/** Makes the recovery: to be told, for every piece of code that did not come, the address that needs it (row 4.9-01, A90). */
export function createRecovery(ports: RecoveryPorts): (to: string) => Promise<Recovered> {
  return async (to) => {
    if (!ports.online() || ports.occupied()) return "stays";
    const code = await ports.code();
    // Asked last, so that what holds a load back now does not use up the one that is allowed. Visits share the key.
    if (ports.occupied() || ports.once(loadKey(code, to))) return "stays";
    ports.assign(to);
    return "loads_document";
  };
}

/** Whether an error says that a module did not come, in the words of any browser. */
export function isLostCode(error: unknown): boolean {
  const words = error instanceof Error ? error.message : String(error);
  return /dynamically imported module|importing a module script failed|loading (css )?chunk|unable to preload css/i.test(
    words,
  );
}
