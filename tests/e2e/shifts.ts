// What moves on a page without anybody having touched it, as browsers tell of it.

import type { Page } from "@playwright/test";

/** Something that moved: by how much of the screen, and what it was. */
interface Shift {
  readonly by: number;
  readonly what: readonly string[];
}

/** Takes down what moves on the pages that are loaded from now on. */
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

/** What has moved so far, but for what nobody sees. */
export const shifts = (page: Page) =>
  page.evaluate(async () => {
    // What moved in a frame is told after it.
    await new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(then))));
    return (window as unknown as { moved: Shift[] }).moved.filter(({ by }) => by > 0.001);
  });

/** How much of the screen has moved in all: up to 0.1 counts as good. */
export const shifted = async (page: Page) => (await shifts(page)).reduce((sum, { by }) => sum + by, 0);
