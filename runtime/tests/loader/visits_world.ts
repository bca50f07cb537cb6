// A world for visits in which everything waits until it is answered, fails as it is told to, and is written down.

import { createFallback } from "../../src/loader/core/fallback";
import type { Loaded } from "../../src/loader/core/loader";
import type { PageData } from "../../src/loader/core/page_data";
import type { Arrival, DocumentLoad } from "../../src/loader/core/visit";
import { createVisits } from "../../src/loader/core/visits";
import type { Signals, VisitAction } from "../../src/signals";

/** A page that has nothing but its path. */
export const page = (path: string): PageData => ({
  path,
  title: path,
  head: "",
  layout: "full",
  shell: "",
  main: "",
  chunks: [],
  styles: [],
  slices: [],
  queries: [],
});

/** Numbers from 0 up to 1 that are the same in every run. */
export function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Lets everything happen that needs no further answer. */
export const settled = () => new Promise((then) => setImmediate(then));

/** A world in which each load waits until it is answered. */
export function world(hear = (_: Signals["croupier:visit"]) => {}) {
  const waiting = new Map<string, (arrival: Arrival) => void>();
  const signals: AbortSignal[] = [];
  const steps: Signals["croupier:visit"][] = [];
  const swaps: string[] = [];
  const assigned: string[] = [];
  let documentIsMissing = () => {};
  const remembered = new Set<string>();
  const state: {
    swapFails: boolean;
    errorPage: Loaded;
    isOfflineWithoutWorker: boolean;
    isBusy: boolean;
    elsewhere: Record<string, DocumentLoad>;
    code: string;
    stays: number;
    held?: Promise<void> | undefined;
  } = {
    swapFails: false,
    errorPage: { kind: "page", page: page("/500.html") },
    isOfflineWithoutWorker: false,
    isBusy: false,
    elsewhere: {},
    code: "abc",
    stays: 0,
  };
  const onceInTab = (key: string) => remembered.size !== remembered.add(key).size;
  const visits = createVisits({
    load: (to, signal) => {
      signals.push(signal);
      return new Promise((answer) => waiting.set(to, answer));
    },
    probe: async (to) => state.elsewhere[to],
    loadError: async () => state.errorPage,
    swap: async (shown, to, _action, signal) => {
      await state.held;
      if (signal.aborted) return;
      if (state.swapFails && shown.path !== "/500.html") throw new Error("no slice");
      swaps.push(`${shown.path} as ${to}`);
    },
    fallBack: createFallback({
      onceInTab,
      code: async () => state.code,
      isOfflineWithoutWorker: () => state.isOfflineWithoutWorker,
      isBusy: () => state.isBusy,
    }),
    assign(to) {
      assigned.push(to);
      return new Promise((resolve) => {
        documentIsMissing = resolve;
      });
    },
    stay: () => void state.stays++,
    observe(visit) {
      steps.push(visit);
      hear(visit);
    },
  });
  const go = (to: string, action: VisitAction = "push") => visits.dispatch({ type: "go", to, action, since_ms: 0 });
  return {
    visits,
    go,
    waiting,
    signals,
    steps,
    swaps,
    assigned,
    state,
    /** Answers what waits for `to`, and lets the visit go on. */
    async answer(to: string, arrival: Arrival) {
      waiting.get(to)?.(arrival);
      await settled();
    },
    /** The document load ends without a document, as with status 204. */
    async noDocument() {
      documentIsMissing();
      await settled();
    },
    /** As if the document that was loaded were left again by Back. */
    resume: () => visits.dispatch({ type: "resume" }),
  };
}
