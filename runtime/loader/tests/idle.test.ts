// Tests when code that can wait starts.
// @vitest-environment happy-dom

import { expect, test, vi } from "vitest";
import { waitForIdle } from "../src/loader/browser/islands/islands";

/** Runs idle callbacks at once, with these deadlines in their order. Returns how many ran. */
async function callbacksUntilIdle(
  deadlines: readonly { readonly didTimeout: boolean; readonly remaining_ms: number }[],
) {
  let count = 0;
  vi.stubGlobal("requestIdleCallback", (callback: IdleRequestCallback) => {
    const { didTimeout, remaining_ms } = deadlines[count++] ?? { didTimeout: false, remaining_ms: 0 };
    queueMicrotask(() => callback({ didTimeout, timeRemaining: () => remaining_ms }));
    return count;
  });
  await waitForIdle(10);
  vi.unstubAllGlobals();
  return count;
}

test("code waits until no frame is due soon", async () => {
  const busy = { didTimeout: false, remaining_ms: 8 };
  expect(await callbacksUntilIdle([busy, busy, { didTimeout: false, remaining_ms: 40 }])).toBe(3);
});

test("code waits for an endless animation only for a number of frames", async () => {
  expect(await callbacksUntilIdle([])).toBe(10);
});

test("code starts on a page that has no idle time at all", async () => {
  expect(await callbacksUntilIdle([{ didTimeout: true, remaining_ms: 0 }])).toBe(1);
});
