// The offers of WELCOME after a signup: welcome coupon, coupon code, lobby, and the next screens (rows 2.10, 2.13-15 to 2.13-19, 4.2-29 to
// 4.2-37).

import type { Page } from "@playwright/test";
import { cashierDialog, modal, modalButton, openPanel } from "../pages/dialogs";
import { fillAccountDetails } from "../pages/onboarding";
import { PASSWORD } from "../support/players";
import { injectFault } from "../support/requests";
import { expect, expectAccessible, gate, rows, test } from "../support/test";

test.use({ serviceWorkers: "block" });

const REDEEM = "**/v2/players/*/coupons?*";

/** Signs up with the short form and waits for WELCOME. */
async function signUpQuickly(page: Page) {
  await page.goto("/info/faq/");
  await openPanel(page, "quicksignup");
  const email = `w${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}@example.com`;
  const form = modal(page);
  await form.getByLabel("First name").fill("Wanda");
  await form.getByLabel("Last name").fill("Welcome");
  await form.getByLabel("E-mail").fill(email);
  await form.getByLabel("Month").fill("02");
  await form.getByLabel("Day").fill("03");
  await form.getByLabel("Year").fill("1980");
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("checkbox").check();
  await modalButton(page, "CREATE ACCOUNT").click();
  await expect(form.getByRole("heading", { name: "WELCOME" })).toBeVisible();
  await expect(modalButton(page, "CLAIM NOW")).toBeEnabled();
}

/** Returns the codes of all redeem calls of coupons. */
function recordRedeemCodes(page: Page): string[] {
  const codes: string[] = [];
  page.on("request", (request) => {
    const code = new URL(request.url()).searchParams.get("couponCode");
    if (code) codes.push(code);
  });
  return codes;
}

test("CLAIM NOW redeems the welcome coupon once and offers a deposit", {
  annotation: rows("2.13-15", "2.13-16", "4.2-29", "4.2-36", "2.13-19"),
}, async ({ page, context }) => {
  await signUpQuickly(page);
  await expect(modal(page).getByText("CLAIM THE 325% WELCOME OFFER UP TO $9,750")).toBeVisible();
  await expectAccessible(page, "dialog[open]");
  const codes = recordRedeemCodes(page);
  await injectFault(page, REDEEM, { delay_ms: 400 });
  await modalButton(page, "CLAIM NOW").dblclick();
  await expect(modal(page).getByRole("heading", { name: "CONGRATULATIONS" })).toBeVisible();
  expect(codes).toEqual(["MAX325"]);
  await expectAccessible(page, "dialog[open]");
  // Without an address, the account details come first (row 2.12-03).
  const tabs: Page[] = [];
  context.on("page", (tab) => tabs.push(tab));
  await modalButton(page, "DEPOSIT NOW").click();
  await expect(modal(page)).toHaveAttribute("data-view", "moreDetails");
  expect(tabs).toEqual([]);
});

test("after the details the deposit continues", { annotation: rows("2.12-03", "4.2-31") }, async ({
  page,
  context,
}) => {
  await signUpQuickly(page);
  await modalButton(page, "CLAIM NOW").click();
  await modalButton(page, "DEPOSIT NOW").click();
  const form = modal(page);
  await fillAccountDetails(form);
  await modalButton(page, "CONTINUE").click();
  await expect(form.getByRole("heading", { name: "ACCOUNT DETAILS SAVED" })).toBeVisible();
  const tabOpened = context.waitForEvent("page");
  await modalButton(page, "DEPOSIT NOW").click();
  const tab = await tabOpened;
  await tab.waitForURL(/Deposits\.asp/);
  await expect(tab.getByText("MAX325 waits for this deposit")).toBeVisible();
});

test("a failed claim shows a screen with chat and lobby links", { annotation: rows("8-13") }, async ({ page }) => {
  await signUpQuickly(page);
  const failedRedeem = await injectFault(page, REDEEM, { status: 400, body: { errorMessage: "Not today" } });
  await modalButton(page, "CLAIM NOW").click();
  await expect(modal(page).getByRole("heading", { name: "LOOKS LIKE THERE IS AN ISSUE" })).toBeVisible();
  await expectAccessible(page, "dialog[open]");
  await expect(modal(page).getByText("LIVE CHAT")).toBeVisible();
  expect(failedRedeem.hits).toBe(1);
  await modal(page).getByText("GO TO THE LOBBY").click();
  await expect(modal(page)).toBeHidden();
  await expect(page).toHaveURL(/\/lobby\/games\/$/);
});

