// What cannot be shown: one document load for each (code, path), then the page that is shown, then the error page. Never a loop.

import { expect, test } from "vitest";
import { chances, page, settled, world } from "./visits_world";

const failed = { kind: "failed" } as const;
const found = (path: string) => ({ kind: "page", page: page(path) }) as const;

// Rows: 4.9-01
test("a failed page is loaded as a document, then the current page stays, then 500", async () => {
  const { visits, go, answer, resume, assigned, swaps, state } = world();
  const kinds: string[] = [];
  for (let turn = 0; turn < 5; turn++) {
    go(`/a/?q=${turn}#h`);
    await answer(`/a/?q=${turn}#h`, failed);
    kinds.push(visits.state().kind);
    resume();
  }
  expect(kinds).toEqual(["document_load", "failed", "done", "done", "done"]);
  expect(assigned).toEqual(["/a/?q=0#h"]);
  expect(state.stays).toBe(1);
  expect(swaps).toEqual(["/500.html as /a/?q=2#h", "/500.html as /a/?q=3#h", "/500.html as /a/?q=4#h"]);
});

// Rows: 4.9-01
test("without the error page the current page stays", async () => {
  for (const how of ["not loaded", "not shown"]) {
    const { visits, go, answer, resume, assigned, swaps, state } = world();
    state.errorPage = how === "not loaded" ? failed : found("/broken/");
    state.swapFails = true;
    for (let turn = 0; turn < 50; turn++) {
      go("/a/");
      await answer("/a/", turn % 2 ? failed : found("/a/"));
      resume();
    }
    expect(assigned).toEqual(["/a/"]);
    expect(swaps).toEqual([]);
    expect(visits.state()).toMatchObject({ kind: "failed", to: "/a/" });
    expect(state.stays).toBe(49);
  }
});

// Rows: 4.9-01
test("other code or another path may load a document again", async () => {
  const { go, answer, resume, assigned, state } = world();
  for (const [code, to] of [
    ["abc", "/a/"],
    ["abc", "/b/"],
    ["abc", "/a/?again"],
    ["def", "/a/"],
  ] as const) {
    state.code = code;
    go(to);
    await answer(to, failed);
    resume();
  }
  expect(assigned).toEqual(["/a/", "/b/", "/a/"]);
});

for (const hindrance of ["isOfflineWithoutWorker", "isBusy"] as const)
  test(`a tab that ${hindrance === "isBusy" ? "is busy" : "is offline"} keeps its page and its document load`, async () => {
    const { visits, go, answer, assigned, state } = world();
    state[hindrance] = true;
    for (const _ of [1, 2]) {
      go("/a/", "traverse");
      await answer("/a/", failed);
      expect(visits.state().kind).toBe("failed");
    }
    expect([assigned, state.stays]).toEqual([[], 2]);
    state[hindrance] = false;
    go("/a/");
    await answer("/a/", failed);
    expect(assigned).toEqual(["/a/"]);
  });

test("the error page of an old visit does not replace a newer page", async () => {
  const { go, answer, resume, waiting, swaps, state } = world();
  for (let turn = 0; turn < 2; turn++) {
    go("/a/");
    await answer("/a/", failed);
    resume();
  }
  go("/a/");
  waiting.get("/a/")?.(failed);
  go("/b/");
  await answer("/b/", found("/b/"));
  expect(swaps).toEqual(["/b/ as /b/"]);
  expect(state.stays).toBe(1);
});

test("an overtaken visit does not use up the document load of its path", async () => {
  const { go, answer, resume, waiting, assigned } = world();
  go("/a/");
  waiting.get("/a/")?.(failed);
  go("/b/");
  await answer("/b/", found("/b/"));
  resume();
  go("/a/");
  await answer("/a/", failed);
  expect(assigned).toEqual(["/a/"]);
});

test("a missing slice causes a document load", async () => {
  const { visits, go, answer, assigned, state } = world();
  state.swapFails = true;
  go("/a/");
  await answer("/a/", found("/a/"));
  expect(assigned).toEqual(["/a/"]);
  expect(visits.state()).toMatchObject({ kind: "document_load", why: "swap_failed" });
});

test("in any order of failures the newest visit wins and no path loads twice", async () => {
  for (let seed = 0; seed < 300; seed++) {
    const { visits, go, resume, waiting, swaps, assigned, steps, state } = world();
    const chance = chances(seed);
    let last = "";
    for (let turn = 0; turn < 30; turn++) {
      state.swapFails = chance() < 0.2;
      state.errorPage = chance() < 0.5 ? failed : found("/500.html");
      last = `/${Math.floor(chance() * 4)}/`;
      resume();
      go(last);
      const open = [...waiting.keys()];
      const answered = chance() < 0.7 ? open[Math.floor(chance() * open.length)] : undefined;
      if (answered) waiting.get(answered)?.(chance() < 0.4 ? failed : found(answered));
      if (chance() < 0.5) await settled();
    }
    for (const [path, answer] of waiting) answer(found(path));
    await settled();
    expect(new Set(assigned).size).toBe(assigned.length);
    const end = visits.state();
    expect(["done", "failed", "document_load"]).toContain(end.kind);
    expect(end).toMatchObject({ to: last });
    if (end.kind === "done") expect(swaps.at(-1)).toMatch(new RegExp(` as ${last}$`));
    // From the newest click on, no other visit takes a step.
    const newest = steps.findLastIndex((step) => step.kind === "loading");
    expect(steps.slice(newest).every((step) => step.id === end.id)).toBe(true);
  }
});

test("a document load without a document ends the visit", async () => {
  const { visits, go, answer, noDocument, assigned, steps, swaps, state } = world();
  go("/a/");
  await answer("/a/", { kind: "failed" });
  expect(visits.state().kind).toBe("document_load");
  await noDocument();
  expect(steps.at(-1)).toMatchObject({ kind: "failed", to: "/a/" });
  expect(state.stays).toBe(1);
  go("/b/");
  await answer("/b/", { kind: "page", page: page("/b/") });
  expect([swaps, assigned]).toEqual([["/b/ as /b/"], ["/a/"]]);
});

test("a download ends its visit without a failure", async () => {
  const { visits, go, answer, noDocument, steps } = world();
  go("/rules/");
  await answer("/rules/", { kind: "document_load", why: "document" });
  const first = visits.state().id;
  go("/a/");
  expect(visits.state()).toMatchObject({ kind: "document_load", to: "/a/" });
  await noDocument();
  expect(steps.at(-1)).toEqual({ id: first + 1, kind: "cancelled", to: "/a/" });
});
