// Visits with fake ports: only the newest visit changes the document, and overtaken visits stop.

import { expect, test } from "vitest";
import { createTestVisits, page, settle } from "./test_visits";

const loadedPage = (path: string) => ({ kind: "page", page: page(path) }) as const;
const notFound = { kind: "not_found", page: page("/404.html") } as const;

test("a visit loads, swaps and ends under one id", async () => {
  const { go, answer, steps, swaps } = createTestVisits();
  go("/a/?q=1#b");
  await answer("/a/?q=1#b", loadedPage("/a/"));
  expect(steps).toEqual(["loading", "swapping", "done"].map((kind) => ({ id: 1, kind, to: "/a/?q=1#b" })));
  expect(swaps).toEqual(["/a/ as /a/?q=1#b"]);
});

test("a slow first click never wins over a fast second one", async () => {
  const { go, answer, visits, signals, steps, swaps } = createTestVisits();
  go("/slow/");
  go("/fast/");
  expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
  await answer("/fast/", loadedPage("/fast/"));
  await answer("/slow/", loadedPage("/slow/"));
  expect(swaps).toEqual(["/fast/ as /fast/"]);
  expect(visits.state()).toMatchObject({ id: 2, kind: "done", to: "/fast/" });
  expect(steps.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
    "1 loading",
    "1 cancelled",
    "2 loading",
    "2 swapping",
    "2 done",
  ]);
});

test("a visit with late slices does not paint over a newer one", async () => {
  const { go, answer, swaps, state } = createTestVisits();
  let releaseSlices = () => {};
  state.slicesLoaded = new Promise((resolve) => {
    releaseSlices = resolve;
  });
  go("/slow/");
  await answer("/slow/", loadedPage("/slow/"));
  state.slicesLoaded = undefined;
  go("/fast/");
  await answer("/fast/", loadedPage("/fast/"));
  releaseSlices();
  await settle();
  expect(swaps).toEqual(["/fast/ as /fast/"]);
});

test("repeated visits of one page have different ids", async () => {
  const { go, answer, steps } = createTestVisits();
  for (const to of ["/a/", "/b/", "/a/"]) go(to);
  await answer("/a/", loadedPage("/a/"));
  expect(steps.filter(({ kind }) => kind === "cancelled").map(({ id, to }) => [id, to])).toEqual([
    [1, "/a/"],
    [2, "/b/"],
  ]);
  expect(steps.at(-1)).toEqual({ id: 3, kind: "done", to: "/a/" });
});

test("a double click is one visit", async () => {
  const { go, answer, signals, swaps } = createTestVisits();
  go("/a/");
  go("/a/");
  await answer("/a/", loadedPage("/a/"));
  expect(signals).toHaveLength(1);
  expect(swaps).toHaveLength(1);
});

test("going back to the current page ends the visit without a page", async () => {
  const { go, visits, signals, steps, answer, swaps } = createTestVisits();
  go("/a/", "traverse");
  visits.dispatch({ type: "cancel" });
  expect(signals[0]?.aborted).toBe(true);
  await answer("/a/", loadedPage("/a/"));
  expect(steps.at(-1)?.kind).toBe("cancelled");
  expect(swaps).toEqual([]);
});

test("an observer can redirect a visit, which ends the first one", async () => {
  const { go, answer, swaps, steps } = createTestVisits(({ kind, to }) => {
    if (kind === "loading" && to === "/a/") go("/b/");
  });
  go("/a/");
  await answer("/a/", loadedPage("/a/"));
  await answer("/b/", loadedPage("/b/"));
  expect(swaps).toEqual(["/b/ as /b/"]);
  expect(steps.map(({ id, kind }) => `${id} ${kind}`).slice(0, 3)).toEqual(["1 loading", "1 cancelled", "2 loading"]);
});

// Rows: 8-28
test("the 404 page keeps the requested URL", async () => {
  const { go, answer, swaps, assigned } = createTestVisits();
  go("/gone/?a=1");
  await answer("/gone/?a=1", notFound);
  expect(swaps).toEqual(["/404.html as /gone/?a=1"]);
  expect(assigned).toEqual([]);
});

// Rows: A136
test("a moved page is a document load, a missing one is not", async () => {
  const { go, answer, resume, swaps, assigned, state } = createTestVisits();
  state.elsewhere = { "/old/?a=1#b": "moved", "/legacy/": "document" };
  for (const to of ["/old/?a=1#b", "/legacy/", "/nowhere/?a=1#b"]) {
    go(to);
    await answer(to, notFound);
    resume();
  }
  expect(assigned).toEqual(["/old/?a=1#b", "/legacy/"]);
  expect(swaps).toEqual(["/404.html as /nowhere/?a=1#b"]);
});

// Rows: 4.9-02
test("after new code a visit is a document load of the same URL", async () => {
  const { go, answer, swaps, assigned, visits } = createTestVisits();
  go("/a/?q=1#b");
  await answer("/a/?q=1#b", { kind: "document_load", reason: "new_release" });
  expect([swaps, assigned]).toEqual([[], ["/a/?q=1#b"]]);
  expect(visits.state()).toMatchObject({ kind: "document_load", reason: "new_release" });
});

test("a page restored from the back-forward cache starts over", async () => {
  const { go, answer, resume, visits, swaps } = createTestVisits();
  go("/a/");
  await answer("/a/", { kind: "document_load", reason: "new_release" });
  resume();
  expect(visits.state().kind).toBe("idle");
  go("/b/");
  await answer("/b/", loadedPage("/b/"));
  expect(swaps).toEqual(["/b/ as /b/"]);
});

test("a loader that throws is a failed page", async () => {
  const { go, answer, assigned, state } = createTestVisits();
  state.swapFails = true;
  go("/a/");
  await answer("/a/", loadedPage("/a/"));
  expect(assigned).toEqual(["/a/"]);
});
