// Records the layout shifts of a page that occur without user input, as the browser reports them.

import type { Page } from "@playwright/test";

/** A layout shift: its score, and the HTML of the elements that moved. */
interface Shift {
  readonly by: number;
  readonly what: readonly string[];
}

/** Records layout shifts on pages that load from now on. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const moved: Shift[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        const what = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML : "text").slice(0, 120));
        if (!entry.hadRecentInput) moved.push({ by: entry.value, what });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/** Returns the layout shifts so far, except those that are too small to see. */
export const shifts = (page: Page) =>
  page.evaluate(async () => {
    // The browser reports the shifts of a frame after it.
    await new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(then))));
    return (window as unknown as { moved: Shift[] }).moved.filter(({ by }) => by > 0.001);
  });

/** Returns the sum of all shift scores. Up to 0.1 counts as good. */
export const shifted = async (page: Page) => (await shifts(page)).reduce((sum, { by }) => sum + by, 0);
