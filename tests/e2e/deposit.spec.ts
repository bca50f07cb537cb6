// DEPOSIT opens the external cashier in a new tab, which no popup blocker blocks. When it closes, data is refetched (rows 2.12).

import type { BrowserContext, Page, Request } from "@playwright/test";
import { DEV, expect, expectAccessible, fault, newPlayer, openPanel, order, rows, signIn, test } from "./test";

test.use({ serviceWorkers: "block" });

const cashier = (page: Page) => page.getByRole("dialog", { name: "CASHIER" });
const depositButton = (page: Page) => cashier(page).getByRole("button", { name: "DEPOSIT", exact: true });
const press = (page: Page) => depositButton(page).click();

/** Returns the matching requests of the page in order. */
function heard(page: Page, pattern: RegExp): Request[] {
  const found: Request[] = [];
  page.on("request", (request) => pattern.test(`${request.method()} ${request.url()}`) && found.push(request));
  return found;
}

/** Opens the second tab of the panel after the profile has loaded. */
async function open(page: Page) {
  const profile = page.waitForResponse(/\/players\/\d+$/);
  await page.goto("/lobby/promotions/");
  await openPanel(page, "cashier");
  await profile;
  await cashier(page).getByRole("tab", { name: "CASHIER" }).click();
  await expect(cashier(page).getByText("$")).toBeVisible();
}

/** Returns the tab that an action opens, when the cashier is loaded in it. */
async function tabOf(context: BrowserContext, action: () => Promise<void>): Promise<Page> {
  const opened = context.waitForEvent("page");
  await action();
  const tab = await opened;
  await tab.waitForURL(/Deposits\.asp/);
  return tab;
}

/** Focuses the window, as when the player returns to the tab of the casino. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("focus")));

test.describe("with a complete profile", () => {
  test.use({ player: "annx" });

  test("SHOW_CASHIER shows balance and DEPOSIT", { annotation: rows("2.12-01", "4.2-25") }, async ({ page }) => {
    await open(page);
    await expect(cashier(page).getByText("$50.00")).toBeVisible();
    await expect(cashier(page).getByText("Mastercard")).toBeVisible();
    await expectAccessible(page, "dialog[open]");
  });

  test("DEPOSIT posts the seven fields into a new tab", {
    annotation: rows("2.12-02", "9-28", "7.1-13", "1-08"),
  }, async ({ page, context }) => {
    await open(page);
    const asked = page.waitForRequest(/\/player\/1001\/cashier$/);
    const posted = context.waitForEvent("request", (request) => request.url().endsWith("/Deposits.asp"));
    const tab = await tabOf(context, () => press(page));
    expect((await asked).postDataJSON()).toEqual({
      skinId: 1,
      playerId: 1001,
      cashier_type: "deposit",
      client_type: "InstantPlay",
    });
    const form = new URLSearchParams((await posted).postData() ?? "");
    expect((await posted).method()).toBe("POST");
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
    await open(page);
    const calls = heard(page, /POST .*\/cashier$/);
    await fault(page, "**/player/1001/cashier", { delay_ms: 500 });
    const tab = await tabOf(context, () => depositButton(page).dblclick());
    expect(calls).toHaveLength(1);
    expect(context.pages()).toEqual([page, tab]);
  });

  test("DEPOSIT with an open cashier tab opens another one", async ({ page, context }) => {
    await open(page);
    const first = await tabOf(context, () => press(page));
    await first.evaluate(() => document.body.setAttribute("data-left", "open"));
    const second = await tabOf(context, () => press(page));
    await expect(second.getByRole("heading", { name: "Sandbox cashier" })).toBeVisible();
    expect(await second.evaluate(() => window.opener)).toBeNull();
    await expect(first.locator("body")).toHaveAttribute("data-left", "open");
    expect(context.pages()).toEqual([page, first, second]);
    await expect(depositButton(page)).toBeEnabled();
    await expect(cashier(page).getByRole("alert")).toBeEmpty();
  });

  test("an invalid response closes the tab and shows an error", async ({ page, context }) => {
    await open(page);
    await fault(page, "**/player/1001/cashier", { times: 1, status: 500, body: { errorMessage: "<b>no</b>" } });
    const opened = context.waitForEvent("page");
    await press(page);
    const tab = await opened;
    await expect(cashier(page).getByRole("alert")).toContainText("Something went wrong");
    await expect.poll(() => tab.isClosed()).toBe(true);
    await expectAccessible(page, "dialog[open]");
    // A response with a host that is not configured is an error (A38).
    const info = { player_id: "1001" };
    const body = { url: "https://elsewhere.example/cashier", launch_page: "Deposits.asp", info };
    await fault(page, "**/player/1001/cashier", { times: 1, body });
    await press(page);
    await expect(cashier(page).getByRole("alert")).toContainText("Something went wrong");
    await expect.poll(() => context.pages()).toEqual([page]);
    // After the errors, a deposit works.
    await tabOf(context, () => press(page));
    await expect(cashier(page).getByRole("alert")).toBeEmpty();
  });

  test("a blocked tab offers a second button", async ({ page, context }) => {
    await open(page);
    await page.evaluate(() => {
      const { open } = window;
      window.open = (...given) => {
        window.open = open;
        return given.length > 9 ? open(...given) : null;
      };
    });
    await press(page);
    const told = cashier(page).getByRole("alert");
    await expect(told).toContainText("Your browser blocked the cashier window.");
    await expectAccessible(page, "dialog[open]");
    const calls = heard(page, /POST .*\/cashier$/);
    await tabOf(context, () => told.getByRole("button", { name: "OPEN CASHIER" }).click());
    expect(calls).toEqual([]);
    await expect(told).toBeEmpty();
  });
});

