// Visits a page and waits for the end of this visit. Other visits may be in progress at the same time: this one replaces them, and a
// later click replaces this one.

import { listen, send, type VisitKind } from "../../signals";

/** How a visit ended. */
export type VisitEnd = Exclude<VisitKind, "idle" | "loading" | "swapping">;

/** Visits `to`, a canonical URL with the base path. Resolves with the end of the visit; `cancelled` if another visit replaces it. */
export function visitPage(to: string, { replace = false } = {}): Promise<VisitEnd> {
  return new Promise((resolve) => {
    let id: number | undefined;
    const removeListener = listen("croupier:visit", (visit) => {
      const { kind } = visit;
      if (kind === "idle") return;
      const isStarting = kind === "loading" || kind === "swapping";
      // The visit that this one replaces ends first, even if it is a visit to the same page.
      if (id === undefined && visit.to === to && kind !== "cancelled") id = visit.id;
      // A click on another link while the loader was loading.
      const isReplaced = id === undefined ? kind === "loading" : visit.id > id;
      if (!isReplaced && (isStarting || visit.id !== id)) return;
      removeListener();
      resolve(isReplaced ? "cancelled" : (kind as VisitEnd));
    });
    send("croupier:navigate", { to, replace });
  });
}
