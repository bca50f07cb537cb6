// The page /cashier/: information for guests, and for players the same tabs as in the modal (rows 2.1-09, 2.3-01, 2.5-03).

import type { Page } from "@playwright/test";
import { loginDialog } from "../pages/dialogs";
import { expect, expectAccessible, rows, test, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const cashierRegion = (page: Page) => page.getByRole("region", { name: "CASHIER" });

test("a guest gets login and deposit information, without bar and footer", {
  annotation: rows("2.1-09", "2.3-01", "2.5-03", "A9"),
}, async ({ page }) => {
  const response = await page.goto("/cashier/");
  expect(response?.status()).toBe(200);
  await waitForLoader(page);
  const login = loginDialog(page);
  await expect(login).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(login).toBeHidden();
  await expect(page).toHaveURL("/cashier/");
  await expect(page.getByRole("heading", { name: "Cashier", level: 1 })).toBeVisible();
  await expect(page.getByRole("banner")).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Set a deposit limit" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Get help" })).toBeVisible();
  await expect(cashierRegion(page)).toBeHidden();
  await expectAccessible(page);
  await page.getByRole("button", { name: "LOGIN" }).click();
  await expect(login).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("all information is in the HTML", { annotation: rows("2.1-09") }, async ({ page }) => {
    await page.goto("/cashier/");
    await expect(page.getByRole("heading", { name: "How a deposit goes" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Set a deposit limit" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to the lobby" })).toBeVisible();
  });
});

test.describe("for a player", () => {
  test.use({ player: "annx" });

  test("both tabs are on the page, and deposit works", { annotation: rows("2.1-09", "2.7-02", "2.12-02") }, async ({
    page,
    context,
  }) => {
    await page.goto("/cashier/");
    await expect(cashierRegion(page).getByRole("heading", { name: "ACTIVE BALANCE" })).toBeVisible();
    await expect(cashierRegion(page).getByText("$50.00")).toBeVisible();
    await expect(page.getByRole("button", { name: "LOGIN" })).toHaveCount(0);
    await expectAccessible(page);
    await cashierRegion(page).getByRole("tab", { name: "CASHIER" }).click();
    const tab = context.waitForEvent("page");
    await cashierRegion(page).getByRole("button", { name: "DEPOSIT", exact: true }).click();
    await (await tab).waitForURL(/Deposits\.asp/);
    await expect(page).toHaveURL("/cashier/");
  });

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test("nothing is wider than the screen", async ({ page }) => {
      await page.goto("/cashier/");
      await expect(cashierRegion(page).getByRole("heading", { name: "ACTIVE BALANCE" })).toBeVisible();
      const [contentWidth, viewportWidth] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth];
      });
      expect(contentWidth).toBeLessThanOrEqual(viewportWidth ?? 0);
    });
  });
});

test.describe("with a coupon in play", () => {
  test.use({ player: "inplay" });

  test("Keep playing goes to the lobby", { annotation: rows("2.7-09") }, async ({ page }) => {
    await page.goto("/cashier/");
    await cashierRegion(page).getByRole("button", { name: "Keep playing" }).click();
    await expect(page).toHaveURL("/lobby/games/");
  });
});
