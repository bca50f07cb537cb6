// Fake ports for visits: all loads wait for the test, and all effects are recorded.

import type { Loaded } from "../src/loader/core/loader";
import type { PageData } from "../src/loader/core/page_data";
import { createFallback } from "../src/loader/core/recovery";
import type { DocumentLoad, LoadResult } from "../src/loader/core/visit";
import { createVisits, type VisitPorts } from "../src/loader/core/visits";
import type { Signals, VisitAction } from "../src/signals";

/** Returns a page that has only a path. */
export const page = (path: string): PageData => ({
  path,
  title: path,
  head: "",
  layout: "full",
  shell: "",
  frame: "",
  main: "",
  chunks: [],
  styles: [],
  regions: {},
  slices: [],
  queries: [],
});

/** Returns a pseudo-random generator of numbers from 0 up to 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Lets pending promises settle. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** What the ports answer. Tests change it. */
interface PortState {
  swapFails: boolean;
  errorPage: Loaded;
  isOfflineWithoutWorker: boolean;
  isBusy: boolean;
  elsewhere: Record<string, DocumentLoad>;
  code: string;
  /** How often the URL of the rendered page was restored. */
  stays: number;
  slicesLoaded?: Promise<void> | undefined;
}

/** Returns ports whose loads wait in `waiting`, and the lists of what the visits did. */
function createTestPorts(onVisit: (visit: Signals["croupier:visit"]) => void) {
  const waiting = new Map<string, (arrival: LoadResult) => void>();
  const signals: AbortSignal[] = [];
  const steps: Signals["croupier:visit"][] = [];
  const swaps: string[] = [];
  const assigned: string[] = [];
  /** Ends the last document load without a document. */
  const end = { withoutDocument: () => {} };
  const used = new Set<string>();
  const state: PortState = {
    swapFails: false,
    errorPage: { kind: "page", page: page("/500.html") },
    isOfflineWithoutWorker: false,
    isBusy: false,
    elsewhere: {},
    code: "abc",
    stays: 0,
  };

  const ports: VisitPorts = {
    load: (to, signal) => {
      signals.push(signal);
      return new Promise((resolve) => waiting.set(to, resolve));
    },
    probe: async (to) => state.elsewhere[to],
    loadError: async () => state.errorPage,
    swap: async (shown, to, _action, signal) => {
      await state.slicesLoaded;
      if (signal.aborted) return;
      if (state.swapFails && shown.path !== "/500.html") throw new Error("no slice");
      swaps.push(`${shown.path} as ${to}`);
    },
    fallBack: createFallback({
      onceInTab: (key) => used.size !== used.add(key).size,
      code: async () => state.code,
      isOfflineWithoutWorker: () => state.isOfflineWithoutWorker,
      isBusy: () => state.isBusy,
    }),
    assign(to) {
      assigned.push(to);
      return new Promise((resolve) => {
        end.withoutDocument = resolve;
      });
    },
    stay: () => void state.stays++,
    observe(visit) {
      steps.push(visit);
      onVisit(visit);
    },
  };
  return { ports, end, waiting, signals, steps, swaps, assigned, state };
}

/** Returns visits whose loads wait until the test responds. */
export function createTestVisits(onVisit = (_: Signals["croupier:visit"]) => {}) {
  const { ports, end, ...records } = createTestPorts(onVisit);
  const visits = createVisits(ports);

  return {
    ...records,
    visits,
    go: (to: string, action: VisitAction = "push") => visits.dispatch({ type: "go", to, action, since_ms: 0 }),
    /** Responds to the load of `to` and lets the visit continue. */
    async answer(to: string, arrival: LoadResult) {
      records.waiting.get(to)?.(arrival);
      await settle();
    },
    /** Ends the document load without a document, as with status 204. */
    async noDocument() {
      end.withoutDocument();
      await settle();
    },
    /** Restores the page as after Back from the loaded document. */
    resume: () => visits.dispatch({ type: "resume" }),
  };
}