test("ENTER A COUPON CODE takes an upper-case code, and Enter submits", {
  annotation: rows("2.13-17", "4.2-30", "5-24", "5-25"),
}, async ({ page }) => {
  await signUpQuickly(page);
  const codes = recordRedeemCodes(page);
  await modalButton(page, "ENTER A COUPON CODE").click();
  const field = modal(page).getByLabel("Coupon code");
  await expect(field).toBeFocused();
  await expect(modalButton(page, "SUBMIT")).toBeDisabled();
  await page.keyboard.type(" dep 250");
  await expect(field).toHaveValue("DEP250");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("x");
  await page.keyboard.press("Backspace");
  await expect(field).toHaveValue("DEP250");
  await expectAccessible(page, "dialog[open]");
  await field.press("Enter");
  await expect(modalButton(page, "DEPOSIT NOW")).toBeVisible();
  expect(codes).toEqual(["DEP250"]);
});

test("an invalid code is not sent again until it changes", { annotation: rows("4.2-30", "5-26", "8-23") }, async ({
  page,
}) => {
  await signUpQuickly(page);
  await modalButton(page, "ENTER A COUPON CODE").click();
  const field = modal(page).getByLabel("Coupon code");
  await field.fill("NOSUCH");
  await modalButton(page, "SUBMIT").click();
  const errorText = modal(page).getByText("We're sorry, the coupon code NOSUCH seems to be invalid");
  await expect(errorText).toBeVisible();
  await expectAccessible(page, "dialog[open]");
  const codes = recordRedeemCodes(page);
  await expect(modalButton(page, "SUBMIT")).toBeDisabled();
  await field.press("Enter");
  await field.press("End");
  await page.keyboard.type("1");
  await expect(errorText).toBeHidden();
  await expect(modalButton(page, "SUBMIT")).toBeEnabled();
  expect(codes).toEqual([]);
  await injectFault(page, REDEEM, { times: 1, status: 409, body: { errorMessage: "active_coupon" } });
  await field.fill("DEP250");
  await modalButton(page, "SUBMIT").click();
  await expect(modal(page).getByText("You already have an active coupon.")).toBeVisible();
});

test("a code sent during CLAIM NOW is not queued", {
  annotation: rows("A74", "A109"),
}, async ({ page }) => {
  await signUpQuickly(page);
  await modalButton(page, "ENTER A COUPON CODE").click();
  await modal(page).getByLabel("Coupon code").fill("DEP250");
  const events: string[] = [];
  const codeOf = (url: string) => new URL(url).searchParams.get("couponCode");
  const record = (url: string, what: string) => codeOf(url) && events.push(`${codeOf(url)} is ${what}`);
  page.on("request", (request) => record(request.url(), "sent"));
  page.on("response", (response) => record(response.url(), "answered"));
  const refusal = { status: 400, body: { errorMessage: "Not today" } };
  const pendingClaim = gate();
  await injectFault(page, REDEEM, refusal);
  await injectFault(page, REDEEM, { ...refusal, times: 1, until: pendingClaim.opened });
  await modalButton(page, "CLAIM NOW").click();
  await modalButton(page, "SUBMIT").click();
  await expect(modal(page).getByText("Your last request is still under way.")).toBeVisible();
  pendingClaim.open();
  await expect(page.getByRole("dialog", { name: "LOOKS LIKE THERE IS AN ISSUE" })).toBeVisible();
  expect(events).toEqual(["MAX325 is sent", "MAX325 is answered"]);
});

test("maintenance shows a dialog and keeps the offers", { annotation: rows("2.14-08", "A53") }, async ({ page }) => {
  await signUpQuickly(page);
  await injectFault(page, REDEEM, { status: 503, body: { errorMessage: "errorCasinoMaintenance" } });
  const maintenanceDialog = page.getByRole("alertdialog", { name: "Maintenance" });
  await modalButton(page, "CLAIM NOW").click();
  await maintenanceDialog.getByRole("button", { name: "CLOSE" }).click();
  await modalButton(page, "ENTER A COUPON CODE").click();
  await modal(page).getByLabel("Coupon code").fill("DEP250");
  await modalButton(page, "SUBMIT").click();
  await maintenanceDialog.getByRole("button", { name: "CLOSE" }).click();
  await expect(modal(page).getByRole("heading", { name: "WELCOME" })).toBeVisible();
  await expect(modalButton(page, "SUBMIT")).toBeEnabled();
});

test("free spins show number and game, and redeem_type 3 goes to the lobby", {
  annotation: rows("4.2-35", "4.2-37", "2.13-19"),
}, async ({ page }) => {
  await signUpQuickly(page);
  const gameRequest = page.waitForRequest(/\/coupons\/games\?/);
  await modalButton(page, "ENTER A COUPON CODE").click();
  await modal(page).getByLabel("Coupon code").fill("spins25");
  await modalButton(page, "SUBMIT").click();
  await expect(
    modal(page).getByText("Your 25 Extra Spins on Gold Rush have been added to your account.", { exact: true }),
  ).toBeVisible();
  expect(new URL((await gameRequest).url()).searchParams.get("gameCode")).toBe("18-32");
  await modal(page).getByText("PLAY NOW").click();
  await expect(modal(page)).toBeHidden();
  await expect(page).toHaveURL(/\/lobby\/games\/$/);
});

