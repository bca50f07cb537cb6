// Listens for code and style sheets of the site that did not come, and recovers by one document load.

import { createRecovery, isLostCode } from "../../core/recovery";
import { isUnderway } from "../../core/visit";
import type { Visits } from "../../core/visits";
import { lostSheet } from "../navigation/styles";
import { loadDocument } from "./documents";
import type { Fault } from "./faults";
import { claim } from "./once_in_tab";

/** What the watch needs of the rest. */
export interface LostCodeParts {
  readonly base: string;
  /** Hands on every fault. */
  faults(listener: (fault: Fault) => void): void;
  readonly visits: Visits;
  isHeld(): boolean;
  /** Hash of the code that this tab runs. */
  code(): Promise<string>;
}

/** Begins to listen. */
export function watchLostCode({ base, faults, visits, code, isHeld }: LostCodeParts) {
  const assets = `${location.origin}${base}/assets/`;
  // Without a network a document load would lose the page that is shown.
  const recover = createRecovery({ claim, code, isStranded: () => !navigator.onLine, isHeld, assign: loadDocument });

  /** What was asked for last is loaded as a document, unless that is under way (A90). */
  function lost() {
    const visit = visits.state();
    const here = location.pathname + location.search + location.hash;
    if (visit.kind !== "document_load") void recover(isUnderway(visit) ? visit.to : here);
  }

  faults((fault) => {
    if (fault.lost || isLostCode(fault.error, assets)) lost();
  });
  // One may have failed before any script ran.
  if (lostSheet(base)) lost();
}
