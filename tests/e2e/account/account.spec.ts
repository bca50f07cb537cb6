// Manage Account: viewing and saving details, the history, and LOGIN for guests (rows 1-13, 2.1-06 to 2.1-08, A7).

import type { Page } from "@playwright/test";
import { loginDialog, menuButton } from "../pages/dialogs";
import { submitLogin } from "../pages/onboarding";
import { newPlayer, openAsNewPlayer, PASSWORD } from "../support/players";
import { injectFault } from "../support/requests";
import { expect, expectAccessible, gate, rows, test } from "../support/test";

test.use({ serviceWorkers: "block" });

const personalData = (page: Page) => page.getByRole("region", { name: "Who you are" });
const addressForm = (page: Page) => page.getByRole("region", { name: "Address and phone" });
const historyEntry = (page: Page, name: string) => page.locator(".history__entry", { hasText: name });

test("account pages are reachable, and details are saved by one PUT of 17 keys", {
  tag: "@smoke",
  annotation: rows("1-13", "2.1-06", "2.1-07", "2.1-08", "7.1-10", "5-14", "5-19"),
}, async ({ page }) => {
  const { pid, login } = await openAsNewPlayer(page, "ready");
  await page.goto("/lobby/games/");
  await page.getByRole("banner").getByRole("link", { name: "Manage Account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Manage Account" })).toBeVisible();
  await expect(personalData(page).getByText("Nora Newman")).toBeVisible();
  await expect(personalData(page).getByText(login, { exact: true }).first()).toBeVisible();
  await expect(personalData(page).getByText("Feb 3, 1990")).toBeVisible();
  await expect(personalData(page).getByText("only we can change them")).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Limits and breaks" }).getByRole("link", { name: "Set a limit" }),
  ).toBeVisible();

  const form = addressForm(page);
  await expect(form.getByLabel("Address line 1")).toHaveValue("1 Main Street");
  await expect(form.getByLabel("State")).toHaveValue("IL");
  await expectAccessible(page, "main");
  const updates: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().endsWith(`/players/${pid}`)) updates.push(request.postDataJSON());
  });
  // A missing value is reported at its field, and nothing is sent.
  await form.getByLabel("Address line 1").fill(" ");
  await form.getByRole("button", { name: "SAVE" }).click();
  await expect(form.getByLabel("Address line 1")).toBeFocused();
  await expect(form.getByLabel("Address line 1")).toHaveAccessibleDescription("Please enter your Address");
  await expect(form.getByLabel("Gender")).toHaveAccessibleDescription("Please select a gender");
  await expect(form.getByLabel("Cell phone number")).toHaveAccessibleDescription("Please enter your cell phone number");
  await expectAccessible(page, "main");
  expect(updates).toEqual([]);

  await form.getByLabel("Address line 1").fill("2 Side Road ");
  await form.getByLabel("Gender").selectOption("F");
  await form.getByLabel("Cell phone number").fill("+1 555-0100");
  // A failure shows a message and keeps the input.
  await injectFault(page, `**/players/${pid}`, {
    method: "PUT",
    times: 1,
    status: 400,
    body: { errorMessage: "Not today." },
  });
  await form.getByRole("button", { name: "SAVE" }).click();
  await expect(form.getByRole("alert").getByText("Not today.")).toBeVisible();
  await form.getByRole("button", { name: "SAVE" }).click();
  await expect(form.getByRole("status")).toHaveText("Your details are saved.");
  expect(updates.at(-1)).toEqual({
    login,
    email: (updates.at(-1) as { email: string }).email,
    password: "",
    first_name: "Nora",
    last_name: "Newman",
    birth_date: "1990-02-03",
    address_1: "2 Side Road",
    address_2: "",
    city: "Springfield",
    state: "IL",
    zip: "62701",
    country: "US",
    cell_phone: "+1 555-0100",
    day_phone: "+1 555-0100",
    evening_phone: "+1 555-0100",
    gender: "F",
    skin_id: 1,
  });
  expect((updates.at(-1) as { email: string }).email).toMatch(/^nora\..*@example\.com$/);
  await form.getByLabel("City").fill("Chicago");
  await expect(form.getByRole("status")).toBeEmpty();

  // After navigation and Back, saved values remain and unsaved ones do not.
  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "History" }).click();
  await expect(historyEntry(page, "Your balance")).toContainText("$50.00");
  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Preferences" }).click();
  await expect(page.getByRole("heading", { name: "Offers by e-mail" })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(form.getByLabel("Address line 1")).toHaveValue("2 Side Road");
  await expect(form.getByLabel("City")).toHaveValue("Springfield");
  await expect(form.getByLabel("Cell phone number")).toHaveValue("");
});

