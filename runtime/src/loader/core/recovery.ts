// Recovers when code of a page fails to load: one document load, which brings the current file names, and never a loop.

import { type FallbackPorts, loadKey } from "./fallback";

/** What recovery needs of the world. */
export interface RecoveryPorts extends FallbackPorts {
  /** Loads a document. */
  assign(to: string): void;
}

/** Result of a recovery. */
export type Recovered = "document_load" | "stays";

/** Makes the recovery: to be told, for every piece of code that did not come, the address that needs it (row 4.9-01, A90). */
export function createRecovery(ports: RecoveryPorts): (to: string) => Promise<Recovered> {
  return async (to) => {
    if (ports.isOfflineWithoutWorker() || ports.isBusy()) return "stays";
    const code = await ports.code();
    // Asked last, so that what holds a load back now does not use up the one that is allowed. Visits share the key.
    if (ports.isBusy() || !ports.onceInTab(loadKey(code, to))) return "stays";
    ports.assign(to);
    return "document_load";
  };
}

/**
 * Whether an error says that a module of the site did not come, in the words of any browser. `assets` is where the site's code
 * lies, as a whole address; a module of somebody else's, and one without an address, is none of ours.
 */
export function isFailedChunk(error: unknown, assets: string): boolean {
  const words = error instanceof Error ? error.message : String(error);
  return (
    /dynamically imported module|importing a module script|loading (css )?chunk|unable to preload css/i.test(words) &&
    words.includes(assets)
  );
}
