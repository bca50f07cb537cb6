// The cashier over any page, by coupon and balance of the player, and its failures (rows 2.7, 4.7).

import type { Page } from "@playwright/test";
import { cashierDialog, loginButton, menuButton, menuDialog, modal, openPanel } from "../pages/dialogs";
import { fillAccountDetails } from "../pages/onboarding";
import { commandSandbox, signInPlayer } from "../support/players";
import { injectFault } from "../support/requests";
import { expect, expectAccessible, rows, test, waitForLoader } from "../support/test";

// A coupon of the sandbox has a hostile description, and the browser reports each policy violation in it.
test.use({
  serviceWorkers: "block",
  allowedErrors: /violates the following Content Security Policy|dynamically imported module|MIME type/,
});

const button = (page: Page, name: string) => cashierDialog(page).getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => cashierDialog(page).getByRole("heading", { name, exact: true });
const DETAILS = "**/players/*/coupondetails?*";
const ACTIVE = "**/players/*/active-coupon";
const BALANCE = "**/players/*/balance?*";

/** Opens the panel on a page that does not request coupons itself. */
async function openCashier(page: Page) {
  await page.goto("/info/faq/");
  await openPanel(page, "cashier");
  await expect(cashierDialog(page)).toBeVisible();
}

test.describe("the Cashier button", () => {
  test.use({ player: "annx" });

  test("the button opens the cashier modal, and a double click leaves it open", {
    annotation: rows("2.3-07", "2.7-01", "4.7-02", "A74"),
  }, async ({ page }) => {
    await page.goto("/info/faq/");
    const cashierButton = page.getByRole("banner").getByRole("button", { name: "Cashier" });
    await cashierButton.dblclick();
    await expect(cashierDialog(page)).toBeVisible();
    await expect(page).toHaveURL("/info/faq/");
    await page.keyboard.press("Escape");
    await expect(cashierDialog(page)).toBeHidden();
    await expect(cashierButton).toBeFocused();
    await cashierButton.click();
    await expect(cashierDialog(page)).toBeVisible();
  });

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test("the button is in the menu with the balance, and the menu closes", { annotation: rows("2.4-04") }, async ({
      page,
    }) => {
      await page.goto("/info/faq/");
      await menuButton(page).click();
      const menu = menuDialog(page);
      await menu.getByRole("button", { name: "Cashier Your balance $50.00" }).click();
      await expect(cashierDialog(page)).toBeVisible();
      await expect(menu).toBeHidden();
      await expectAccessible(page, "dialog[open]");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
  });
});

