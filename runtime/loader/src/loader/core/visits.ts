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
    switch (effect.do) {
      case "abort":
        return previousRequests.abort();
      case "observe":
        return ports.observe({ id: effect.id, kind: effect.kind, to: effect.to });
      case "stay":
        return ports.stay();
      case "assign":
        return loadDocument(effect.to, effect.action);
      default:
        void request(ports, effect, requests.signal).then(dispatch);
    }
  }

  function loadDocument(to: string, action: VisitAction) {
    const { id } = visit;
    void ports.assign(to, action).then(() => dispatch({ type: "no_document", id }));
  }

  return { state: () => visit, dispatch };
}

/** Starts a request of a visit. Resolves to the event of its result, also if it fails. */
function request(
  ports: VisitPorts,
  effect: Extract<Effect, { readonly visit: unknown }>,
  signal: AbortSignal,
): Promise<VisitEvent> {
  const { id, to, action } = effect.visit;
  switch (effect.do) {
    case "load":
      return eventOf(ports.load(to, signal, effect.since_ms), { kind: "failed" }, (loaded) => ({
        type: "loaded",
        id,
        loaded,
      }));
    case "probe":
      return eventOf(ports.probe(to, signal), undefined, (reason) => ({ type: "probed", id, reason }));
    case "fall_back":
      return eventOf(ports.fallBack(to, signal), "stay", (fallback) => ({ type: "fell_back", id, to: fallback }));
    case "load_error":
      return eventOf(ports.loadError(signal), { kind: "failed" }, ({ page }) => ({ type: "error_loaded", id, page }));
    case "swap":
      return ports.swap(effect.page, to, action, signal).then(
        () => ({ type: "swapped", id }),
        () => ({ type: "swap_failed", id }),
      );
  }
}

/** Returns the event of a result. A failure has that of `fallback`. */
function eventOf<T>(result: Promise<T>, fallback: NoInfer<T>, event: (value: T) => VisitEvent): Promise<VisitEvent> {
  return result.then(event, () => event(fallback));
}
