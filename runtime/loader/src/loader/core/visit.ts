// State machine of a visit, from the click to the page that is shown: the next state and the effects for each state and event.

import type { VisitAction, VisitKind } from "../../signals";
import type { Loaded } from "./loader";
import type { PageData } from "./page_data";

/** Why a visit ends as a document load; `document`: the URL is no page of the loader. */
export type DocumentLoad = "failed" | "moved" | "new_release" | "swap_failed" | "document";

/** Result of loading: a page to show, or a reason to load the document. */
export type LoadResult = Loaded | { readonly kind: "document_load"; readonly reason: DocumentLoad };

/** What happens if a page cannot be shown: its document is loaded, the current page stays, or the error page is shown. */
export type Fallback = "document" | "stay" | "error_page";

/** The number of a visit, its target (path, query and fragment), and how it changes the history. */
interface VisitTarget {
  readonly id: number;
  readonly to: string;
  readonly action: VisitAction;
}

/** State of the newest visit. */
export type Visit = VisitTarget &
  (
    | { readonly kind: "idle" }
    | { readonly kind: "loading" }
    /** The page was not found, and the loader asks the server whether its URL redirects. */
    | { readonly kind: "probing"; readonly page: PageData }
    /** `isError`: the page is the error page. */
    | { readonly kind: "swapping"; readonly page: PageData; readonly isError: boolean }
    | { readonly kind: "falling_back"; readonly reason: DocumentLoad }
    | { readonly kind: "loading_error" }
    | { readonly kind: "done" | "failed" | "cancelled" }
    | { readonly kind: "document_load"; readonly reason: DocumentLoad }
  );

/** Events of visits. An event with an `id` is a result, and is ignored unless the visit is still the newest. */
export type VisitEvent =
  | { readonly type: "loaded"; readonly id: number; readonly loaded: LoadResult }
  | { readonly type: "probed"; readonly id: number; readonly reason: DocumentLoad | undefined }
  | { readonly type: "swapped"; readonly id: number }
  | { readonly type: "swap_failed"; readonly id: number }
  | { readonly type: "fell_back"; readonly id: number; readonly to: Fallback }
  | { readonly type: "error_loaded"; readonly id: number; readonly page: PageData | undefined }
  /** The document load brought no document: status 204, a download, or the user stopped it. */
  | { readonly type: "no_document"; readonly id: number }
  /** `since_ms`: when the user requested the page, on the clock of `performance`. */
  | { readonly type: "go"; readonly to: string; readonly action: VisitAction; readonly since_ms: number }
  /** The user went back to the page that is still shown. */
  | { readonly type: "cancel" }
  /** The browser restored the document from its back-forward cache. */
  | { readonly type: "resume" };

/** Actions for the caller, in this order. */
export type Effect =
  /** Ends every request of a visit. */
  | { readonly do: "abort"; readonly id: number }
  | { readonly do: "observe"; readonly id: number; readonly kind: VisitKind; readonly to: string }
  | { readonly do: "load"; readonly visit: Visit; readonly since_ms: number }
  | { readonly do: "probe"; readonly visit: Visit }
  | { readonly do: "swap"; readonly visit: Visit; readonly page: PageData }
  | { readonly do: "fall_back"; readonly visit: Visit }
  | { readonly do: "load_error"; readonly visit: Visit }
  | { readonly do: "assign"; readonly to: string; readonly action: VisitAction }
  /** Brings the address bar back to the page that is shown. */
  | { readonly do: "stay" };

/** The next state and the effects of a step. */
export type Step = readonly [Visit, readonly Effect[]];

/** Initial state of a tab. */
export const IDLE: Visit = { kind: "idle", id: 0, to: "", action: "push" };

/** Whether a visit is in progress, so that a new one replaces it. */
export function isInProgress({ kind }: Visit): boolean {
  return ["loading", "probing", "swapping", "falling_back", "loading_error"].includes(kind);
}

/** Returns the next state. An event that a state does not expect changes nothing. */
export function step(visit: Visit, event: VisitEvent): Step {
  switch (event.type) {
    case "go":
      return startVisit(visit, event);
    case "cancel":
      return isInProgress(visit) ? [{ ...targetOf(visit), kind: "cancelled" }, cancel(visit)] : [visit, []];
    case "resume":
      return visit.kind === "document_load"
        ? [{ ...targetOf(visit), kind: "idle" }, [report(visit, "idle")]]
        : [visit, []];
    default:
      return event.id === visit.id ? handleResult(visit, event) : [visit, []];
  }
}

