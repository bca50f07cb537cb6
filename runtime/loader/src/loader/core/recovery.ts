// Recovers from code that fails to load. One document load fetches the current file names, and a stored key prevents loops.

import type { Fault } from "../../signals";
import { pathOf } from "./address";
import type { Fallback } from "./visit";

/** Dependencies of recovery. */
export interface RecoveryPorts extends FallbackPorts {
  /** Loads a document. */
  assign(to: string): void;
}

/** Creates the recovery. Call it for each chunk that fails to load, with the URL that needs the chunk. */
export function createRecovery(ports: RecoveryPorts): (to: string) => Promise<void> {
  return async (to) => {
    if (ports.isOfflineWithoutWorker() || ports.isBusy()) return;

    const code = await ports.code();
    // The key is written last, so that a load which is held back does not use up the only one. Visits share the key.
    if (!ports.isBusy() && ports.onceInTab(loadKey(code, to))) ports.assign(to);
  };
}

/** Errors of all browsers about modules and style sheets that fail to load, and about chunks of two releases, which do not fit. */
const FAILED = /^SyntaxError|dynamically imported module|importing a module script|style sheet|mime type/i;

/**
 * Returns whether a fault reports code or a style sheet of the site that failed to load. Code that was loaded and throws is another fault.
 * `assets` is the absolute URL of the site's code. The loader marks its own faults as `lost`; in others, modules of other origins and
 * messages without a URL do not count.
 */
export function isFailedLoad({ error, lost }: Pick<Fault, "error" | "lost">, assets: string): boolean {
  const text = String(error);
  return FAILED.test(text) && (lost || text.includes(assets));
}

/** Dependencies of the fallback. */
export interface FallbackPorts {
  /** Stores a key until the tab closes. Returns true if the key was not stored yet. */
  onceInTab(key: string): boolean;
  /** Resolves to the hash of the code that this tab runs; empty if it is unknown. */
  code(): Promise<string>;
  /** Returns whether a document load would lose the current page, because neither network nor worker can serve it. */
  isOfflineWithoutWorker(): boolean;
  /** Returns whether the user does something that a document load would interrupt. */
  isBusy(): boolean;
}

/** Returns the key that records a document load after code or data failed to load. */
export function loadKey(code: string, to: string): string {
  return `load ${code} ${pathOf(to)}`;
}

/** Creates the decision. A document load that is held back does not count as used, nor does one of an aborted visit. */
export function createFallback(ports: FallbackPorts): (to: string, signal: AbortSignal) => Promise<Fallback> {
  return async (to, signal) => {
    const key = loadKey(await ports.code(), to);
    if (signal.aborted || ports.isOfflineWithoutWorker() || ports.isBusy()) return "stay";
    if (ports.onceInTab(key)) return "document";
    return ports.onceInTab(`${key} again`) ? "stay" : "error_page";
  };
}
