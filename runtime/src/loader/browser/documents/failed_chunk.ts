// Listens for code and style sheets of the site that fail to load, and recovers with one document load.

import type { Fault } from "../../../signals";
import { createRecovery, isFailedChunk } from "../../core/recovery";
import { isInProgress } from "../../core/visit";
import type { Visits } from "../../core/visits";
import { hasFailedStyleSheet } from "../navigation/styles";
import { loadDocument, onceInTab } from "./documents";

/** Dependencies of the recovery. */
export interface FailedChunkDeps {
  readonly base: string;
  /** Adds a listener that receives every fault. */
  faults(listener: (fault: Fault) => void): void;
  readonly visits: Visits;
  isBusy(): boolean;
  /** Returns the hash of the code that this tab runs. */
  code(): Promise<string>;
}

/** Starts to listen for failed loads. */
export function watchFailedChunks({ base, faults, visits, code, isBusy }: FailedChunkDeps) {
  const assets = `${location.origin}${base}/assets/`;
  // While offline, a document load would lose the rendered page.
  const recover = createRecovery({
    onceInTab,
    code,
    isOfflineWithoutWorker: () => !navigator.onLine,
    isBusy,
    assign: loadDocument,
  });

  /** Loads the last requested URL as a document, unless a document load is already in progress (A90). */
  function recoverPage() {
    const visit = visits.state();
    const current = location.pathname + location.search + location.hash;
    if (visit.kind !== "document_load") void recover(isInProgress(visit) ? visit.to : current);
  }

  faults((fault) => {
    if (fault.lost || isFailedChunk(fault.error, assets)) recoverPage();
  });
  // A style sheet may have failed before any script ran.
  if (hasFailedStyleSheet(base)) recoverPage();
}
