// With forced colors, such as the high contrast of Windows, browsers drop backgrounds and shadows. What they say must be seen without them.

import type { Locator, Page } from "@playwright/test";
import { COUPONS_PATH } from "../pages/coupons";
import { menuButton } from "../pages/dialogs";
import { openAsNewPlayer } from "../support/players";
import { expect, test, waitForFullLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

/** Returns whether an element looks different after a change. */
async function looksDifferent(locator: Locator, change: (element: Element) => void): Promise<boolean> {
  // After the change, the locator may not find the element.
  const element = await locator.elementHandle();
  if (!element) return false;
  const before = await element.screenshot({ animations: "disabled" });
  await element.evaluate(change);
  return !before.equals(await element.screenshot({ animations: "disabled" }));
}

const unmark = (link: Element) => link.removeAttribute("aria-current");
const current = (parent: Locator) => parent.locator("a[aria-current]");

async function open(page: Page, path: string) {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await page.goto(path);
  await waitForFullLoader(page);
}

test("the current page is marked in the bar and in the menu of the account", async ({ page }) => {
  await openAsNewPlayer(page, "ready");
  await open(page, "/lobby/promotions/");
  expect(await looksDifferent(current(page.getByRole("banner")), unmark)).toBe(true);
  await open(page, "/lobby/account/preferences/");
  expect(await looksDifferent(current(page.locator(".subnav")), unmark)).toBe(true);
});

test("the current page is marked in the menu of phones", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/lobby/promotions/");
  await menuButton(page).click();
  expect(await looksDifferent(current(page.locator(".mobile-menu__list")), unmark)).toBe(true);
});

test("the wagering progress is visible", async ({ page }) => {
  await openAsNewPlayer(page, "inplay");
  await open(page, COUPONS_PATH);
  const bar = page.locator(".coupon--redeemed").getByRole("progressbar");
  const empty = (progress: Element) => progress.setAttribute("value", "0");
  expect(await looksDifferent(bar, empty)).toBe(true);
});
