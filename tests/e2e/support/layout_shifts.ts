// Records the layout shifts of a page that occur without user input, as the browser reports them.

import { expect, type Page } from "@playwright/test";

/** A layout shift: its score, and the HTML of the elements that moved. */
interface Shift {
  readonly score: number;
  readonly elements: readonly string[];
}

/** Records layout shifts on pages that load from now on. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        const elements = entry.sources.map(({ node }) =>
          (node instanceof Element ? node.outerHTML : "text").slice(0, 120),
        );
        if (!entry.hadRecentInput) shifts.push({ score: entry.value, elements });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/** Returns the layout shifts so far, except those that are too small to see. */
export const readShifts = (page: Page) =>
  page.evaluate(async () => {
    // The browser reports the shifts of a frame after it.
    await new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 2000 }))),
    );
    return (window as unknown as { shifts: Shift[] }).shifts.filter(({ score }) => score > 0.001);
  });

/** Expects that elements shift at most by a total score. Up to 0.1 counts as good. A failure lists the elements. */
export async function expectShiftBelow(page: Page, limit: number, description = "") {
  const shifts = await readShifts(page);
  const total = shifts.reduce((sum, { score }) => sum + score, 0);
  expect(total, `${description} ${JSON.stringify(shifts)}`).toBeLessThan(limit);
}
