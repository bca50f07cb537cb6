// The watch of the cashier's tabs: `closed` of a tab turns true some time after the page has the focus again.

import { beforeEach, expect, test, vi } from "vitest";
import { watchTabs } from "../../deposit/model/tab_watch";

let now_ms = 10_000;
let timers: { readonly at_ms: number; readonly look: () => void }[] = [];
let isVisible = true;
const refresh = vi.fn();
const end = vi.fn();

beforeEach(() => {
  timers = [];
  isVisible = true;
  vi.clearAllMocks();
});

function create() {
  return watchTabs({
    now: () => now_ms,
    later(look, delay_ms) {
      const timer = { at_ms: now_ms + delay_ms, look };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    isVisible: () => isVisible,
    refresh,
    end,
  });
}

/** Advances the clock and returns the number of looks. */
function pass(time_ms: number): number {
  const until_ms = now_ms + time_ms;
  let looks = 0;
  for (;;) {
    const next = timers.filter(({ at_ms }) => at_ms <= until_ms).sort((a, b) => a.at_ms - b.at_ms)[0];
    if (!next) break;
    timers = timers.filter((timer) => timer !== next);
    now_ms = next.at_ms;
    looks += 1;
    next.look();
  }
  now_ms = until_ms;
  return looks;
}

/** The player goes to the tab of the cashier, and returns after a minute. */
function leave() {
  pass(100);
  isVisible = false;
  pass(60_000);
}

// Rows: 2.12-04, A40
test.each([0, 5, 70, 300])("a tab that is closed %d ms after the return causes one refresh", (delay_ms) => {
  const watch = create();
  const tab = { closed: false };
  watch.add(tab);
  leave();
  isVisible = true;
  const returned_ms = now_ms;
  watch.returned();
  watch.returned();
  if (delay_ms > 0) pass(delay_ms);
  tab.closed = true;
  pass(10_000);
  // What other code has requested since the return is not requested again.
  expect(refresh.mock.calls.at(-1)).toEqual([returned_ms]);
  // Before, only data that is older than the time for which it is fresh was loaded again.
  expect(refresh.mock.calls.slice(0, -1)).toEqual(delay_ms === 0 ? [] : [[returned_ms - 4000]]);
  expect(end).toHaveBeenCalledTimes(1);
  expect(timers).toEqual([]);
});

test("several tabs share one watch, and those that are closed together cause one refresh", () => {
  const watch = create();
  const tabs = [{ closed: false }, { closed: false }, { closed: false }];
  for (const tab of tabs) watch.add(tab);
  expect(timers).toHaveLength(1);
  leave();
  for (const tab of tabs.slice(0, 2)) tab.closed = true;
  isVisible = true;
  watch.returned();
  pass(1000);
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(end).not.toHaveBeenCalled();
  leave();
  for (const tab of tabs) tab.closed = true;
  isVisible = true;
  watch.returned();
  pass(1000);
  expect(refresh).toHaveBeenCalledTimes(2);
  expect(end).toHaveBeenCalledTimes(1);
});

test("a tab that is closed in another window is noticed within a second, and everything is loaded again", () => {
  const watch = create();
  const tab = { closed: false };
  watch.add(tab);
  pass(60_000);
  tab.closed = true;
  pass(1000);
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(refresh.mock.calls[0]?.[0]).toBeGreaterThan(now_ms - 1000);
});

test("a hidden page does not look, and an open tab costs at most one look in a second", () => {
  const watch = create();
  watch.add({ closed: false });
  expect(pass(60_000)).toBeLessThan(70);
  isVisible = false;
  pass(2000);
  expect(pass(60_000)).toBe(0);
  watch.returned();
  expect(timers).toEqual([]);
  isVisible = true;
  watch.returned();
  pass(1000);
  watch.stop();
  expect(pass(60_000)).toBe(0);
  expect(end).not.toHaveBeenCalled();
});
