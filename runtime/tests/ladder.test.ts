// What cannot be shown: one document load for each (code, path), then the page that is shown, then the error page. Never a loop.

import { expect, test } from "vitest";
import { page, world } from "./visits_world";

/** Numbers from 0 up to 1 that are the same in every run. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test("what cannot be loaded is one document load, then the page that is shown, then the error page [4.9-01]", async () => {
  const { visits, waiting, assigned, swaps, state } = world();
  const kinds: string[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const going = visits.go(`/a/?q=${turn}#h`, "push");
    waiting.get("/a/")?.({ kind: "failed" });
    await going;
    kinds.push(visits.state().kind);
  }
  expect(kinds).toEqual(["handed_over", "failed", "done", "done", "done"]);
  expect(assigned).toEqual(["/a/?q=0#h"]);
  expect(state.stays).toBe(1);
  expect(swaps).toEqual(["/500.html as /a/?q=2#h", "/500.html as /a/?q=3#h", "/500.html as /a/?q=4#h"]);
});

test("when the error page cannot be had either, the page that is shown stays, and so for ever [4.9-01]", async () => {
  for (const how of ["not loaded", "not shown"]) {
    const { visits, waiting, assigned, swaps, state } = world();
    state.errorPage = how === "not loaded" ? { kind: "failed" } : { kind: "page", page: page("/broken/") };
    state.swapFails = true;
    for (let turn = 0; turn < 50; turn++) {
      const going = visits.go("/a/", "push");
      waiting.get("/a/")?.(turn % 2 ? { kind: "failed" } : { kind: "page", page: page("/a/") });
      await going;
    }
    expect(assigned).toEqual(["/a/"]);
    expect(swaps).toEqual([]);
    expect(visits.state()).toEqual({ kind: "failed", to: "/a/" });
    expect(state.stays).toBe(49);
  }
});

test("other code, or another path, is allowed a document load of its own [4.9-01]", async () => {
  const { visits, waiting, assigned, state } = world();
  for (const [code, to] of [
    ["abc", "/a/"],
    ["abc", "/b/"],
    ["abc", "/a/?again"],
    ["def", "/a/"],
  ] as const) {
    state.code = code;
    const going = visits.go(to, "push");
    waiting.get(to.replace(/\?.*/, ""))?.({ kind: "failed" });
    await going;
  }
  expect(assigned).toEqual(["/a/", "/b/", "/a/"]);
});

test("a tab that nothing can answer keeps its page and uses nothing up", async () => {
  const { visits, waiting, assigned, state } = world();
  state.stranded = true;
  for (const _ of [1, 2]) {
    const going = visits.go("/a/", "restore");
    waiting.get("/a/")?.({ kind: "failed" });
    await going;
    expect(visits.state().kind).toBe("failed");
  }
  expect([assigned, state.stays]).toEqual([[], 2]);
  state.stranded = false;
  const going = visits.go("/a/", "push");
  waiting.get("/a/")?.({ kind: "failed" });
  await going;
  expect(assigned).toEqual(["/a/"]);
});

test("the error page of an old visit is not shown over a newer one", async () => {
  const { visits, waiting, swaps, state } = world();
  for (let turn = 0; turn < 2; turn++) {
    const going = visits.go("/a/", "push");
    waiting.get("/a/")?.({ kind: "failed" });
    await going;
  }
  const old = visits.go("/a/", "push");
  waiting.get("/a/")?.({ kind: "failed" });
  const newer = visits.go("/b/", "push");
  waiting.get("/b/")?.({ kind: "page", page: page("/b/") });
  await Promise.all([old, newer]);
  expect(swaps).toEqual(["/b/ as /b/"]);
  expect(state.stays).toBe(1);
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

test("whatever fails in whatever order: the newest visit ends, none paints over it, and no path is loaded twice", async () => {
  for (let seed = 0; seed < 300; seed++) {
    const { visits, waiting, swaps, assigned, steps, state } = world();
    const chance = chances(seed);
    const going: Promise<void>[] = [];
    let last = "";
    for (let turn = 0; turn < 30; turn++) {
      state.swapFails = chance() < 0.2;
      state.errorPage = chance() < 0.5 ? { kind: "failed" } : { kind: "page", page: page("/500.html") };
      last = `/${Math.floor(chance() * 4)}/`;
      going.push(visits.go(last, "push"));
      const open = [...waiting.keys()];
      const answered = chance() < 0.7 ? open[Math.floor(chance() * open.length)] : undefined;
      if (answered) {
        const kind = chance() < 0.4 ? "failed" : "page";
        waiting.get(answered)?.(kind === "failed" ? { kind } : { kind, page: page(answered) });
      }
      if (chance() < 0.5) await new Promise((then) => setImmediate(then));
    }
    for (const [path, answer] of waiting) answer({ kind: "page", page: page(path) });
    await Promise.all(going.slice(-1));
    expect(new Set(assigned).size).toBe(assigned.length);
    const end = visits.state();
    expect(["done", "failed", "handed_over"]).toContain(end.kind);
    expect(end).toMatchObject({ to: last });
    if (end.kind === "done") expect(swaps.at(-1)).toMatch(new RegExp(` as ${last}$`));
    // From the newest click on, no other visit takes a step.
    const newest = steps.findLastIndex((step) => step.kind === "loading");
    expect(steps.slice(newest).every((step) => "to" in step && step.to === last)).toBe(true);
  }
});