test("a guest has no Cashier button", { annotation: rows("2.3-07", "2.4-04") }, async ({ page }) => {
  await page.goto("/info/faq/");
  await waitForLoader(page);
  await expect(loginButton(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Cashier" })).toHaveCount(0);
});

test.describe("with a balance of 50", () => {
  test.use({ player: "annx" });

  test("the tab shows balance, coupons and deposit", { tag: "@smoke", annotation: rows("2.7-05", "2.7-06") }, async ({
    page,
    context,
  }) => {
    await openCashier(page);
    await expect(heading(page, "ACTIVE BALANCE")).toBeVisible();
    await expect(cashierDialog(page).getByText("$50.00")).toBeVisible();
    await expect(cashierDialog(page).getByText("you do not currently have an active coupon")).toBeVisible();
    await expectAccessible(page, "dialog[open]");
    await button(page, "View coupons").click();
    await expect(cashierDialog(page).getByRole("article", { name: /250/ })).toBeVisible();
    // The coupon requires a balance below $1 (row 4.4-11).
    await expect(cashierDialog(page).locator("[data-coupon=FIXED10]")).toHaveCount(0);
    await expectAccessible(page, "dialog[open]");
    await button(page, "Back").click();
    const tab = context.waitForEvent("page");
    await button(page, "Deposit directly").click();
    await (await tab).waitForURL(/Deposits\.asp/);
  });

  test("the keyboard moves between the two tabs", { annotation: rows("2.7-02", "A24") }, async ({ page }) => {
    await openCashier(page);
    await expect(heading(page, "ACTIVE BALANCE")).toBeVisible();
    const tabs = cashierDialog(page).getByRole("tab");
    await expect(tabs).toHaveText(["COUPONS", "CASHIER"]);
    await tabs.first().focus();
    await page.keyboard.press("ArrowRight");
    await expect(tabs.last()).toBeFocused();
    await expect(tabs.last()).toHaveAttribute("aria-selected", "true");
    await expect(button(page, "DEPOSIT")).toBeVisible();
    await expect(cashierDialog(page).getByRole("link", { name: "Set a deposit limit" })).toBeVisible();
    await expectAccessible(page, "dialog[open]");
    await page.keyboard.press("Home");
    await expect(tabs.first()).toBeFocused();
    await expect(heading(page, "ACTIVE BALANCE")).toBeVisible();
  });

  test("coupons reload at every opening, with a spinner", { annotation: rows("2.7-14", "4.7-01") }, async ({
    page,
  }) => {
    const calls: string[] = [];
    page.on("request", (request) => {
      const [, name] = /\/(active-coupon|coupondetails)/.exec(request.url()) ?? [];
      if (name) calls.push(name);
    });
    await page.goto("/info/faq/");
    const delayed = await injectFault(page, DETAILS, { delay_ms: 1000 });
    await openPanel(page, "cashier");
    const spinner = cashierDialog(page).getByRole("status").getByText("Loading your coupons...");
    await expect(spinner).toBeVisible();
    await expect(heading(page, "ACTIVE BALANCE")).toBeVisible();
    await expect(spinner).toHaveCount(0);
    expect(calls.sort()).toEqual(["active-coupon", "coupondetails"]);
    await page.keyboard.press("Escape");
    await expect(cashierDialog(page)).toBeHidden();
    await openPanel(page, "cashier");
    // The panel does not show the previous coupons as if they were current.
    await expect(spinner).toBeVisible();
    await expect(heading(page, "ACTIVE BALANCE")).toBeVisible();
    expect(calls.sort()).toEqual(["active-coupon", "active-coupon", "coupondetails", "coupondetails"]);
    expect(delayed.hits).toBe(2);
  });

  test("an unknown balance shows the buttons without a heading", { annotation: rows("2.7-03", "A27") }, async ({
    page,
  }) => {
    await injectFault(page, BALANCE, { status: 500, body: {} });
    await openCashier(page);
    await expect(button(page, "View coupons")).toBeVisible();
    await expect(button(page, "Deposit directly")).toBeVisible();
    await expect(cashierDialog(page).getByRole("heading", { level: 3 })).toHaveCount(0);
    await expect(cashierDialog(page)).toContainText("could not load");
    await expectAccessible(page, "dialog[open]");
    await page.unroute(BALANCE);
    await button(page, "Try again").click();
    await expect(heading(page, "ACTIVE BALANCE")).toBeVisible();
  });

  test("failed coupons show a retry", { annotation: rows("A129") }, async ({ page }) => {
    await injectFault(page, DETAILS, { status: 500, body: {} });
    await openCashier(page);
    await button(page, "View coupons").click();
    await expect(cashierDialog(page).getByText("No coupons to show right now.")).toBeVisible();
    await page.unroute(DETAILS);
    await button(page, "Try again").click();
    await expect(cashierDialog(page).getByRole("article").first()).toBeVisible();
  });
});

test.describe("with a balance below 1", () => {
  test.use({ player: "lowell" });

  test("INSUFFICIENT FUNDS offers both deposits, and Back returns", {
    annotation: rows("2.7-03", "2.7-04", "2.7-13"),
  }, async ({ page }) => {
    await openCashier(page);
    await expect(heading(page, "INSUFFICIENT FUNDS")).toBeVisible();
    await expect(
      cashierDialog(page).getByText(
        "You do not have sufficient funds to play this game. Would you like to visit the cashier now?",
        { exact: true },
      ),
    ).toBeVisible();
    await expect(button(page, "Deposit directly")).toBeVisible();
    await expectAccessible(page, "dialog[open]");
    await button(page, "Deposit with coupon").click();
    await expect(cashierDialog(page).locator("[data-coupon=FIXED10]")).toBeVisible();
    await expect(cashierDialog(page).getByRole("article").first()).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(button(page, "Back")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(heading(page, "INSUFFICIENT FUNDS")).toBeVisible();
  });

  test("a game opens the cashier instead and requests no token", { annotation: rows("2.7-03", "A23") }, async ({
    page,
  }) => {
    const tokens: string[] = [];
    page.on("request", (request) => /\/token$/.test(request.url()) && tokens.push(request.url()));
    await page.goto("/lobby/games/");
    await openPanel(page, "game", "18-32");
    await expect(heading(page, "INSUFFICIENT FUNDS")).toBeVisible();
    await expect(page.locator("iframe")).toHaveCount(0);
    expect(tokens).toEqual([]);
  });
});

test("free spins start without a balance", { annotation: rows("A23") }, async ({ page, context }) => {
  await signInPlayer(context, ["ready", "spins"], 0);
  await page.goto("/lobby/games/");
  await openPanel(page, "game", "18-32");
  await expect(
    page.getByRole("dialog", { name: "Gold Rush" }).frameLocator("iframe").getByText("Balance"),
  ).toBeVisible();
});

test("a game starts when the balance is unknown", { annotation: rows("A27") }, async ({ page, context }) => {
  await signInPlayer(context, ["low"]);
  await injectFault(page, BALANCE, { status: 500, body: {} });
  await page.goto("/lobby/games/");
  await openPanel(page, "game", "18-32");
  await expect(
    page.getByRole("dialog", { name: "Gold Rush" }).frameLocator("iframe").getByText("Balance"),
  ).toBeVisible();
});

test.describe("with a balance of exactly 1", () => {
  test.use({ player: "onalee" });

  test("ACTIVE BALANCE is shown", { annotation: rows("2.7-05", "9-12", "A26") }, async ({ page }) => {
    await openCashier(page);
    await expect(heading(page, "ACTIVE BALANCE")).toBeVisible();
    await expect(cashierDialog(page).getByText("$1.00")).toBeVisible();
  });
});

test("0.99 is insufficient, 1 and 1.01 are not", { annotation: rows("9-12") }, async ({ page, context }) => {
  const pid = await signInPlayer(context, ["ready"], 99);
  for (const [cents, name] of [
    [99, "INSUFFICIENT FUNDS"],
    [100, "ACTIVE BALANCE"],
    [101, "ACTIVE BALANCE"],
  ] as const) {
    await commandSandbox("player", { pid, states: ["ready"], cents });
    await openCashier(page);
    await expect(heading(page, name)).toBeVisible();
  }
});

test.describe("with a coupon that awaits a deposit", () => {
  test("the card of a requested coupon has both deposit buttons and no Keep playing", {
    annotation: rows("2.7-07", "2.7-08"),
  }, async ({ page, context }) => {
    await signInPlayer(context, ["ready", "await"]);
    await openCashier(page);
    await expect(heading(page, "ACTIVE COUPON")).toBeVisible();
    await expect(cashierDialog(page).locator("[data-coupon=DEP200][data-status=requested]")).toBeVisible();
    await expect(button(page, "Deposit with another coupon")).toBeVisible();
    await expect(button(page, "Keep playing")).toHaveCount(0);
    await expectAccessible(page, "dialog[open]");
    const tab = context.waitForEvent("page");
    await button(page, "Deposit with this coupon").click();
    await (await tab).waitForURL(/Deposits\.asp/);
    await expect((await tab).getByText("DEP200 waits for this deposit")).toBeVisible();
  });

  test("another coupon replaces a requested coupon only after confirmation", { annotation: rows("A25") }, async ({
    page,
    context,
  }) => {
    await signInPlayer(context, ["ready", "await"]);
    await openCashier(page);
    const calls: string[] = [];
    page.on("request", (request) => request.method() !== "GET" && calls.push(`${request.method()} ${request.url()}`));
    await button(page, "Deposit with another coupon").click();
    const otherCoupon = cashierDialog(page).locator("[data-coupon=DEP250]");
    await expect(cashierDialog(page).locator("[data-coupon=DEP200]")).toHaveCount(0);
    await otherCoupon.getByRole("button", { name: "REDEEM" }).click();
    const confirmDialog = page.getByRole("alertdialog", { name: "Cancel Coupon" });
    await confirmDialog.getByRole("button", { name: "Back" }).click();
    await expect(confirmDialog).toHaveCount(0);
    expect(calls).toEqual([]);
    await otherCoupon.getByRole("button", { name: "REDEEM" }).click();
    await confirmDialog.getByRole("button", { name: "YES, CANCEL COUPON" }).click();
    await expect(heading(page, "ACTIVE COUPON")).toBeVisible();
    await expect(cashierDialog(page).locator("[data-coupon=DEP250][data-status=requested]")).toBeVisible();
    expect(calls.map((call) => call.replace(/ .*\//, " "))).toEqual([
      "DELETE active-coupon",
      expect.stringContaining("POST coupons?"),
    ]);
  });

  test("a failed cancellation redeems nothing", { annotation: rows("8-22") }, async ({ page, context }) => {
    await signInPlayer(context, ["ready", "await"]);
    await openCashier(page);
    const redeems: string[] = [];
    page.on("request", (request) => /couponCode/.test(request.url()) && redeems.push(request.url()));
    await injectFault(page, ACTIVE, { method: "DELETE", status: 400, body: { errorMessage: "no" } });
    await button(page, "Deposit with another coupon").click();
    const otherCoupon = cashierDialog(page).locator("[data-coupon=DEP250]");
    await otherCoupon.getByRole("button", { name: "REDEEM" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "YES, CANCEL COUPON" }).click();
    await expect(otherCoupon).toContainText("Unable to cancel coupon. Please contact support.");
    expect(redeems).toEqual([]);
    await button(page, "Back").click();
    await expect(cashierDialog(page).locator("[data-coupon=DEP200]")).toBeVisible();
  });

  test("a requested coupon can be cancelled", async ({ page, context }) => {
    await signInPlayer(context, ["ready", "await"]);
    await openCashier(page);
    await button(page, "CANCEL").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "YES, CANCEL COUPON" }).click();
    await expect(heading(page, "ACTIVE BALANCE")).toBeVisible();
  });
});

test.describe("with a coupon in play", () => {
  test.use({ player: "inplay" });

  test("the wagering note and both buttons are shown", {
    annotation: rows("2.7-09", "2.7-10", "2.7-11", "2.7-12", "A28"),
  }, async ({ page }) => {
    await openCashier(page);
    await expect(heading(page, "ACTIVE COUPON")).toBeVisible();
    await expect(cashierDialog(page).locator("[data-coupon=PLAY100][data-status=redeemed]")).toBeVisible();
    const text = cashierDialog(page);
    await expect(text.getByText("It looks like you currently have an active coupon")).toBeVisible();
    await expect(text).toContainText("the wagering requirement must be met before you can withdraw");
    await expect(text).toContainText("removed once your balance is below $1");
    await expect(text).toContainText("A new deposit gives no extra bonus while a coupon is active");
    await expect(button(page, "Deposit now")).toBeVisible();
    await expectAccessible(page, "dialog[open]");
    await button(page, "Keep playing").click();
    await expect(cashierDialog(page)).toBeHidden();
  });
});

test("an incomplete profile asks for details first, then deposits", {
  annotation: rows("2.7-04", "2.12-03", "2.6-01"),
}, async ({ page, context }) => {
  await signInPlayer(context, ["newbie"]);
  await openCashier(page);
  await expect(heading(page, "INSUFFICIENT FUNDS")).toBeVisible();
  await button(page, "Deposit directly").click();
  const panel = modal(page);
  await expect(panel).toHaveAttribute("data-view", "moreDetails");
  await expect(cashierDialog(page)).toHaveCount(0);
  expect(context.pages()).toHaveLength(1);
  await fillAccountDetails(panel);
  await panel.getByRole("button", { name: "CONTINUE" }).click();
  const tab = context.waitForEvent("page");
  await panel.getByRole("button", { name: "DEPOSIT NOW" }).click();
  await (await tab).waitForURL(/Deposits\.asp/);
});

test("a minimum deposit below $10 shows $10", { annotation: rows("5-27") }, async ({ page, context }) => {
  await signInPlayer(context, ["ready"]);
  await page.route(DETAILS, async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { coupon_code: string; bank_method_list: unknown[] }[];
    const depositMethod = (deposit_method: string, minimum_deposit: number) => ({
      deposit_method,
      minimum_deposit,
      maximum_deposit: 1000,
      bonus: 100,
    });
    const depositMethods = [depositMethod("Visa", 5), depositMethod("BTC", 25)];
    const json = list.map((coupon) =>
      coupon.coupon_code === "DEP250" ? { ...coupon, bank_method_list: depositMethods } : coupon,
    );
    await route.fulfill({ response, json });
  });
  await openCashier(page);
  await button(page, "View coupons").click();
  const card = cashierDialog(page).locator("[data-coupon=DEP250]");
  await card.getByRole("button", { name: "Details" }).click();
  await expect(card.getByText("$10 - $1,000")).toBeVisible();
  await expect(card.getByText("$25 - $1,000")).toBeVisible();
  await expect(card).not.toContainText("$5 ");
});

test("a redeemed coupon offers its deposit next", { annotation: rows("2.7-04", "2.7-08") }, async ({
  page,
  context,
}) => {
  await signInPlayer(context, ["low"]);
  await openCashier(page);
  await button(page, "Deposit with coupon").click();
  await cashierDialog(page).locator("[data-coupon=DEP250]").getByRole("button", { name: "REDEEM" }).click();
  await expect(heading(page, "ACTIVE COUPON")).toBeVisible();
  await expect(button(page, "Deposit with this coupon")).toBeVisible();
});

test("a view whose code fails to load can be retried", async ({ page, context, documents }) => {
  await signInPlayer(context, ["ready"]);
  const code = "**/assets/*coupon_views*.js*";
  await injectFault(page, code, { status: 404 });
  await openCashier(page);
  await button(page, "View coupons").click();
  // A deploy could have removed the chunk, so the document is loaded once.
  await expect.poll(() => documents.length).toBe(2);
  await openPanel(page, "cashier");
  await button(page, "View coupons").click();
  await expect(cashierDialog(page).getByText("We could not load your coupons.")).toBeVisible();
  await page.unroute(code);
  await button(page, "Try again").click();
  await expect(cashierDialog(page).getByRole("article").first()).toBeVisible();
  expect(documents).toHaveLength(2);
});
