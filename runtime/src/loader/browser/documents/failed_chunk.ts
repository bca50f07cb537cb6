// Listens for code and style sheets of the site that fail to load, and recovers by one document load.

import { createRecovery, isFailedChunk } from "../../core/recovery";
import { isUnderway } from "../../core/visit";
import type { Visits } from "../../core/visits";
import { hasFailedStyleSheet } from "../navigation/styles";
import { loadDocument } from "./documents";
import type { Fault } from "./faults";
import { onceInTab } from "./once_in_tab";

/** What the watch needs of the rest. */
export interface FailedChunkDeps {
  readonly base: string;
  /** Hands on every fault. */
  faults(listener: (fault: Fault) => void): void;
  readonly visits: Visits;
  isBusy(): boolean;
  /** Hash of the code that this tab runs. */
  code(): Promise<string>;
}

/** Begins to listen. */
export function watchFailedChunks({ base, faults, visits, code, isBusy }: FailedChunkDeps) {
  const assets = `${location.origin}${base}/assets/`;
  // Without a network a document load would lose the page that is shown.
  const recover = createRecovery({
    onceInTab,
    code,
    isOfflineWithoutWorker: () => !navigator.onLine,
    isBusy,
    assign: loadDocument,
  });

  /** What was asked for last is loaded as a document, unless that is under way (A90). */
  function lost() {
    const visit = visits.state();
    const here = location.pathname + location.search + location.hash;
    if (visit.kind !== "document_load") void recover(isUnderway(visit) ? visit.to : here);
  }

  faults((fault) => {
    if (fault.lost || isFailedChunk(fault.error, assets)) lost();
  });
  // One may have failed before any script ran.
  if (hasFailedStyleSheet(base)) lost();
}
