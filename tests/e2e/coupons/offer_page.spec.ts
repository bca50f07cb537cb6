// The page of the welcome offer, on which a signed-in player can claim it (A6).

import type { Page } from "@playwright/test";
import { couponCard } from "../pages/coupons";
import { cashierDialog } from "../pages/dialogs";
import { openAsNewPlayer } from "../support/players";
import { injectFault } from "../support/requests";
import { expect, expectNoViolations, rows, test } from "../support/test";

test.use({ serviceWorkers: "block" });

const PATH = "/welcomeoffer/";
const section = (page: Page) => page.getByRole("region", { name: "Your coupon" });

test("a player claims the welcome offer on its page", { annotation: rows("2.1-20", "A6") }, async ({ page }) => {
  await openAsNewPlayer(page, "ready");
  await page.goto(PATH);
  const card = couponCard(page, "MAX325");
  const sent = page.waitForRequest(/\/v2\/players\/\d+\/coupons\?.*couponCode=MAX325/);
  await card.getByRole("button", { name: "REDEEM", exact: true }).click();
  await sent;
  await expect(card).toHaveAttribute("data-status", "requested");
  await expect(card.getByRole("button", { name: "DEPOSIT" })).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoViolations(page);
  }
  await card.getByRole("button", { name: "CANCEL" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel coupon" }).click();
  await expect(card).toHaveAttribute("data-status", "available");
  await expect(cashierDialog(page)).toBeHidden();
});

test("a player whose coupons do not include the offer gets a link to them", { annotation: rows("2.1-20") }, async ({
  page,
}) => {
  await openAsNewPlayer(page, "inplay");
  await injectFault(page, "**/coupondetails?*", { body: [] });
  await page.goto(PATH);
  await expect(section(page)).toContainText("This coupon is not open to you now.");
  await section(page).getByRole("link", { name: "See your coupons" }).click();
  await page.waitForURL("/lobby/promotions/");
});

test("coupons that fail to load are not reported as missing", { annotation: rows("A129") }, async ({ page }) => {
  await openAsNewPlayer(page, "ready");
  await injectFault(page, "**/coupondetails?*", { status: 500 });
  await page.goto(PATH);
  await expect(section(page)).toContainText("No coupons to show right now.");
  await page.unroute("**/coupondetails?*");
  await section(page).getByRole("button", { name: "Retry" }).click();
  await expect(couponCard(page, "MAX325")).toBeVisible();
});

test("a guest has no card on the page", async ({ page }) => {
  await page.goto(PATH);
  await expect(page.getByRole("heading", { name: "What you get" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your coupon" })).toBeHidden();
});
