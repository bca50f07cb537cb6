// What is done about a page that cannot be shown: one document load for each (code, path), then the page that is shown, then the error page (A90).

import { pathOf } from "./address";
import type { Fallback } from "./visit";

/** What falling back needs of the world. */
export interface FallbackPorts {
  /** Remembers a key for the life of the tab; true when it was not yet remembered. */
  onceInTab(key: string): boolean;
  /** Hash of the code that this tab runs; empty where it cannot be found out. */
  code(): Promise<string>;
  /** Whether a document load would lose the page that is shown, because nothing can answer it. */
  isOfflineWithoutWorker(): boolean;
  /** Whether the player is in the middle of something that a document load would cut off. */
  isBusy(): boolean;
}

/** Under which key it is remembered that a document was loaded because code or data did not come. */
export function loadKey(code: string, to: string): string {
  return `load ${code} ${pathOf(to)}`;
}

/** Makes the decision. What holds a load back uses up nothing; nor does a visit that was overtaken. */
export function createFallback(ports: FallbackPorts): (to: string, signal: AbortSignal) => Promise<Fallback> {
  return async (to, signal) => {
    const key = loadKey(await ports.code(), to);
    if (signal.aborted || ports.isOfflineWithoutWorker() || ports.isBusy()) return "stay";
    if (ports.onceInTab(key)) return "document";
    return ports.onceInTab(`${key} again`) ? "stay" : "error_page";
  };
}
