// Visits: every step, and that only the newest one touches the document.

import { expect, test } from "vitest";
import { page, world } from "./visits_world";

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

test("a page that needs code of another release is a document load, query and fragment kept", async () => {
  const { visits, waiting, swaps, assigned, state } = world();
  state.foreign = true;
  const going = visits.go("/a/?q=1#b", "push");
  waiting.get("/a/")?.({ kind: "page", page: page("/a/") });
  await going;
  expect(swaps).toEqual([]);
  expect(assigned).toEqual(["/a/?q=1#b"]);
  expect(visits.state()).toMatchObject({ kind: "handed_over", why: "new_release" });
});

test("every step is one of the closed list, and a visit that was overtaken takes none", async () => {
  const { visits, waiting, steps } = world();
  expect(visits.state()).toEqual({ kind: "idle" });
  const first = visits.go("/a/", "push");
  const second = visits.go("/b/", "replace");
  waiting.get("/a/")?.({ kind: "failed" });
  waiting.get("/b/")?.({ kind: "server_error", page: page("/500.html") });
  await Promise.all([first, second]);
  expect(steps).toEqual([
    { kind: "loading", to: "/a/" },
    { kind: "loading", to: "/b/" },
    { kind: "swapping", to: "/b/" },
    { kind: "done", to: "/b/" },
  ]);
});

test("a former address, which only the server knows, is a document load; one that is nowhere is not", async () => {
  const { visits, waiting, swaps, assigned, state } = world();
  state.moved = ["/old/?a=1#b"];
  for (const to of ["/old/?a=1#b", "/nowhere/?a=1#b"]) {
    const going = visits.go(to, "push");
    waiting.get(to.replace(/\?.*/, ""))?.({ kind: "not_found", page: page("/404.html") });
    await going;
  }
  expect(assigned).toEqual(["/old/?a=1#b"]);
  expect(swaps).toEqual(["/404.html as /nowhere/?a=1#b"]);
});
