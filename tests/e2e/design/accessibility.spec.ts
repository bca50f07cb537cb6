// All pages: no horizontal scrolling, and no serious axe violation.

import { expect, expectAccessible, test } from "../support/test";

const PAGES = [
  "/",
  "/info/banking/",
  "/info/responsiblegaming/",
  "/welcomeoffer/",
  "/vip/",
  "/freespins/",
  "/nodepositbonus/",
  "/marketing/",
  "/downloadlobby/",
  "/lobby/games/",
  "/games/",
  "/games/gold-rush/",
  "/lobby/promotions/",
  "/cashier/",
  "/404.html",
];

// A page of 1,280 px has a width of 320 px at a zoom of 400 percent.
for (const width of [320, 360, 390, 1280]) {
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

test.describe("accessibility", () => {
  for (const route of PAGES)
    test(`axe finds nothing serious on ${route}`, async ({ page }) => {
      await page.goto(route);
      await expectAccessible(page);
    });
});
