// Recovers from code that fails to load. One document load fetches the current file names, and a stored key prevents loops.

import { type FallbackPorts, loadKey } from "./fallback";

/** Dependencies of recovery. */
export interface RecoveryPorts extends FallbackPorts {
  /** Loads a document. */
  assign(to: string): void;
}

/** Result of a recovery. */
export type RecoveryResult = "document_load" | "stays";

/** Creates the recovery. Call it for each chunk that fails to load, with the URL that needs the chunk (row 4.9-01, A90). */
export function createRecovery(ports: RecoveryPorts): (to: string) => Promise<RecoveryResult> {
  return async (to) => {
    if (ports.isOfflineWithoutWorker() || ports.isBusy()) return "stays";
    const code = await ports.code();
    // The key is written last, so that a load which is held back does not use up the only one. Visits share the key.
    if (ports.isBusy() || !ports.onceInTab(loadKey(code, to))) return "stays";
    ports.assign(to);
    return "document_load";
  };
}

/**
 * Returns whether an error reports that a module of the site failed to load, in the message format of any browser. `assets` is the
 * absolute URL of the site's code. Modules of other origins and messages without a URL do not count.
 */
export function isFailedChunk(error: unknown, assets: string): boolean {
  const message = error instanceof Error ? error.message : String(error);
  return (
    /dynamically imported module|importing a module script|loading (css )?chunk|unable to preload css/i.test(message) &&
    message.includes(assets)
  );
}
