// Failures of the forms in the modal container, which all keep the input (section 8).

import type { Page } from "@playwright/test";
import { FALLBACK_MESSAGE, loginDialog } from "../pages/dialogs";
import { addLinkBelow } from "../pages/form_link";
import { fillSignup, openForm, submitLogin } from "../pages/onboarding";
import { PASSWORD } from "../support/players";
import { injectFault } from "../support/requests";
import { expect, expectAccessible, rows, test } from "../support/test";

/** Fills in and sends the signup form. */
async function sendSignup(page: Page) {
  await page.goto("/info/faq/");
  const dialog = await openForm(page, "signup");
  await fillSignup(dialog);
  await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  return dialog;
}

const refuse = (errorMessage: string) => ({ status: 400, body: { errorMessage } });

for (const [message, title, row] of [
  ["An Account with this EMAIL already exists.", "EMAIL ALREADY EXISTS", "8-01"],
  ["An account already exists", "LOGIN ALREADY EXISTS", "8-02"],
  ["Something odd", "WE ARE SORRY", "8-03"],
] as const)
  test(`a signup refused with "${message}" shows ${title}, and Back keeps the form`, {
    annotation: rows(row, "8-08", "8-10"),
  }, async ({ page }) => {
    await injectFault(page, "**/api/794/signup", { method: "POST", ...refuse(message) });
    const dialog = await sendSignup(page);
    const screen = page.getByRole("dialog", { name: title });
    await expect(screen.getByRole("heading", { name: title })).toBeFocused();
    await expectAccessible(page, "dialog[open]");
    await screen.getByRole("button", { name: "Back" }).click();
    await expect(dialog.getByLabel("Year")).toHaveValue("1976");
    await expect(dialog.getByLabel("Password", { exact: true })).toHaveValue(PASSWORD);
    await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
    await screen.getByRole("button", { name: "LOGIN" }).click();
    await expect(loginDialog(page)).toBeVisible();
  });

