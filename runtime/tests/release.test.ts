// Noticing a deploy: how often is asked, and that new code reloads once.

import { expect, test } from "vitest";
import type { AppData } from "../src/core/page_data";
import { createRelease, ON_NAVIGATION, ON_VISIBLE } from "../src/core/release";

function deploys(...list: (AppData | undefined)[]) {
  let time = 0;
  let changes = 0;
  const asked: number[] = [];
  const remembered = new Set<string>();
  const release = createRelease(
    {
      now: () => time,
      once: (key) => remembered.size === remembered.add(key).size,
      fetch: async () => {
        asked.push(time);
        return list.length > 1 ? list.shift() : list[0];
      },
    },
    () => changes++,
  );
  return { release, asked, changes: () => changes, pass: (ms: number) => (time += ms) };
}

const app = (code: string, footer = "1"): AppData => ({ code, slices: { footer } });

test("on navigation app-data is asked for at most every 30 s", async () => {
  const { release, asked, pass } = deploys(app("a"));
  await release.check(0);
  pass(29_999);
  await release.check(ON_NAVIGATION);
  expect(asked).toHaveLength(1);
  pass(1);
  await release.check(ON_NAVIGATION);
  expect(asked).toHaveLength(2);
});

test("new code asks for one reload, and a server that is out of step for ever for no more [4.9-02]", async () => {
  const { release } = deploys(app("a"), app("b"), app("a"), app("b"));
  await release.check(0);
  expect(release.takeReload()).toBe(false);
  await release.check(0);
  expect(release.takeReload()).toBe(true);
  for (let turn = 0; turn < 4; turn++) {
    await release.check(0);
    expect(release.takeReload()).toBe(false);
  }
});

test("new text reloads nobody: changed slices are known, memory is asked to look again", async () => {
  const { release, changes } = deploys(app("a", "1"), app("a", "2"));
  await release.check(0);
  await release.check(0);
  expect(release.takeReload()).toBe(false);
  expect(release.slices()).toEqual({ footer: "2" });
  expect(changes()).toBe(1);
});

test("an answer that is no app-data changes nothing", async () => {
  const { release, changes } = deploys(app("a"), undefined);
  await release.check(0);
  await release.check(0);
  expect(release.takeReload()).toBe(false);
  expect(changes()).toBe(0);
});

test("who asks while an answer is under way gets that answer", async () => {
  const { release, pass } = deploys(app("a"), app("b"));
  await release.check(0);
  pass(ON_NAVIGATION);
  void release.check(ON_NAVIGATION);
  expect(release.takeReload()).toBe(false);
  await release.check(ON_NAVIGATION);
  expect(release.takeReload()).toBe(true);
});

test("new pages alone make the tab forget what it loaded, and reload nothing", async () => {
  const { release, changes, pass } = deploys({ ...app("a"), pages: "1" }, { ...app("a"), pages: "2" });
  await release.check(0);
  pass(ON_NAVIGATION);
  await release.check(ON_NAVIGATION);
  expect(changes()).toBe(1);
  expect(release.takeReload()).toBe(false);
});

test("code of another release that a page needs reloads once for each, however often it comes", async () => {
  const { release } = deploys(app("a"));
  await release.check(0);
  expect(release.takeReload("/assets/shared-2.js")).toBe(true);
  expect(release.takeReload("/assets/shared-2.js")).toBe(false);
  expect(release.takeReload("/assets/shared-3.js")).toBe(true);
  expect(release.takeReload()).toBe(false);
});

test("new code is due until a navigation took it, or could not", async () => {
  const { release } = deploys(app("a"), app("b"), app("c"), app("a"), app("b"));
  await release.check(0);
  expect(release.isDue()).toBe(false);
  await release.check(0);
  expect(release.isDue()).toBe(true);
  expect(release.takeReload()).toBe(true);
  expect(release.isDue()).toBe(false);
  await release.check(0);
  expect(release.isDue()).toBe(true);
  await release.check(0);
  expect(release.isDue()).toBe(false);
  await release.check(0);
  expect(release.isDue()).toBe(false);
});

test("when the tab becomes visible app-data is asked for at most every 5 min", async () => {
  const { release, asked, pass } = deploys(app("a"));
  await release.check(0);
  pass(299_999);
  await release.check(ON_VISIBLE);
  expect(asked).toHaveLength(1);
  pass(1);
  await release.check(ON_VISIBLE);
  expect(asked).toHaveLength(2);
});
