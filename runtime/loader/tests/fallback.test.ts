// Failed pages: one document load for each code and path, then the current page, then the error page, and no loop.

import { expect, test } from "vitest";
import { createTestVisits, page, randomNumbers, settle } from "./test_visits";

const failed = { kind: "failed" } as const;
const loadedPage = (path: string) => ({ kind: "page", page: page(path) }) as const;

// Rows: 4.9-01
test("a failed page is loaded as a document, then the current page stays, then 500", async () => {
  const { visits, go, answer, resume, assigned, swaps, state } = createTestVisits();
  const kinds: string[] = [];
  for (let attempt = 0; attempt < 5; attempt++) {
    go(`/a/?q=${attempt}#h`);
    await answer(`/a/?q=${attempt}#h`, failed);
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
  for (const failure of ["not loaded", "not shown"]) {
    const { visits, go, answer, resume, assigned, swaps, state } = createTestVisits();
    state.errorPage = failure === "not loaded" ? failed : loadedPage("/broken/");
    state.swapFails = true;
    for (let attempt = 0; attempt < 50; attempt++) {
      go("/a/");
      await answer("/a/", attempt % 2 ? failed : loadedPage("/a/"));
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
  const { go, answer, resume, assigned, state } = createTestVisits();
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

for (const obstacle of ["isOfflineWithoutWorker", "isBusy"] as const)
  test(`a tab that ${obstacle === "isBusy" ? "is busy" : "is offline"} keeps its page and its document load`, async () => {
    const { visits, go, answer, assigned, state } = createTestVisits();
    state[obstacle] = true;
    for (const _ of [1, 2]) {
      go("/a/", "traverse");
      await answer("/a/", failed);
      expect(visits.state().kind).toBe("failed");
    }
    expect([assigned, state.stays]).toEqual([[], 2]);
    state[obstacle] = false;
    go("/a/");
    await answer("/a/", failed);
    expect(assigned).toEqual(["/a/"]);
  });

test("the error page of an old visit does not replace a newer page", async () => {
  const { go, answer, resume, waiting, swaps, state } = createTestVisits();
  for (let attempt = 0; attempt < 2; attempt++) {
    go("/a/");
    await answer("/a/", failed);
    resume();
  }
  go("/a/");
  waiting.get("/a/")?.(failed);
  go("/b/");
  await answer("/b/", loadedPage("/b/"));
  expect(swaps).toEqual(["/b/ as /b/"]);
  expect(state.stays).toBe(1);
});

test("an overtaken visit does not use up the document load of its path", async () => {
  const { go, answer, resume, waiting, assigned } = createTestVisits();
  go("/a/");
  waiting.get("/a/")?.(failed);
  go("/b/");
  await answer("/b/", loadedPage("/b/"));
  resume();
  go("/a/");
  await answer("/a/", failed);
  expect(assigned).toEqual(["/a/"]);
});

test("a missing slice causes a document load", async () => {
  const { visits, go, answer, assigned, state } = createTestVisits();
  state.swapFails = true;
  go("/a/");
  await answer("/a/", loadedPage("/a/"));
  expect(assigned).toEqual(["/a/"]);
  expect(visits.state()).toMatchObject({ kind: "document_load", reason: "swap_failed" });
});

test("in any order of failures the newest visit wins and no path loads twice", async () => {
  for (let seed = 0; seed < 300; seed++) {
    const { visits, go, resume, waiting, swaps, assigned, steps, state } = createTestVisits();
    const random = randomNumbers(seed);
    let newestPath = "";
    for (let attempt = 0; attempt < 30; attempt++) {
      state.swapFails = random() < 0.2;
      state.errorPage = random() < 0.5 ? failed : loadedPage("/500.html");
      newestPath = `/${Math.floor(random() * 4)}/`;
      resume();
      go(newestPath);
      const pending = [...waiting.keys()];
      const path = random() < 0.7 ? pending[Math.floor(random() * pending.length)] : undefined;
      if (path) waiting.get(path)?.(random() < 0.4 ? failed : loadedPage(path));
      if (random() < 0.5) await settle();
    }
    for (const [path, answer] of waiting) answer(loadedPage(path));
    await settle();
    expect(new Set(assigned).size).toBe(assigned.length);
    const finalState = visits.state();
    expect(["done", "failed", "document_load"]).toContain(finalState.kind);
    expect(finalState).toMatchObject({ to: newestPath });
    if (finalState.kind === "done") expect(swaps.at(-1)).toMatch(new RegExp(` as ${newestPath}$`));
    // After the newest click, no other visit changes its state.
    const newestStep = steps.findLastIndex((step) => step.kind === "loading");
    expect(steps.slice(newestStep).every((step) => step.id === finalState.id)).toBe(true);
  }
});

test("a document load without a document ends the visit", async () => {
  const { visits, go, answer, noDocument, assigned, steps, swaps, state } = createTestVisits();
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
  const { visits, go, answer, noDocument, steps } = createTestVisits();
  go("/rules/");
  await answer("/rules/", { kind: "document_load", reason: "document" });
  const first = visits.state().id;
  go("/a/");
  expect(visits.state()).toMatchObject({ kind: "document_load", to: "/a/" });
  await noDocument();
  expect(steps.at(-1)).toEqual({ id: first + 1, kind: "cancelled", to: "/a/" });
});
