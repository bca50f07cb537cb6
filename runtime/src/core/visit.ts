// A visit: from the click to the page that is shown. Only the newest visit may touch the document.

import type { Loaded } from "./loader";
import type { PageData } from "./page_data";

/** Why a visit is given to the browser as a document load. */
export type HandOver = "failed" | "new_release" | "swap_failed";

/** Where the newest visit stands. */
export type Visit =
  | { readonly kind: "idle" }
  | { readonly kind: "loading"; readonly to: string }
  | { readonly kind: "swapping"; readonly to: string }
  | { readonly kind: "done"; readonly to: string }
  | { readonly kind: "failed"; readonly to: string }
  | { readonly kind: "handed_over"; readonly to: string; readonly why: HandOver };

/** How a visit changes the history. */
export type Manner = "push" | "replace" | "restore";

/** What visits need of the world. Addresses are path, query and fragment together. */
export interface VisitPorts {
  load(path: string): Promise<Loaded>;
  /** Whether new code was deployed, so that this navigation is to load a document; true once for each release. */
  takeReload(): boolean;
  /** Shows a page under an address, unless a newer visit took over meanwhile. Rejects when the page cannot be shown. */
  swap(page: PageData, to: string, manner: Manner, isNewest: () => boolean): Promise<void>;
  /** Loads a document; `restore` means that the address is in the address bar already. */
  assign(to: string, manner: Manner): void;
  /** Remembers a key for the life of the tab, and says whether it was remembered already. */
  once(key: string): boolean;
  /** Hash of the code that this tab runs. */
  code(): string;
  /** Is told every step. */
  observe(visit: Visit): void;
}

/** Makes visits. */
export interface Visits {
  /** Goes to `to`; ends when the page is shown, or when a newer visit took over. */
  go(to: string, manner: Manner): Promise<void>;
  state(): Visit;
}

/** Makes the one place where visits are decided. */
export function createVisits(ports: VisitPorts): Visits {
  let newest = 0;
  let state: Visit = { kind: "idle" };

  function step(visit: Visit) {
    state = visit;
    ports.observe(visit);
  }

  function handOver(to: string, manner: Manner, why: HandOver) {
    // One document load for each (code, address); after that the failure is shown where the player is.
    if (why !== "new_release" && ports.once(`load ${ports.code()} ${to}`)) return step({ kind: "failed", to });
    step({ kind: "handed_over", to, why });
    ports.assign(to, manner);
  }

  return {
    state: () => state,
    async go(to, manner) {
      const mine = ++newest;
      step({ kind: "loading", to });
      if (ports.takeReload()) return handOver(to, manner, "new_release");
      const path = to.split(/[?#]/, 1)[0] ?? to;
      const loaded = await ports.load(path);
      const isNewest = () => mine === newest;
      if (!isNewest()) return;
      // What is deployed may have been found out while the page was loading.
      if (ports.takeReload()) return handOver(to, manner, "new_release");
      if (loaded.kind === "failed") return handOver(to, manner, "failed");
      step({ kind: "swapping", to });
      try {
        await ports.swap(loaded.page, to, manner, isNewest);
      } catch {
        if (isNewest()) handOver(to, manner, "swap_failed");
        return;
      }
      if (isNewest()) step({ kind: "done", to });
    },
  };
}
