// Decides what happens if a page cannot be shown. The first time, its document is loaded, once for each (code, path). The second
// time, the current page stays. After that, the error page is shown (A90).

import { pathOf } from "./address";
import type { Fallback } from "./visit";

/** Dependencies of the fallback. */
export interface FallbackPorts {
  /** Stores a key until the tab closes. Returns true if the key was not stored yet. */
  onceInTab(key: string): boolean;
  /** Resolves to the hash of the code that this tab runs; empty if it is unknown. */
  code(): Promise<string>;
  /** Returns whether a document load would lose the current page, because neither network nor worker can serve it. */
  isOfflineWithoutWorker(): boolean;
  /** Returns whether the player does something that a document load would interrupt. */
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
