// Runs the effects of the visit state machine. All requests of a visit share one abort signal.

import type { Signals, VisitAction } from "../../signals";
import type { Loaded } from "./loader";
import type { PageData } from "./page_data";
import {
  type DocumentLoad,
  type Effect,
  type Fallback,
  IDLE,
  type LoadResult,
  step,
  type Visit,
  type VisitEvent,
} from "./visit";

/** Dependencies of visits. URLs are path, query and fragment; `signal` is aborted when a newer visit begins. */
export interface VisitPorts {
  /** `since_ms`: when the user requested the page, on the clock of `performance`. */
  load(to: string, signal: AbortSignal, since_ms: number): Promise<LoadResult>;
  /** Asks the server whether this URL redirects or is a document; `undefined` if the page does not exist. */
  probe(to: string, signal: AbortSignal): Promise<DocumentLoad | undefined>;
  /** Loads the error page. */
  loadError(signal: AbortSignal): Promise<Loaded>;
  /** Shows a page under a URL, unless the signal is aborted. Rejects if the page cannot be shown. */
  swap(page: PageData, to: string, action: VisitAction, signal: AbortSignal): Promise<void>;
  /** Decides what happens if a page cannot be shown. */
  fallBack(to: string, signal: AbortSignal): Promise<Fallback>;
  /**
   * Loads a document. With `traverse`, the address bar already shows its URL. Resolves if the current document is still shown after
   * the time that a document load may take.
   */
  assign(to: string, action: VisitAction): Promise<void>;
  /** Brings the address bar back to the page that is shown. */
  stay(): void;
  /** Is called for every step. */
  observe(visit: Signals["croupier:visit"]): void;
}

/** The visits of a tab. */
export interface Visits {
  state(): Visit;
  /** Reports an event from outside: a click, Back or Forward. */
  dispatch(event: Extract<VisitEvent, { type: "go" | "cancel" | "resume" }>): void;
}

/** Creates the visits of a tab. */
export function createVisits(ports: VisitPorts): Visits {
  let visit = IDLE;
  let requests = new AbortController();

  const events: VisitEvent[] = [];
  let isRunning = false;

  /** An observer may start another visit at once, so each event is processed completely before the next. */
  function dispatch(event: VisitEvent) {
    events.push(event);
    if (isRunning) return;
    isRunning = true;
    try {
      for (let next = events.shift(); next; next = events.shift()) handle(next);
    } finally {
      isRunning = false;
    }
  }

  function handle(event: VisitEvent) {
    const previousId = visit.id;
    const [next, effects] = step(visit, event);
    visit = next;

    const previousRequests = requests;
    if (next.id !== previousId) requests = new AbortController();
    for (const effect of effects) run(effect, previousRequests);
  }

  function run(effect: Effect, previousRequests: AbortController) {
    const { signal } = requests;
    switch (effect.do) {
      case "abort":
        return previousRequests.abort();
      case "observe":
        return ports.observe({ id: effect.id, kind: effect.kind, to: effect.to });
      case "stay":
        return ports.stay();
      case "assign":
        return loadDocument(effect.to, effect.action);
    }

    const { id, to, action } = effect.visit;
    switch (effect.do) {
      case "load":
        return dispatchResult(ports.load(to, signal, effect.since_ms), { kind: "failed" }, (loaded) => ({
          type: "loaded",
          id,
          loaded,
        }));
      case "probe":
        return dispatchResult(ports.probe(to, signal), undefined, (reason) => ({ type: "probed", id, reason }));
      case "fall_back":
        return dispatchResult(ports.fallBack(to, signal), "stay", (fallback) => ({
          type: "fell_back",
          id,
          to: fallback,
        }));
      case "load_error":
        return dispatchResult(ports.loadError(signal), { kind: "failed" }, ({ page }) => ({
          type: "error_loaded",
          id,
          page,
        }));
      case "swap":
        ports.swap(effect.page, to, action, signal).then(
          () => dispatch({ type: "swapped", id }),
          () => dispatch({ type: "swap_failed", id }),
        );
    }
  }

  function loadDocument(to: string, action: VisitAction) {
    const { id } = visit;
    void ports.assign(to, action).then(() => dispatch({ type: "no_document", id }));
  }

  function dispatchResult<T>(promise: Promise<T>, fallback: NoInfer<T>, event: (value: T) => VisitEvent) {
    promise.then(
      (value) => dispatch(event(value)),
      () => dispatch(event(fallback)),
    );
  }

  return { state: () => visit, dispatch };
}
