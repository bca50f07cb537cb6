// Back to the coupons of a player after a change, so that they are loaded again: the scroll position on a slow device.

import type { Page } from "@playwright/test";
import { COUPONS_PATH, couponCard, couponCodeField } from "../pages/coupons";
import { navigate } from "../pages/navigation";
import { openAsNewPlayer } from "../support/players";
import { expect, test, waitForFullLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const scrollTop = (page: Page) => page.evaluate(() => scrollY);

test("Back to the coupons restores the scroll position on a slow device", async ({ page }) => {
  await openAsNewPlayer(page, "ready");
  await page.goto(COUPONS_PATH);
  await waitForFullLoader(page);
  // A page that the player has changed is not kept in memory.
  await couponCodeField(page).fill("X");
  await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
  await expect.poll(() => scrollTop(page)).toBe(900);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await navigate(page, "/info/faq/");
  await page.waitForURL("/info/faq/");
  await page.goBack();
  await expect(couponCard(page, "DEP250")).toBeVisible();
  await expect.poll(() => scrollTop(page)).toBe(900);
});
