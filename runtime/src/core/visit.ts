// A visit: from the click to the page that is shown. Only the newest visit may touch the document.

import type { Loaded } from "./loader";
import type { PageData } from "./page_data";

/** Why a visit is given to the browser as a document load. */
export type HandOver = "failed" | "moved" | "new_release" | "swap_failed";

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
  /** Whether the server sends on who asks for exactly this address. */
  isMoved(to: string): Promise<boolean>;
  /** Loads the page that says that something went wrong. */
  loadError(): Promise<Loaded>;
  /** Whether other code was deployed than this tab runs, so that this navigation is to load a document; true once for each release. */
  takeReload(page?: PageData): boolean;
  /** Shows a page under an address, unless a newer visit took over meanwhile. Rejects when the page cannot be shown. */
  swap(page: PageData, to: string, manner: Manner, isNewest: () => boolean): Promise<void>;
  /** Loads a document; `restore` means that the address is in the address bar already. */
  assign(to: string, manner: Manner): void;
  /** Brings the address bar back to the page that is shown. */
  stay(): void;
  /** Whether a document load would lose the page that is shown, because nothing can answer it. */
  isStranded(): boolean;
  /** Remembers a key for the life of the tab, and says whether it was remembered already. */
  once(key: string): boolean;
  /** Hash of the code that this tab runs; empty where it cannot be found out. */
  code(): Promise<string>;
  /** Is told every step. */
  observe(visit: Visit): void;
}

/** Makes visits. */
export interface Visits {
  /** Goes to `to`; ends when the page is shown, or when a newer visit took over. */
  go(to: string, manner: Manner): Promise<void>;
  state(): Visit;
}

/** Under which key it is remembered that a document was loaded because code or data did not come. */
export function loadKey(code: string, to: string): string {
  return `load ${code} ${pathOf(to)}`;
}

function pathOf(to: string): string {
  return to.split(/[?#]/, 1)[0] ?? to;
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
    step({ kind: "handed_over", to, why });
    ports.assign(to, manner);
  }

  async function show(page: PageData, to: string, manner: Manner, isNewest: () => boolean) {
    step({ kind: "swapping", to });
    await ports.swap(page, to, manner, isNewest);
    if (isNewest()) step({ kind: "done", to });
  }

  /** One document load for each (code, path), then the page that is shown, then the error page (A90). */
  async function fail(to: string, manner: Manner, why: HandOver, isNewest: () => boolean) {
    const key = loadKey(await ports.code(), to);
    if (!isNewest()) return;
    if (!ports.isStranded()) {
      if (!ports.once(key)) return handOver(to, manner, why);
      if (ports.once(`${key} again`)) {
        const error = await ports.loadError();
        if (!isNewest()) return;
        try {
          if (error.page) return await show(error.page, to, manner, isNewest);
        } catch {
          // Then the page that is shown stays.
        }
      }
    }
    ports.stay();
    step({ kind: "failed", to });
  }

  return {
    state: () => state,
    async go(to, manner) {
      const mine = ++newest;
      const isNewest = () => mine === newest;
      step({ kind: "loading", to });
      if (ports.takeReload()) return handOver(to, manner, "new_release");
      const loaded = await ports.load(pathOf(to));
      if (!isNewest()) return;
      // What is deployed may have been found out while the page was loading, from the page itself too.
      if (ports.takeReload(loaded.page)) return handOver(to, manner, "new_release");
      if (!loaded.page) return fail(to, manner, "failed", isNewest);
      // Only the server knows where a former address leads. A page that is there without its data is not found (row 8-28).
      if (loaded.kind === "not_found" && (await ports.isMoved(to))) {
        if (isNewest()) handOver(to, manner, "moved");
        return;
      }
      try {
        await show(loaded.page, to, manner, isNewest);
      } catch {
        if (isNewest()) await fail(to, manner, "swap_failed", isNewest);
      }
    },
  };
}