function startVisit(visit: Visit, { to, action, since_ms }: Extract<VisitEvent, { type: "go" }>): Step {
  // A second click of a double click.
  if (isInProgress(visit) && visit.to === to && visit.action === action) return [visit, []];

  const next: Visit = { kind: "loading", id: visit.id + 1, to, action };
  // The browser is about to leave this document, so only another document load can change the target.
  if (visit.kind === "document_load") return documentLoad(next, visit.reason);

  const cancelEffects = isInProgress(visit) ? cancel(visit) : [];
  return [next, [...cancelEffects, report(next, "loading"), { do: "load", visit: next, since_ms }]];
}

function handleResult(visit: Visit, event: Exclude<VisitEvent, { type: "go" | "cancel" | "resume" }>): Step {
  switch (visit.kind) {
    case "loading":
      return event.type === "loaded" ? handleLoaded(visit, event.loaded) : [visit, []];
    case "probing":
      if (event.type !== "probed") return [visit, []];
      // A page that exists without page-data counts as not found.
      return event.reason ? documentLoad(visit, event.reason) : swap(visit, visit.page, false);
    case "swapping":
      if (event.type === "swapped") return finish(visit, "done");
      if (event.type === "swap_failed") return visit.isError ? stayOnPage(visit) : fallBack(visit, "swap_failed");
      return [visit, []];
    case "falling_back":
      if (event.type !== "fell_back") return [visit, []];
      if (event.to === "document") return documentLoad(visit, visit.reason);
      if (event.to === "stay") return stayOnPage(visit);
      return request({ ...targetOf(visit), kind: "loading_error" }, "load_error");
    case "loading_error":
      if (event.type !== "error_loaded") return [visit, []];
      return event.page ? swap(visit, event.page, true) : stayOnPage(visit);
    case "document_load":
      if (event.type !== "no_document") return [visit, []];
      // Such a document may be a download, which is no failure.
      return stayOnPage(visit, visit.reason === "document" ? "cancelled" : "failed");
    default:
      return [visit, []];
  }
}

function handleLoaded(visit: Visit, loaded: LoadResult): Step {
  switch (loaded.kind) {
    case "document_load":
      return documentLoad(visit, loaded.reason);
    case "failed":
      return fallBack(visit, "failed");
    case "not_found":
      return request({ ...targetOf(visit), kind: "probing", page: loaded.page }, "probe");
    default:
      return swap(visit, loaded.page, false);
  }
}

function swap(visit: Visit, page: PageData, isError: boolean): Step {
  const next: Visit = { ...targetOf(visit), kind: "swapping", page, isError };
  return [next, [report(next, "swapping"), { do: "swap", visit: next, page }]];
}

/** Starts the fallback of fallback.ts for a page that cannot be shown. */
function fallBack(visit: Visit, reason: DocumentLoad): Step {
  return request({ ...targetOf(visit), kind: "falling_back", reason }, "fall_back");
}

function request(visit: Visit, effect: "probe" | "fall_back" | "load_error"): Step {
  return [visit, [{ do: effect, visit }]];
}

function documentLoad(visit: Visit, reason: DocumentLoad): Step {
  const { to, action } = visit;
  return [
    { ...targetOf(visit), kind: "document_load", reason },
    [report(visit, "document_load"), { do: "assign", to, action }],
  ];
}

function stayOnPage(visit: Visit, kind: "failed" | "cancelled" = "failed"): Step {
  const [finished, effects] = finish(visit, kind);
  return [finished, [{ do: "stay" }, ...effects]];
}

function finish(visit: Visit, kind: "done" | "failed" | "cancelled"): Step {
  return [{ ...targetOf(visit), kind }, [report(visit, kind)]];
}

function cancel(visit: Visit): readonly Effect[] {
  return [{ do: "abort", id: visit.id }, report(visit, "cancelled")];
}

function report({ id, to }: Visit, kind: VisitKind): Effect {
  return { do: "observe", id, kind, to };
}

function targetOf({ id, to, action }: Visit): VisitTarget {
  return { id, to, action };
}
