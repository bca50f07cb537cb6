// A world for visits in which everything waits until it is answered, fails as it is told to, and is written down.

import type { Loaded } from "../src/core/loader";
import type { PageData } from "../src/core/page_data";
import { createVisits, type Visit, type VisitPorts } from "../src/core/visit";

/** A page that has nothing but its path. */
export const page = (path: string): PageData => ({
  path,
  title: path,
  head: "",
  layout: "full",
  main: "",
  chunks: [],
  styles: [],
  slices: [],
  queries: [],
});

/** A world in which each load waits until it is answered. */
export function world() {
  const waiting = new Map<string, (loaded: Loaded) => void>();
  const steps: Visit[] = [];
  const swaps: string[] = [];
  const assigned: string[] = [];
  const remembered = new Set<string>();
  const state: {
    reload: boolean;
    foreign: boolean;
    swapFails: boolean;
    errorPage: Loaded;
    stranded: boolean;
    moved: string[];
    code: string;
    stays: number;
    held?: Promise<void> | undefined;
  } = {
    reload: false,
    foreign: false,
    swapFails: false,
    errorPage: { kind: "page", page: page("/500.html") },
    stranded: false,
    moved: [],
    code: "abc",
    stays: 0,
  };
  const ports: VisitPorts = {
    load: (path) => new Promise((answer) => waiting.set(path, answer)),
    isMoved: async (to) => state.moved.includes(to),
    loadError: async () => state.errorPage,
    takeReload: (shown) => state.reload || (state.foreign && shown !== undefined),
    swap: async (shown, to, _manner, isNewest) => {
      await state.held;
      if (!isNewest()) return;
      if (state.swapFails && shown.path !== "/500.html") throw new Error("no slice");
      swaps.push(`${shown.path} as ${to}`);
    },
    assign: (to) => void assigned.push(to),
    stay: () => void state.stays++,
    isStranded: () => state.stranded,
    once: (key) => remembered.size === remembered.add(key).size,
    code: async () => state.code,
    observe: (visit) => void steps.push(visit),
  };
  return { visits: createVisits(ports), waiting, steps, swaps, assigned, state };
}