for (const [message, title, label, row] of [
  ["An account with this email already exists", "EMAIL ALREADY EXISTS", "CONTACT SUPPORT", "8-01"],
  ["An account already exists", "LOGIN ALREADY EXISTS", "CONTACT SUPPORT", "8-02"],
  ["Something odd", "WE ARE SORRY", "LIVE CHAT", "8-03"],
] as const)
  test(`${title} links to support, which is the contact page without a chat`, {
    annotation: rows(row, "4.2-24"),
  }, async ({ page }) => {
    await injectFault(page, "**/api/794/signup", { method: "POST", ...refuse(message) });
    await sendSignup(page);
    await page.getByRole("dialog", { name: title }).getByRole("button", { name: label }).click();
    await page.waitForURL("/info/contactus/");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

test("a login error shows the server message and keeps the values", { annotation: rows("8-09", "8-11") }, async ({
  page,
}) => {
  await page.goto("/info/faq/");
  await injectFault(page, "**/api/794/login", { method: "POST", ...refuse("Foo bar") });
  const dialog = await openForm(page, "compactlogin");
  await submitLogin(dialog, "annx");
  await expect(dialog.getByRole("alert")).toHaveText("Foo bar");
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveValue(PASSWORD);
});

for (const [type, button] of [
  ["compactlogin", "LOGIN"],
  ["login", "LOGIN"],
] as const)
  test(`${type} has screens for country restriction and maintenance`, { annotation: rows("8-05", "8-07") }, async ({
    page,
  }) => {
    await page.goto("/info/faq/");
    const country = { errorMessage: "errorViewerRestriction", country: "GB" };
    await injectFault(page, "**/api/794/login", { times: 1, status: 403, body: country });
    await injectFault(page, "**/api/794/login", {
      times: 1,
      status: 503,
      body: { errorMessage: "errorCasinoMaintenance" },
    });
    const send = async () => {
      const dialog = await openForm(page, type);
      await dialog.getByLabel("Username or e-mail").fill("annx");
      await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await dialog.getByRole("button", { name: button }).click();
    };
    await send();
    const maintenanceDialog = page.getByRole("dialog", { name: "BACK SOON" });
    await expect(
      maintenanceDialog.getByText(
        "Sorry, Paper Lantern Casino is currently down for Maintenance. Please try again soon.",
      ),
    ).toBeVisible();
    await maintenanceDialog.getByRole("button", { name: "CLOSE", exact: true }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await send();
    const restrictionDialog = page.getByRole("dialog", { name: "WE ARE SORRY" });
    await expect(restrictionDialog.getByText("United Kingdom")).toBeVisible();
    await restrictionDialog.getByRole("button", { name: "CLOSE", exact: true }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
  });

test("a signup without a network keeps the form and can be sent again", async ({ page }) => {
  const failedSignup = await injectFault(page, "**/api/794/signup", { times: 1, drop: true });
  const dialog = await sendSignup(page);
  await expect(dialog.getByRole("alert")).toHaveText(FALLBACK_MESSAGE);
  await expect(dialog.getByLabel("Confirm password")).toHaveValue(PASSWORD);
  expect(failedSignup.hits).toBe(1);
  await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  await expect(page.getByRole("dialog", { name: "WELCOME" })).toBeVisible();
});

test("a failed download id does not stop signup", { annotation: rows("A77") }, async ({ page }) => {
  await injectFault(page, "**/api/794/download-id", { status: 500, body: {} });
  const sent = page.waitForRequest("**/api/794/signup");
  await sendSignup(page);
  expect((await sent).postDataJSON()).toMatchObject({ download_id: "" });
  await expect(page.getByRole("dialog", { name: "WELCOME" })).toBeVisible();
});

test("a pending signup ends within 15 seconds and keeps the input", { annotation: rows("4.2-08") }, async ({
  page,
}) => {
  await page.clock.install();
  // Both calls get no response.
  await page.route("**/api/794/download-id", () => undefined);
  await page.route("**/api/794/signup", () => undefined);
  const downloadIdRequest = page.waitForRequest("**/api/794/download-id");
  const dialog = await sendSignup(page);
  await downloadIdRequest;
  const sent = page.waitForRequest("**/api/794/signup");
  await page.clock.runFor(3100);
  await sent;
  await page.clock.runFor(12_000);
  // The server may have created the player (A145).
  await expect(dialog.getByRole("alert")).toContainText("We do not know yet whether this worked");
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveValue(PASSWORD);
});

for (const [type, label, button] of [
  ["forgottenpassword", "Username or e-mail", "SEND A LINK"],
  ["forgottenusername", "E-mail", "SEND MY USERNAME"],
] as const)
  test(`${type} shows a message when the server fails`, async ({ page }) => {
    await page.goto("/info/faq/");
    const dialog = await openForm(page, type);
    await dialog.getByLabel(label).fill("ann@example.com");
    await injectFault(page, "**/api/794/login", { times: 1, drop: true });
    await injectFault(page, "**/api/794/login", { times: 1, status: 500, body: "<h1>Oops</h1>" });
    for (let attempt = 0; attempt < 2; attempt++) {
      const finished = page
        .waitForEvent("requestfinished", (action) => action.url().endsWith("/login"))
        .catch(() => {});
      await dialog.getByRole("button", { name: button }).click();
      if (attempt === 0) await finished;
      await expect(dialog.getByRole("alert")).not.toBeEmpty();
      await expect(dialog.getByLabel(label)).toHaveValue("ann@example.com");
    }
    await dialog.getByRole("button", { name: button }).click();
    await expect(page.getByRole("heading", { name: /E-MAIL SENT/ })).toBeVisible();
  });

test.describe("for a player", () => {
  test.use({ player: "newbie" });
  test("details that are not saved stay in the form", async ({ page }) => {
    await page.goto("/lobby/promotions/");
    const dialog = await openForm(page, "moreDetails");
    await dialog.getByLabel("Address line 1").fill("1 Main St");
    await dialog.getByLabel("City").fill("Reno");
    await dialog.getByLabel("State").selectOption("NV");
    await dialog.getByLabel("Zip code").fill("89501");
    await dialog.getByLabel("Gender").selectOption("F");
    await dialog.getByLabel("Cell phone number").fill("775 555 0100");
    await injectFault(page, "**/api/794/players/*", { method: "PUT", times: 1, ...refuse("No such street") });
    await dialog.getByRole("button", { name: "CONTINUE" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("No such street");
    await expect(dialog.getByLabel("City")).toHaveValue("Reno");
  });
});

for (const [action, message] of [
  ["login", "Please enter your login details."],
  ["forgottenpassword", "Something is missing here. Please fill it in and try again."],
  ["signup", "Something is missing here. Please fill it in and try again."],
] as const)
  test(`${action} from a form without its values sends nothing`, { annotation: rows("5-22", "4.2-32") }, async ({
    page,
  }) => {
    await addLinkBelow(page, "forgottenusername", "Go on", { type: action });
    const sent: string[] = [];
    page.on("request", (action) => {
      if (action.method() !== "GET" && action.url().includes("/api/")) sent.push(action.url());
    });
    await page.goto("/info/faq/");
    const dialog = await openForm(page, "forgottenusername");
    await dialog.getByRole("button", { name: "Go on" }).click();
    await expect(dialog.getByRole("alert")).toContainText(message);
    expect(sent).toEqual([]);
  });

test("a link below a form submits the form", { annotation: rows("4.2-32") }, async ({ page }) => {
  await addLinkBelow(page, "forgottenpassword", "Send it", { type: "forgottenpassword" });
  await page.goto("/info/faq/");
  const dialog = await openForm(page, "forgottenpassword");
  await dialog.getByLabel("Username or e-mail").fill("annx");
  const sent = page.waitForRequest("**/api/794/login");
  await dialog.getByRole("button", { name: "Send it" }).click();
  expect((await sent).postDataJSON()).toEqual({ todo: "fp", player_id: "annx" });
  await expect(page.getByRole("dialog", { name: "RESET E-MAIL SENT" })).toBeVisible();
});

test.describe("for a player with known details", () => {
  test.use({ player: "lowell" });
  test("playerUpdate from any form keeps the other details", { annotation: rows("4.2-32", "4.2-13", "A107") }, async ({
    page,
  }) => {
    await addLinkBelow(page, "forgottenusername", "Save as it is", { type: "playerUpdate" });
    await page.goto("/lobby/promotions/");
    const dialog = await openForm(page, "forgottenusername");
    const detailsLoaded = page.waitForResponse((response) => /\/players\/\d+$/.test(response.url()));
    const sent = page.waitForRequest((action) => action.method() === "PUT");
    await dialog.getByRole("button", { name: "Save as it is" }).click();
    const { contact } = (await (await detailsLoaded).json()) as { contact: Record<string, string> };
    expect((await sent).postDataJSON()).toMatchObject({
      ...{ address_1: contact.address_one, city: contact.city, state: contact.state_id, zip: contact.zip_code },
      email: contact.email,
    });
    expect(contact.city).not.toBe("");
  });
});