test.describe("when the account service fails", () => {
  test.use({ allowedErrors: /.*/ });

  test("unknown details are not saved, and a retry is offered", { annotation: rows("2.1-06", "2.1-07") }, async ({
    page,
  }) => {
    const { pid } = await openAsNewPlayer(page, "ready");
    // The call succeeds only after the click: an automatic retry would remove the button before that.
    let failures = 0;
    await page.route(`**/players/${pid}`, async (route) => {
      if (await page.evaluate(() => "clicked" in document.documentElement.dataset)) return route.fallback();
      failures += 1;
      return route.fulfill({ status: 500, contentType: "application/json", body: "{}" });
    });
    await page.goto("/lobby/account/");
    await expect(personalData(page).getByText("Your details could not be loaded.")).toBeVisible();
    await expect(addressForm(page)).toHaveCount(0);
    expect(failures).toBeGreaterThan(0);
    await page.evaluate(() =>
      document.addEventListener("click", () => Object.assign(document.documentElement.dataset, { clicked: "" }), true),
    );
    await personalData(page).getByRole("button", { name: "Retry" }).click();
    await expect(addressForm(page).getByLabel("City")).toHaveValue("Springfield");
    await page.unroute(`**/players/${pid}`);

    await injectFault(page, "**/balance?*", { status: 500 });
    await page.goto("/lobby/account/history/");
    await expect(historyEntry(page, "Your balance")).toContainText("This could not be loaded.");
    await expect(historyEntry(page, "Deposits so far")).toContainText(/\d/);
    await page.unroute("**/balance?*");
    await page.getByRole("button", { name: "Retry: Your balance" }).click();
    await expect(historyEntry(page, "Your balance")).toContainText("$50.00");
  });
});

test("the history shows loading, then the active coupon, and a link for statements", {
  annotation: rows("2.1-07"),
}, async ({ page }) => {
  await openAsNewPlayer(page, "inplay");
  const { opened, open } = gate();
  await injectFault(page, "**/balance?*", { until: opened });
  await page.goto("/lobby/account/history/");
  await expect(historyEntry(page, "Active coupon")).toContainText("PLAY100");
  await expect(historyEntry(page, "Active coupon")).toContainText("$40.00 of $100.00 played through");
  await expect(historyEntry(page, "Active coupon").getByRole("progressbar")).toHaveAttribute("value", "4000");
  await expect(historyEntry(page, "Your balance").locator(".skeleton")).toBeVisible();
  open();
  await expect(historyEntry(page, "Your balance")).toContainText("$50.00");
  await expect(page.getByRole("link", { name: "ASK FOR A STATEMENT" })).toHaveAttribute(
    "href",
    /\/info\/contactus\/\?showchat$/,
  );
  await expectAccessible(page, "main");
});

test.describe("on a phone of 320 px", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("an amount of the history stays in one line", async ({ page }) => {
    await openAsNewPlayer(page, "ready");
    await injectFault(page, "**/balance?*", { body: [{ balance: 12_345_678.9, currency_symbol: "CA$" }] });
    await page.goto("/lobby/account/history/");
    const amount = historyEntry(page, "Your balance").getByText("CA$12,345,678.90");
    await expect(amount).toBeVisible();
    const lines = () =>
      amount.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getClientRects().length;
      });
    expect(await lines()).toBe(1);
    // The name of the site has several lines, so that the menu stays in the window.
    await page.setViewportSize({ width: 390, height: 640 });
    await expect(menuButton(page)).toBeInViewport({ ratio: 1 });

    await page.setViewportSize({ width: 800, height: 640 });
    const [balance, deposits] = [historyEntry(page, "Your balance"), historyEntry(page, "Deposits so far")];
    expect((await balance.boundingBox())?.y).toBe((await deposits.boundingBox())?.y);
  });
});

test("a guest gets login on account pages and stays there after it", {
  annotation: rows("2.1-06", "2.1-07", "4.1-13", "A7", "A70"),
}, async ({ page }) => {
  const { login } = await newPlayer();
  await page.goto("/lobby/account/history/");
  const dialog = loginDialog(page);
  await expect(dialog).toBeVisible();
  await expect(page.getByText("Please log in", { exact: true })).toBeVisible();
  expect(await page.locator("main").innerHTML()).not.toContain("history__entry");
  await page.keyboard.press("Escape");
  await page.waitForURL("/");
  await expect(dialog).toBeHidden();
  await page.goto("/lobby/account/");
  await expect(dialog).toBeVisible();
  await submitLogin(dialog, login);
  await expect(dialog).toBeHidden();
  expect(new URL(page.url()).pathname).toBe("/lobby/account/");
  await expect(personalData(page).getByText(login, { exact: true }).first()).toBeVisible();
});

test.describe("during maintenance", () => {
  test.use({ allowedErrors: /503/ });

  test("the forms for details and password explain it in a dialog", { annotation: rows("A53") }, async ({ page }) => {
    const { pid } = await openAsNewPlayer(page, "ready");
    const maintenance = { status: 503, body: { errorMessage: "errorCasinoMaintenance" } };
    await injectFault(page, `**/players/${pid}`, { method: "PUT", ...maintenance });
    await injectFault(page, "**/api/794/login", { method: "PUT", ...maintenance });

    const closeDialog = async () => {
      const dialog = page.getByRole("alertdialog");
      await expect(dialog).toContainText("Paper Lantern Casino is currently undergoing maintenance.");
      await dialog.getByRole("button", { name: "CLOSE" }).click();
      await expect(dialog).toHaveCount(0);
    };

    await page.goto("/lobby/account/");
    const details = addressForm(page);
    await details.getByLabel("Gender").selectOption("F");
    await details.getByLabel("Cell phone number").fill("+1 555-0100");
    await details.getByRole("button", { name: "SAVE" }).click();
    await closeDialog();
    await expect(details.getByRole("button", { name: "SAVE" })).toBeEnabled();
    await expect(details.getByLabel("Cell phone number")).toHaveValue("+1 555-0100");

    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("New password", { exact: true }).fill("N3w-Secret!");
    await page.getByLabel("New password again").fill("N3w-Secret!");
    await page.getByRole("button", { name: "CHANGE PASSWORD" }).click();
    await closeDialog();
    await expect(page.getByLabel("Current password")).toHaveValue(PASSWORD);
  });
});
