// The slices around the page: footer, mobile menu, and layouts without them.

import { loginButton, loginDialog, menuButton, menuDialog } from "../pages/dialogs";
import { logIn } from "../pages/onboarding";
import { expect, gate, rows, test, waitForFullLoader, waitForLoader } from "../support/test";

test.use({ motion: true });

for (const route of ["/cashier/", "/downloadlobby/"]) {
  test(`${route} has no navigation bar and no footer`, {
    annotation: rows("2.3-01", "2.3-02", "2.5-02", "2.5-03"),
  }, async ({ page }) => {
    await page.goto(route);
    await expect(page.getByRole("banner")).toHaveCount(0);
    await expect(page.locator("footer")).toHaveCount(0);
  });
}

for (const route of ["/lobby/games/", "/lobby/promotions/", "/lobby/account/history/"]) {
  test(`${route} has no footer`, { annotation: rows("2.5-01") }, async ({ page }) => {
    await page.goto(route);
    await expect(page.locator("footer")).toHaveCount(0);
  });
}

const LINKS = {
  "2.5-04": ["SECURITY", "/info/security/"],
  "2.5-05": ["PRIVACY", "/info/privacy/"],
  "2.5-06": ["BANKING", "/info/banking/"],
  "2.5-07": ["FAIR GAMING", "/info/fairgaming/"],
  "2.5-08": ["ANTI MONEY LAUNDERING", "/info/antimoneylaundering/"],
  "2.5-09": ["RESPONSIBLE GAMING", "/info/responsiblegaming/"],
  "2.5-10": ["KNOW YOUR CUSTOMER", "/info/knowyourcustomer/"],
  "2.5-11": ["FAQ", "/info/faq/"],
  "2.5-12": ["TERMS", "/info/terms/"],
  "2.5-13": ["ABOUT US", "/info/about/"],
  "2.5-14": ["CONTACT US", "/info/contactus/"],
} as const;

test("the footer links to the information pages", {
  annotation: rows(
    "2.5-04",
    "2.5-05",
    "2.5-06",
    "2.5-07",
    "2.5-08",
    "2.5-09",
    "2.5-10",
    "2.5-11",
    "2.5-12",
    "2.5-13",
    "2.5-14",
  ),
}, async ({ page }) => {
  await page.goto("/");
  await waitForLoader(page);
  for (const [label, path] of Object.values(LINKS)) {
    await page
      .getByRole("navigation", { name: "Information", exact: true })
      .getByRole("link", { name: label, exact: true })
      .click();
    await page.waitForURL(path);
  }
});

test("the footer has its other links, logos, badges and seals", {
  annotation: rows("2.5-15", "2.5-16", "2.5-17", "2.5-18", "2.5-21", "2.5-22", "2.5-23", "2.5-24"),
}, async ({ page }) => {
  await page.goto("/");
  const footer = page.locator("footer");
  const affiliate = footer.getByRole("link", { name: "BE AN AFFILIATE" });
  await expect(affiliate).toHaveAttribute("target", "_blank");
  await expect(affiliate).toHaveAttribute("rel", /noopener/);
  expect(new URL((await affiliate.getAttribute("href")) ?? "").host).not.toBe(new URL(page.url()).host);
  for (const name of ["Facebook", "X", "Instagram"])
    await expect(footer.getByRole("link", { name, exact: true })).toBeVisible();
  const logos = footer.getByRole("list", { name: "Ways to pay" }).getByRole("img");
  expect(await logos.evaluateAll((images) => images.map((image) => image.getAttribute("alt")))).toEqual([
    "Mastercard",
    "Visa",
    "BTC",
    "USDT",
    "LTC",
  ]);
  await expect(footer.getByRole("img", { name: /21\+/ })).toBeVisible();
  await expect(footer.getByRole("link", { name: "Dispute resolution" })).toBeVisible();
  await expect(footer.getByRole("link", { name: "Player reviews" })).toBeVisible();
  await expect(footer.locator('a[href^="mailto:help@"]')).toBeVisible();
  await expect(footer).toContainText("owned by nobody");
  await expect(footer).toContainText("licence");
});

