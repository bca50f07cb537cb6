// The prefetch queue: batches, timing, skipped pages, and failures that do not block it.

import { beforeEach, expect, test } from "vitest";
import {
  BATCH_INTERVAL_MS,
  BATCH_SIZE,
  createPrefetch,
  MAX_PER_PAGE,
  type PrefetchPorts,
} from "../src/loader/core/prefetch";

const loaded: string[] = [];
const cachedPages = new Set<string>();
let timers: { at: number; run: () => void }[] = [];
let now = 0;
let state = { allowed: true, busy: false };

const ports: PrefetchPorts = {
  load: async (path) => void loaded.push(path),
  has: (path) => cachedPages.has(path),
  allowed: () => state.allowed,
  busy: () => state.busy,
  after(ms, run) {
    const timer = { at: now + ms, run };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  },
};

function advance(ms: number) {
  now += ms;
  const due = timers.filter((timer) => timer.at <= now);
  timers = timers.filter((timer) => timer.at > now);
  for (const timer of due) timer.run();
}

beforeEach(() => {
  loaded.length = 0;
  cachedPages.clear();
  timers = [];
  now = 0;
  state = { allowed: true, busy: false };
});

const paths = (count: number) => Array.from({ length: count }, (_, at) => `/p${at}/`);

// Rows: 4.9-03
test("four pages load 3000 ms after the first visible link, then four every 3000 ms", () => {
  expect(BATCH_INTERVAL_MS).toBe(3000);
  const prefetch = createPrefetch(ports);
  for (const path of paths(10)) prefetch.addVisible(path);
  advance(BATCH_INTERVAL_MS - 1);
  expect(loaded).toEqual([]);
  advance(1);
  expect(loaded).toEqual(["/p9/", "/p8/", "/p7/", "/p6/"]);
  advance(BATCH_INTERVAL_MS - 1);
  expect(loaded).toHaveLength(BATCH_SIZE);
  advance(1);
  expect(loaded).toHaveLength(2 * BATCH_SIZE);
  advance(BATCH_INTERVAL_MS);
  expect(loaded).toHaveLength(10);
  advance(BATCH_INTERVAL_MS);
  expect(timers).toEqual([]);
});

// Rows: 9-24
test("at most 4 prefetches start in 3000 ms", () => {
  expect([BATCH_SIZE, BATCH_INTERVAL_MS]).toEqual([4, 3000]);
  const prefetch = createPrefetch(ports);
  const startTimes: number[] = [];
  for (let time = 0; time < 20_000; time += 100) {
    if (time % 300 === 0) prefetch.addVisible(`/t${time}/`);
    const before = loaded.length;
    advance(100);
    for (let count = before; count < loaded.length; count++) startTimes.push(now);
  }
  expect(startTimes.length).toBeGreaterThan(15);
  for (const start of startTimes)
    expect(
      startTimes.filter((other) => other > start - BATCH_INTERVAL_MS && other <= start).length,
    ).toBeLessThanOrEqual(BATCH_SIZE);
});

test("hanging and failing pages do not stop the queue", () => {
  const prefetch = createPrefetch({
    ...ports,
    load: (path) => {
      loaded.push(path);
      return new Promise(() => {});
    },
  });
  for (const path of paths(12)) prefetch.addVisible(path);
  for (let round = 0; round < 3; round++) advance(BATCH_INTERVAL_MS);
  expect(loaded).toHaveLength(12);
});

test("a page is queued once, and loaded pages are skipped", () => {
  const prefetch = createPrefetch(ports);
  cachedPages.add("/known/");
  for (const path of ["/a/", "/a/", "/known/", "/a/"]) prefetch.addVisible(path);
  advance(BATCH_INTERVAL_MS);
  expect(loaded).toEqual(["/a/"]);
});

test("prefetching pauses during navigation and in a hidden tab", () => {
  const prefetch = createPrefetch(ports);
  prefetch.addVisible("/a/");
  state.busy = true;
  advance(BATCH_INTERVAL_MS);
  expect(loaded).toEqual([]);
  state.busy = false;
  advance(BATCH_INTERVAL_MS);
  expect(loaded).toEqual(["/a/"]);
});

test("with data saving nothing is prefetched, not even on hover", () => {
  state.allowed = false;
  const prefetch = createPrefetch(ports);
  prefetch.addVisible("/a/");
  prefetch.prefetchNow("/b/");
  advance(BATCH_INTERVAL_MS);
  expect(loaded).toEqual([]);
});

test("a hovered link is loaded at once and only once", () => {
  const prefetch = createPrefetch(ports);
  prefetch.addVisible("/a/");
  prefetch.prefetchNow("/a/");
  expect(loaded).toEqual(["/a/"]);
  advance(BATCH_INTERVAL_MS);
  expect(loaded).toEqual(["/a/"]);
});

test("one page view has a limit of prefetches, and the next starts over", () => {
  const prefetch = createPrefetch(ports);
  for (const path of paths(MAX_PER_PAGE + 10)) prefetch.addVisible(path);
  for (let round = 0; round < 20; round++) advance(BATCH_INTERVAL_MS);
  expect(loaded).toHaveLength(MAX_PER_PAGE);
  prefetch.clear();
  prefetch.addVisible("/next/");
  advance(BATCH_INTERVAL_MS);
  expect(loaded).toContain("/next/");
});

// Rows: 4.9-03
test("a new page view waits from its own first link", () => {
  const prefetch = createPrefetch(ports);
  prefetch.addVisible("/a/");
  advance(BATCH_INTERVAL_MS - 100);
  prefetch.clear();
  prefetch.addVisible("/b/");
  advance(BATCH_INTERVAL_MS - 1);
  expect(loaded).toEqual([]);
  advance(1);
  expect(loaded).toEqual(["/b/"]);
});