test("the affiliate coupon prefills the field, and a reward uses its call", {
  annotation: rows("3-42", "3-43"),
}, async ({ page, context, baseURL }) => {
  const url = baseURL ?? "";
  await context.addCookies([
    { name: "aff_suc", value: "AFF50", url },
    { name: "active_cpn_type", value: "reward", url },
  ]);
  await signUpQuickly(page);
  await modalButton(page, "ENTER A COUPON CODE").click();
  await expect(modal(page).getByLabel("Coupon code")).toHaveValue("AFF50");
  const sent = page.waitForRequest(/\/rewards\/redeem$/);
  await modalButton(page, "SUBMIT").click();
  expect((await sent).postDataJSON()).toMatchObject({ coupon: "AFF50" });
});

test("the code of the visitor wins over the affiliate code until redeemed", {
  annotation: rows("3-44", "3-42"),
}, async ({ page, context, baseURL }) => {
  const url = baseURL ?? "";
  await context.addCookies([
    { name: "aff_suc", value: "AFF50", url },
    { name: "signup_coupon", value: "SPINS25", url },
  ]);
  await signUpQuickly(page);
  await modalButton(page, "ENTER A COUPON CODE").click();
  await expect(modal(page).getByLabel("Coupon code")).toHaveValue("SPINS25");
  await modalButton(page, "SUBMIT").click();
  await expect(modal(page).getByRole("heading", { name: "CONGRATULATIONS" })).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).toEqual(["aff_suc"]);
});

test("the welcome offer keeps the code of the visitor for later", { annotation: rows("3-44") }, async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "signup_coupon", value: "SPINS25", url: baseURL ?? "" }]);
  await signUpQuickly(page);
  await modalButton(page, "CLAIM NOW").click();
  await expect(modal(page).getByRole("heading", { name: "CONGRATULATIONS" })).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).toEqual(["signup_coupon"]);
});

test.describe("a completion page with the redeem button", () => {
  /** Adds a button for a coupon to WELCOME. */
  async function addRedeemButton(page: Page, title: string, code: string) {
    await page.route("**/page-data/sq/d/*.json", async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      if (!text.includes('"CLAIM NOW"')) return route.fulfill({ response });
      const file = JSON.parse(text) as { data: { completion: { options: object[] } } };
      file.data.completion.options.push({ title, action: { type: "CUSTOM_COUPON", about: code } });
      return route.fulfill({ response, json: file });
    });
  }

  test("REDEEM NOW becomes MAKE A DEPOSIT, which opens the cashier", {
    annotation: rows("2.10-01", "2.10-02", "4.4-06", "4.4-07"),
  }, async ({ page }) => {
    await addRedeemButton(page, "", "DEP200");
    await signUpQuickly(page);
    const codes = recordRedeemCodes(page);
    const pendingRedeem = gate();
    await injectFault(page, REDEEM, { until: pendingRedeem.opened });
    await modalButton(page, "REDEEM NOW").dblclick();
    await expect(modalButton(page, "REDEEM NOW")).toHaveAttribute("aria-busy", "true");
    pendingRedeem.open();
    await expect(modalButton(page, "MAKE A DEPOSIT")).toBeVisible();
    expect(codes).toEqual(["DEP200"]);
    await expect(modal(page).getByRole("heading", { name: "WELCOME" })).toBeVisible();
    await modalButton(page, "MAKE A DEPOSIT").click();
    await expect(cashierDialog(page)).toBeVisible();
    expect(codes).toEqual(["DEP200"]);
  });

  test("a title replaces the label, and a coupon in play reads VIEW DETAILS", {
    annotation: rows("2.10-01", "2.10-03", "4.4-07"),
  }, async ({ page }) => {
    await addRedeemButton(page, "GET MY SPINS", "SPINS25");
    await signUpQuickly(page);
    await modalButton(page, "GET MY SPINS").click();
    await modalButton(page, "VIEW DETAILS").click();
    await expect(cashierDialog(page)).toBeVisible();
  });

  test("a failed redeem shows the onerror completion", { annotation: rows("8-16") }, async ({ page }) => {
    await addRedeemButton(page, "", "DEP200");
    await signUpQuickly(page);
    await injectFault(page, REDEEM, { status: 400, body: { errorMessage: "No" } });
    await modalButton(page, "REDEEM NOW").click();
    await expect(modal(page).getByRole("heading", { name: "WE ARE SORRY" })).toBeVisible();
  });
});
