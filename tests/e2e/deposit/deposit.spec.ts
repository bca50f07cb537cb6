// DEPOSIT opens the external cashier in a new tab, which no popup blocker blocks. When it closes, data is refetched (rows 2.12).

import type { BrowserContext, Page } from "@playwright/test";
import { cashierDialog, loginDialog, openPanel } from "../pages/dialogs";
import { commandSandbox, newPlayer, signIn } from "../support/players";
import { injectFault, recordRequests } from "../support/requests";
import { DEV, expect, expectAccessible, rows, test } from "../support/test";

test.use({ serviceWorkers: "block" });

const depositButton = (page: Page) => cashierDialog(page).getByRole("button", { name: "DEPOSIT", exact: true });
const pressDeposit = (page: Page) => depositButton(page).click();

/** Opens the second tab of the panel after the profile has loaded. */
async function openDepositTab(page: Page) {
  const profile = page.waitForResponse(/\/players\/\d+$/);
  await page.goto("/lobby/promotions/");
  await openPanel(page, "cashier");
  await profile;
  await cashierDialog(page).getByRole("tab", { name: "CASHIER" }).click();
  await expect(cashierDialog(page).getByText("$")).toBeVisible();
}

/** Returns the tab that an action opens, when the cashier is loaded in it. */
async function cashierTabAfter(context: BrowserContext, action: () => Promise<void>): Promise<Page> {
  const tabOpened = context.waitForEvent("page");
  await action();
  const tab = await tabOpened;
  await tab.waitForURL(/Deposits\.asp/);
  return tab;
}

/** Focuses the window, as when the player returns to the tab of the casino. */
const focusWindow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("focus")));

test.describe("in the oldest supported browsers", () => {
  test.use({ player: "annx", older: true });

  test("DEPOSIT opens the cashier", { annotation: rows("2.12-02") }, async ({ page, context }) => {
    await openDepositTab(page);
    await cashierTabAfter(context, () => pressDeposit(page));
  });
});

test.describe("with a complete profile", () => {
  test.use({ player: "annx" });

  test("SHOW_CASHIER shows balance and DEPOSIT", { annotation: rows("2.12-01", "4.2-25") }, async ({ page }) => {
    await openDepositTab(page);
    await expect(cashierDialog(page).getByText("$50.00")).toBeVisible();
    await expect(cashierDialog(page).getByText("Mastercard")).toBeVisible();
    await expectAccessible(page, "dialog[open]");
  });

  test("DEPOSIT posts the seven fields into a new tab", {
    tag: "@smoke",
    annotation: rows("2.12-02", "9-28", "7.1-13", "1-08"),
  }, async ({ page, context }) => {
    await openDepositTab(page);
    const cashierRequest = page.waitForRequest(/\/player\/1001\/cashier$/);
    const formRequest = context.waitForEvent("request", (request) => request.url().endsWith("/Deposits.asp"));
    const tab = await cashierTabAfter(context, () => pressDeposit(page));
    expect((await cashierRequest).postDataJSON()).toEqual({
      skinId: 1,
      playerId: 1001,
      cashier_type: "deposit",
      client_type: "InstantPlay",
    });
    const form = new URLSearchParams((await formRequest).postData() ?? "");
    expect((await formRequest).method()).toBe("POST");
    expect([...form.keys()].sort()).toEqual([
      "hashed_password",
      "lang",
      "login",
      "player_id",
      "session_id",
      "sign_up_skin",
      "sportsbook",
    ]);
    await expect(tab.getByRole("heading", { name: "Sandbox cashier" })).toBeVisible();
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    expect(new URL(tab.url()).origin).not.toBe(new URL(page.url()).origin);
    expect(new URL(page.url()).pathname).toBe("/lobby/promotions/");
    // The page does not keep the form that opened the cashier (A57).
    expect(await page.content()).not.toContain(form.get("hashed_password") ?? "?");
    await expect(page.locator("form[target]")).toHaveCount(0);
  });

  test("a double click opens one tab and sends one call", async ({ page, context }) => {
    await openDepositTab(page);
    const calls = recordRequests(page, /POST .*\/cashier$/);
    await injectFault(page, "**/player/1001/cashier", { delay_ms: 500 });
    const tab = await cashierTabAfter(context, () => depositButton(page).dblclick());
    expect(calls).toHaveLength(1);
    expect(context.pages()).toEqual([page, tab]);
  });

  test("DEPOSIT with an open cashier tab opens another one", async ({ page, context }) => {
    await openDepositTab(page);
    const firstTab = await cashierTabAfter(context, () => pressDeposit(page));
    await firstTab.evaluate(() => document.body.setAttribute("data-left", "open"));
    const secondTab = await cashierTabAfter(context, () => pressDeposit(page));
    await expect(secondTab.getByRole("heading", { name: "Sandbox cashier" })).toBeVisible();
    expect(await secondTab.evaluate(() => window.opener)).toBeNull();
    await expect(firstTab.locator("body")).toHaveAttribute("data-left", "open");
    expect(context.pages()).toEqual([page, firstTab, secondTab]);
    await expect(depositButton(page)).toBeEnabled();
    await expect(cashierDialog(page).getByRole("alert")).toBeEmpty();
  });

  test("an invalid response closes the tab and shows an error", async ({ page, context }) => {
    await openDepositTab(page);
    await injectFault(page, "**/player/1001/cashier", { times: 1, status: 500, body: { errorMessage: "<b>no</b>" } });
    const tabOpened = context.waitForEvent("page");
    await pressDeposit(page);
    const tab = await tabOpened;
    await expect(cashierDialog(page).getByRole("alert")).toContainText("Something went wrong");
    await expect.poll(() => tab.isClosed()).toBe(true);
    await expectAccessible(page, "dialog[open]");
    // A response with a host that is not configured is an error (A38).
    const info = { player_id: "1001" };
    const body = { url: "https://elsewhere.example/cashier", launch_page: "Deposits.asp", info };
    await injectFault(page, "**/player/1001/cashier", { times: 1, body });
    await pressDeposit(page);
    await expect(cashierDialog(page).getByRole("alert")).toContainText("Something went wrong");
    await expect.poll(() => context.pages()).toEqual([page]);
    // After the errors, a deposit works.
    await cashierTabAfter(context, () => pressDeposit(page));
    await expect(cashierDialog(page).getByRole("alert")).toBeEmpty();
  });

  test("a blocked tab offers a second button", async ({ page, context }) => {
    await openDepositTab(page);
    await page.evaluate(() => {
      const { open } = window;
      window.open = (...args) => {
        window.open = open;
        return args.length > 9 ? open(...args) : null;
      };
    });
    await pressDeposit(page);
    const alert = cashierDialog(page).getByRole("alert");
    await expect(alert).toContainText("Your browser blocked the cashier window.");
    await expectAccessible(page, "dialog[open]");
    const calls = recordRequests(page, /POST .*\/cashier$/);
    await cashierTabAfter(context, () => alert.getByRole("button", { name: "OPEN CASHIER" }).click());
    expect(calls).toEqual([]);
    await expect(alert).toBeEmpty();
  });
});

