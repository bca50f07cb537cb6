// Visits: every step, and that only the newest one touches the document.

import { expect, test } from "vitest";
import type { Loaded } from "../src/core/loader";
import type { PageData } from "../src/core/page_data";
import { createVisits, type Visit, type VisitPorts } from "../src/core/visit";

const page = (path: string): PageData => ({
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
function world() {
  const waiting = new Map<string, (loaded: Loaded) => void>();
  const steps: Visit[] = [];
  const swaps: string[] = [];
  const assigned: string[] = [];
  const remembered = new Set<string>();
  const state: { reload: boolean; swapFails: boolean; held?: Promise<void> | undefined } = {
    reload: false,
    swapFails: false,
  };
  const ports: VisitPorts = {
    load: (path) => new Promise((answer) => waiting.set(path, answer)),
    takeReload: () => state.reload,
    swap: async (shown, to, _manner, isNewest) => {
      await state.held;
      if (!isNewest()) return;
      if (state.swapFails) throw new Error("no slice");
      swaps.push(`${shown.path} as ${to}`);
    },
    assign: (to) => void assigned.push(to),
    once: (key) => remembered.size === remembered.add(key).size,
    code: () => "abc",
    observe: (visit) => void steps.push(visit),
  };
  return { visits: createVisits(ports), waiting, steps, swaps, assigned, state };
}

test("a visit loads, swaps and is done", async () => {
  const { visits, waiting, steps, swaps } = world();
  const going = visits.go("/a/?q=1#b", "push");
  waiting.get("/a/")?.({ kind: "page", page: page("/a/") });
  await going;
  expect(steps.map((step) => step.kind)).toEqual(["loading", "swapping", "done"]);
  expect(swaps).toEqual(["/a/ as /a/?q=1#b"]);
});

test("a slow first click never overrides a fast second one", async () => {
  const { visits, waiting, swaps } = world();
  const slow = visits.go("/slow/", "push");
  const fast = visits.go("/fast/", "push");
  waiting.get("/fast/")?.({ kind: "page", page: page("/fast/") });
  await fast;
  waiting.get("/slow/")?.({ kind: "page", page: page("/slow/") });
  await slow;
  expect(swaps).toEqual(["/fast/ as /fast/"]);
  expect(visits.state()).toEqual({ kind: "done", to: "/fast/" });
});

test("a visit whose slices come late no longer paints when a newer one has", async () => {
  const { visits, waiting, swaps, state } = world();
  let arrive = () => {};
  state.held = new Promise((then) => {
    arrive = then;
  });
  const slow = visits.go("/slow/", "push");
  waiting.get("/slow/")?.({ kind: "page", page: page("/slow/") });
  await Promise.resolve();
  state.held = undefined;
  const fast = visits.go("/fast/", "push");
  waiting.get("/fast/")?.({ kind: "page", page: page("/fast/") });
  await fast;
  arrive();
  await slow;
  expect(swaps).toEqual(["/fast/ as /fast/"]);
});

test("the 404 page is shown under the address that was asked for", async () => {
  const { visits, waiting, swaps, assigned } = world();
  const going = visits.go("/gone/?a=1", "push");
  waiting.get("/gone/")?.({ kind: "not_found", page: page("/404.html") });
  await going;
  expect(swaps).toEqual(["/404.html as /gone/?a=1"]);
  expect(assigned).toEqual([]);
});

test("what cannot be loaded is given to the browser once, then the failure is shown [4.9-01]", async () => {
  const { visits, waiting, assigned } = world();
  for (let turn = 0; turn < 3; turn++) {
    const going = visits.go("/a/?q#h", "push");
    waiting.get("/a/")?.({ kind: "failed" });
    await going;
  }
  expect(assigned).toEqual(["/a/?q#h"]);
  expect(visits.state()).toEqual({ kind: "failed", to: "/a/?q#h" });
});

test("a slice that cannot be had hands over as well", async () => {
  const { visits, waiting, assigned, state } = world();
  state.swapFails = true;
  const going = visits.go("/a/", "push");
  waiting.get("/a/")?.({ kind: "page", page: page("/a/") });
  await going;
  expect(assigned).toEqual(["/a/"]);
  expect(visits.state()).toMatchObject({ kind: "handed_over", why: "swap_failed" });
});

test("after a deploy of new code the next visit is a document load [4.9-02]", async () => {
  const { visits, assigned, state } = world();
  state.reload = true;
  await visits.go("/a/?q#h", "push");
  expect(assigned).toEqual(["/a/?q#h"]);
});

test("new code that is found while the page loads is a document load to the same address", async () => {
  const { visits, waiting, swaps, assigned, state } = world();
  const going = visits.go("/a/?q=1#b", "push");
  state.reload = true;
  waiting.get("/a/")?.({ kind: "page", page: page("/a/") });
  await going;
  expect(swaps).toEqual([]);
  expect(assigned).toEqual(["/a/?q=1#b"]);
});