test.describe("after the cashier tab is closed", () => {
  test("coupons and balance are refetched once", { annotation: rows("2.12-04") }, async ({ page, context }) => {
    const { pid, login } = await newPlayer();
    await order("player", { pid, states: ["ready"], cents: 5000 });
    await signIn(context, DEV, login);
    await page.clock.install();
    const coupons = page.waitForResponse(/coupondetails/);
    await open(page);
    await coupons;
    const tab = await tabOf(context, () => press(page));
    await tab.getByRole("button", { name: "Pay in" }).click();
    await expect(tab.getByRole("status")).toContainText("Paid");
    const asked = heard(page, /GET .*\/(active-coupon|coupondetails\?.*|balance\?.*)$/);
    // While the cashier is open, fresh data is not requested again.
    await comeBack(page);
    expect(asked).toHaveLength(0);
    await tab.close();
    await page.clock.fastForward(5000);
    const balance = page.waitForResponse(/\/balance\?/);
    await comeBack(page);
    await balance;
    await expect(cashier(page).getByText("$100.00")).toBeVisible();
    await comeBack(page);
    const names = asked.map((request) => new URL(request.url()).pathname.split("/").at(-1));
    expect(names.sort()).toEqual(["active-coupon", "balance", "coupondetails"]);
  });
});

test.describe("with an incomplete profile", () => {
  test("DEPOSIT opens moreDetails without a tab and a call", { annotation: rows("2.12-03", "2.6-01") }, async ({
    page,
    context,
  }) => {
    await signIn(context, DEV, (await newPlayer()).login);
    await open(page);
    const calls = heard(page, /POST .*\/cashier$/);
    await press(page);
    await expect(page.locator('dialog[open][data-panel="moreDetails"]')).toBeVisible();
    await expect(cashier(page)).toHaveCount(0);
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
      await open(page);
      await press(page);
      await expect(page.locator('dialog[open][data-panel="moreDetails"]')).toBeVisible();
      expect(context.pages()).toEqual([page]);
    });
});

test.describe("on a phone", () => {
  test.use({ player: "annx", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("the cashier call has client type Mobile", { annotation: rows("7.1-13") }, async ({ page, context }) => {
    await open(page);
    const asked = page.waitForRequest(/\/player\/1001\/cashier$/);
    await tabOf(context, () => press(page));
    expect((await asked).postDataJSON()).toMatchObject({ cashier_type: "deposit", client_type: "Mobile" });
  });
});

test("a guest who opens the cashier gets login", async ({ page }) => {
  await page.goto("/lobby/promotions/");
  await openPanel(page, "cashier");
  await expect(page.getByRole("dialog", { name: "Welcome back" })).toBeVisible();
});