test.describe("after the cashier tab is closed", () => {
  test("coupons and balance are refetched once", { annotation: rows("2.12-04") }, async ({ page, context }) => {
    const { pid, login } = await newPlayer();
    await commandSandbox("player", { pid, states: ["ready"], cents: 5000 });
    await signIn(context, DEV, login);
    await page.clock.install();
    const coupons = page.waitForResponse(/coupondetails/);
    await openDepositTab(page);
    await coupons;
    const tab = await cashierTabAfter(context, () => pressDeposit(page));
    await tab.getByRole("button", { name: "Pay in" }).click();
    await expect(tab.getByRole("status")).toContainText("Paid");
    const refetches = recordRequests(page, /GET .*\/(active-coupon|coupondetails\?.*|balance\?.*)$/);
    // While the cashier is open, fresh data is not requested again.
    await focusWindow(page);
    expect(refetches).toHaveLength(0);
    const balance = page.waitForResponse(/\/balance\?/);
    await tab.close();
    await page.clock.fastForward(5000);
    await focusWindow(page);
    await balance;
    await expect(cashierDialog(page).getByText("$100.00")).toBeVisible();
    await focusWindow(page);
    const names = refetches.map((line) => new URL(line.replace(/^\S+ /, "")).pathname.split("/").at(-1));
    expect(names.sort()).toEqual(["active-coupon", "balance", "coupondetails"]);
  });
});

test.describe("with an incomplete profile", () => {
  test("DEPOSIT opens moreDetails without a tab and a call", { annotation: rows("2.12-03", "2.6-01") }, async ({
    page,
    context,
  }) => {
    await signIn(context, DEV, (await newPlayer()).login);
    await openDepositTab(page);
    const calls = recordRequests(page, /POST .*\/cashier$/);
    await pressDeposit(page);
    await expect(page.locator('dialog[open][data-view="moreDetails"]')).toBeVisible();
    await expect(cashierDialog(page)).toHaveCount(0);
    expect(calls).toEqual([]);
    expect(context.pages()).toEqual([page]);
  });
});

test.describe("with one missing field", () => {
  test.use({ player: "annx" });

  for (const missing of ["address_one", "city", "state_id", "zip_code"])
    test(`without ${missing} DEPOSIT opens moreDetails`, { annotation: rows("2.12-03", "5-28") }, async ({
      page,
      context,
    }) => {
      await page.route(/\/players\/1001$/, async (route) => {
        const response = await route.fetch();
        const user = (await response.json()) as { contact: Record<string, unknown> };
        user.contact[missing] = " ";
        await route.fulfill({ response, json: user });
      });
      await openDepositTab(page);
      await pressDeposit(page);
      await expect(page.locator('dialog[open][data-view="moreDetails"]')).toBeVisible();
      expect(context.pages()).toEqual([page]);
    });
});

test.describe("on a phone", () => {
  test.use({ player: "annx", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("the cashier call has client type Mobile", { annotation: rows("7.1-13") }, async ({ page, context }) => {
    await openDepositTab(page);
    const cashierRequest = page.waitForRequest(/\/player\/1001\/cashier$/);
    await cashierTabAfter(context, () => pressDeposit(page));
    expect((await cashierRequest).postDataJSON()).toMatchObject({ cashier_type: "deposit", client_type: "Mobile" });
  });
});

test("a guest who opens the cashier gets login", async ({ page }) => {
  await page.goto("/lobby/promotions/");
  await openPanel(page, "cashier");
  await expect(loginDialog(page)).toBeVisible();
});
