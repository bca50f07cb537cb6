// What every page owes to every reader: no sideways scrolling, and nothing that axe finds serious.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "./test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PAGES = [
  "/",
  "/info/banking/",
  "/info/responsiblegaming/",
  "/welcomeoffer/",
  "/lobby/games/",
  "/lobby/promotions/",
  "/cashier/",
  "/404.html",
];

for (const width of [360, 390, 1280]) {
  test(`no page scrolls sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const route of PAGES) {
      await page.goto(route);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), route).toBeLessThanOrEqual(
        0,
      );
    }
  });
}

for (const route of PAGES) {
  test(`axe finds nothing serious on ${route}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ bypassCSP: true, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(baseURL + route);
    await page.addScriptTag({ content: axe });
    const found = await page.evaluate(async () => {
      const { violations } = await (
        window as unknown as {
          axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
        }
      ).axe.run();
      return violations
        .filter(({ impact }) => ["serious", "critical"].includes(impact))
        .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
    expect(found).toEqual([]);
    await context.close();
  });
}