test("COUPONS in the navigation links to the promotions page", { annotation: rows("2.1-04") }, async ({ page }) => {
  await page.goto("/info/faq/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "COUPONS", exact: true }).click();
  await page.waitForURL("/lobby/promotions/");
  await expect(page.locator("h1")).toHaveText("Coupons");
});

test("the copyright year is that of the browser", { annotation: rows("2.5-25") }, async ({ page }) => {
  await page.clock.setFixedTime(new Date("2031-05-01T12:00:00Z"));
  await page.goto("/");
  await expect(page.locator("[data-year]")).toHaveText("2031");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the menu of a guest has its items and no items for players", {
    tag: "@smoke",
    annotation: rows("2.4-01", "2.4-02", "2.4-03", "2.4-04", "2.4-10", "2.4-12", "2.4-13", "6-03"),
  }, async ({ page }) => {
    await page.goto("/info/faq/");
    await waitForLoader(page);
    const menu = page.locator("#croupier-mobile-menu");
    for (const [label, path] of [
      ["GAMES", "/lobby/games/"],
      ["COUPONS", "/lobby/promotions/"],
      ["HOME", "/"],
    ] as const) {
      await menuButton(page).tap();
      await menu.getByRole("link", { name: label, exact: true }).tap();
      await page.waitForURL(path);
      await expect(menu).toBeHidden();
    }
    await menuButton(page).tap();
    await expect(menu.getByRole("button", { name: "SIGN UP" })).toBeVisible();
    for (const name of ["Cashier", "LOG OUT"]) await expect(menu.getByRole("button", { name })).toHaveCount(0);
    await expect(menu.getByRole("link", { name: "Manage Account" })).toHaveCount(0);
    await menu.getByRole("button", { name: "LOGIN" }).tap();
    await expect(loginDialog(page)).toBeVisible();
  });

  test("MORE INFO opens the legal list, which closes by Back and after 500 ms", {
    annotation: rows("2.4-05", "2.4-06", "4.8-02", "9-21"),
  }, async ({ page }) => {
    await page.clock.install();
    await page.goto("/info/faq/");
    const menu = page.locator("#croupier-mobile-menu");
    await menuButton(page).tap();
    await menu.getByRole("button", { name: "MORE INFO" }).tap();
    await expect(menu.getByRole("link", { name: "ANTI MONEY LAUNDERING" })).toBeVisible();
    await menu.getByRole("button", { name: "Back" }).tap();
    await expect(menu.getByRole("link", { name: "GAMES" })).toBeVisible();
    // The clock is paused from here on. The menu counts its close events.
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await menu.evaluate((element) => {
      element.addEventListener("close", () => {
        element.dataset.closed = String(Number(element.dataset.closed ?? 0) + 1);
      });
    });

    await menu.getByRole("button", { name: "MORE INFO" }).tap();
    await menu.getByRole("button", { name: "Close the menu" }).tap();
    await expect(menu).toHaveAttribute("data-closed", "1");
    await page.clock.runFor(499);
    await menuButton(page).tap();
    await expect(menu.getByRole("button", { name: "Back" })).toBeVisible();
    await menu.getByRole("button", { name: "Close the menu" }).tap();
    await expect(menu).toHaveAttribute("data-closed", "2");
    await page.clock.runFor(500);
    await menuButton(page).tap();
    await expect(menu.getByRole("link", { name: "GAMES" })).toBeVisible();
  });

  test("MORE INFO and Back move the focus", { annotation: rows("2.4-05", "2.4-06") }, async ({ page }) => {
    await page.goto("/info/faq/");
    await waitForLoader(page);
    await menuButton(page).press("Enter");
    const menu = menuDialog(page);
    await expect(menu.getByRole("navigation", { name: "Pages" })).toBeVisible();
    await menu.getByRole("button", { name: "MORE INFO" }).press("Enter");
    await expect(menu.getByRole("button", { name: "Back" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(menu.getByRole("button", { name: "MORE INFO" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(menuButton(page)).toBeFocused();
  });

  test("a menu opened before its code returns the focus to its button", { annotation: rows("2.4-05") }, async ({
    page,
  }) => {
    const { opened: released, open: loadDeferred } = gate();
    await page.route(/\/assets\/deferred-/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto("/info/faq/");
    await waitForLoader(page);
    await menuButton(page).press("Enter");
    const menu = menuDialog(page);
    await expect(menu).toBeVisible();
    loadDeferred();
    await waitForFullLoader(page);
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(menuButton(page)).toBeFocused();
  });

  test("the menu traps the focus and closes by a press outside", async ({ page }) => {
    await page.goto("/info/faq/");
    await menuButton(page).press("Enter");
    const menu = menuDialog(page);
    const focusable = await menu.locator("a, button").count();
    for (let press = 0; press < focusable + 2; press += 1) {
      await page.keyboard.press("Tab");
      const focus = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement === document.body || activeElement?.closest("dialog") ? "menu" : activeElement?.outerHTML;
      });
      expect(focus).toBe("menu");
    }
    await page.mouse.click(10, 400);
    await expect(menu).toBeHidden();
  });

  test("LOG OUT signs out at once and is sent once", { annotation: rows("2.4-13") }, async ({ page }) => {
    await page.goto("/lobby/games/");
    await waitForLoader(page);
    await logIn(page);
    await expect(page.getByRole("banner").getByText("$50.00")).toBeVisible();
    let sent = 0;
    const { opened, open } = gate();
    await page.route("**/logout**", async (route) => {
      sent += 1;
      await opened;
      await route.continue();
    });
    await menuButton(page).tap();
    const logoutButton = menuDialog(page).getByRole("button", { name: "LOG OUT" });
    await logoutButton.evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    // The page does not wait for the response.
    await page.waitForURL("/");
    await expect(loginButton(page)).toBeVisible();
    open();
    await expect.poll(() => sent).toBe(1);
  });

  test("the page behind the menu does not scroll", { annotation: rows("4.8-01") }, async ({ page }) => {
    await page.goto("/info/faq/");
    await menuButton(page).tap();
    await page.mouse.move(10, 400);
    await page.mouse.wheel(0, 600);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toContain("hidden");
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press("Escape");
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  });

  test("the menu of a player has its items and no items for guests", {
    annotation: rows("2.4-01", "2.4-02", "2.4-03", "2.4-10", "2.4-11", "2.4-12", "2.4-13"),
  }, async ({ page }) => {
    await page.goto("/lobby/games/");
    await waitForLoader(page);
    await logIn(page);
    await expect(page.getByRole("banner").getByText("$50.00")).toBeVisible();
    await menuButton(page).tap();
    const menu = page.locator("#croupier-mobile-menu");
    await expect(menu.getByText("Hello, Ann")).toBeVisible();
    for (const [label, path] of [
      ["GAMES", "/lobby/games/"],
      ["COUPONS", "/lobby/promotions/"],
    ] as const)
      await expect(menu.getByRole("link", { name: label, exact: true })).toHaveAttribute("href", path);
    await expect(menu.getByRole("link", { name: "HOME" })).toHaveCount(0);
    for (const name of ["LOGIN", "SIGN UP"]) await expect(menu.getByRole("button", { name })).toHaveCount(0);
    await menu.getByRole("link", { name: "Manage Account" }).tap();
    await page.waitForURL("/lobby/account/");
    await expect(menu).toBeHidden();
    await menuButton(page).tap();
    await menu.getByRole("button", { name: "LOG OUT" }).tap();
    await page.waitForURL("/");
  });
});
