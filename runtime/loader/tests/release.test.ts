// Detecting deploys: how often app-data is requested, and that new code causes one reload.

import { expect, test } from "vitest";
import type { AppData } from "../src/loader/core/page_data";
import {
  createRelease,
  MAX_RELOADS,
  ON_NAVIGATION_MS,
  ON_VISIBLE_MS,
  RELOADS_SPAN_MS,
} from "../src/loader/core/release";

/** Returns a tab that receives the responses of `list`. The last one repeats. */
function deploys(...list: (AppData | undefined)[]) {
  return tab(list);
}

function tab(list: (AppData | undefined)[], used = new Set<string>(), boot = "boot-1.js") {
  let time = 0;
  let changes = 0;
  const requestTimes: number[] = [];
  const release = createRelease(
    {
      now: () => time,
      clock: () => time,
      onceInTab: (key) => used.size !== used.add(key).size,
      boot,
      fetch: async () => {
        requestTimes.push(time);
        return list.length > 1 ? list.shift() : list[0];
      },
    },
    () => changes++,
  );
  return { release, requestTimes, changes: () => changes, pass: (ms: number) => (time += ms) };
}

const app = (code: string, footer = "1", boot = ""): AppData => ({
  code,
  shell: code,
  boot,
  slices: { footer },
  pages: "",
  documents: undefined,
});

test("navigation requests app-data at most every 30 s", async () => {
  const { release, requestTimes, pass } = deploys(app("a"));
  await release.check(0);
  pass(29_999);
  await release.check(ON_NAVIGATION_MS);
  expect(requestTimes).toHaveLength(1);
  pass(1);
  await release.check(ON_NAVIGATION_MS);
  expect(requestTimes).toHaveLength(2);
});

// Rows: 4.9-02
test("new code asks for one reload, and an inconsistent server for no more", async () => {
  const { release } = deploys(app("a"), app("b"), app("a"), app("b"));
  await release.check(0);
  expect(release.shouldReloadForRelease()).toBe(false);
  await release.check(0);
  expect(release.shouldReloadForRelease()).toBe(true);
  for (let turn = 0; turn < 4; turn++) {
    await release.check(0);
    expect(release.shouldReloadForRelease()).toBe(false);
  }
});

test("new text causes no reload, but changed slices and pages are refetched", async () => {
  const { release, changes } = deploys(app("a", "1"), app("a", "2"));
  await release.check(0);
  await release.check(0);
  expect(release.shouldReloadForRelease()).toBe(false);
  expect(release.slices()).toEqual({ footer: "2" });
  expect(changes()).toBe(1);
});

test("a response that is not app-data changes nothing", async () => {
  const { release, changes } = deploys(app("a"), undefined);
  await release.check(0);
  await release.check(0);
  expect(release.shouldReloadForRelease()).toBe(false);
  expect(changes()).toBe(0);
});

test("a check during a request shares its result", async () => {
  const { release, pass } = deploys(app("a"), app("b"));
  await release.check(0);
  pass(ON_NAVIGATION_MS);
  void release.check(ON_NAVIGATION_MS);
  expect(release.shouldReloadForRelease()).toBe(false);
  await release.check(ON_NAVIGATION_MS);
  expect(release.shouldReloadForRelease()).toBe(true);
});

test("new pages only clear the page cache", async () => {
  const { release, changes, pass } = deploys({ ...app("a"), pages: "1" }, { ...app("a"), pages: "2" });
  await release.check(0);
  pass(ON_NAVIGATION_MS);
  await release.check(ON_NAVIGATION_MS);
  expect(changes()).toBe(1);
  expect(release.shouldReloadForRelease()).toBe(false);
});

test("a tab with older HTML than app-data is recognized by its entry file", async () => {
  const release = tab([app("b", "1", "assets/boot-2.js")]).release;
  await release.check(0);
  expect(release.isDue()).toBe(true);
  expect([release.shouldReloadForRelease(), release.shouldReloadForRelease()]).toEqual([true, false]);
  const same = tab([app("b", "1", "assets/boot-1.js")]).release;
  await same.check(0);
  expect(same.isDue()).toBe(false);
});

test("a changed island of one page causes no reload", async () => {
  const { release, changes } = deploys(app("a"), { ...app("a"), code: "b", pages: "2" });
  await release.check(0);
  await release.check(0);
  expect(changes()).toBe(1);
  expect(release.shouldReloadForRelease()).toBe(false);
});

test("a cluster with mixed releases costs few document loads", async () => {
  const used = new Set<string>();
  let loads = 0;
  for (let turn = 0; turn < 50; turn++) {
    const { release } = tab([app(`a${turn}`), app(`b${turn}`)], used);
    await release.check(0);
    await release.check(0);
    if (release.shouldReloadForRelease()) loads++;
  }
  expect(loads).toBe(MAX_RELOADS);
  const { release, pass } = tab([app("y"), app("z")], used);
  pass(RELOADS_SPAN_MS);
  await release.check(0);
  await release.check(0);
  expect(release.shouldReloadForRelease()).toBe(true);
});

// Rows: 8-28
test("paths that are not pages are known from the first app-data on", async () => {
  const { release } = deploys({ ...app("a"), documents: ["/promo.html", "/legacy/"] });
  expect(release.isDocument("/legacy/")).toBeUndefined();
  await release.check(0);
  expect(["/legacy/", "/promo.html", "/info/faq/"].map(release.isDocument)).toEqual([true, true, false]);
  const withoutDocuments = deploys(app("a")).release;
  await withoutDocuments.check(0);
  expect(withoutDocuments.isDocument("/legacy/")).toBeUndefined();
});

test("new code stays due until a navigation loads it", async () => {
  const { release } = deploys(app("a"), app("b"), app("c"), app("a"), app("b"));
  await release.check(0);
  expect(release.isDue()).toBe(false);
  await release.check(0);
  expect(release.isDue()).toBe(true);
  expect(release.shouldReloadForRelease()).toBe(true);
  expect(release.isDue()).toBe(false);
  await release.check(0);
  expect(release.isDue()).toBe(true);
  await release.check(0);
  expect(release.isDue()).toBe(false);
  await release.check(0);
  expect(release.isDue()).toBe(false);
});

test("a visible tab requests app-data at most every 5 minutes", async () => {
  const { release, requestTimes, pass } = deploys(app("a"));
  await release.check(0);
  pass(299_999);
  await release.check(ON_VISIBLE_MS);
  expect(requestTimes).toHaveLength(1);
  pass(1);
  await release.check(ON_VISIBLE_MS);
  expect(requestTimes).toHaveLength(2);
});
