// Changing the password on Manage Account: the form, its messages, and later session renewals (rows 2.1-06, 4.2-17, 7.1-09).

import type { Page } from "@playwright/test";
import { FALLBACK_MESSAGE, loginDialog } from "../pages/dialogs";
import { logIn, submitLogin } from "../pages/onboarding";
import { newPlayer, PASSWORD, signIn } from "../support/players";
import { injectFault } from "../support/requests";
import { DEV, expect, expectAccessible, rows, test, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const NEW_PASSWORD = "N3w-Secret!";
const RENEW_AFTER_MS = 14_400_000;
const passwordForm = (page: Page) => page.locator("main .change-password");
const storedSession = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("session") ?? "{}") as Record<string, string & number>);

/** Fills in the form and sends it. */
async function changePassword(page: Page, current: string, newPassword: string, repeated = newPassword) {
  await passwordForm(page).getByLabel("Current password").fill(current);
  await passwordForm(page).getByLabel("New password", { exact: true }).fill(newPassword);
  await passwordForm(page).getByLabel("New password again").fill(repeated);
  await passwordForm(page).getByRole("button", { name: "CHANGE PASSWORD" }).click();
}

/** Logs in on the account page and waits until the encrypted password is stored. */
async function logInOnPage(page: Page, login: string) {
  await page.goto("/lobby/account/");
  await expect(loginDialog(page)).toBeVisible();
  await expect(passwordForm(page)).toBeHidden();
  await submitLogin(loginDialog(page), login);
  await expect.poll(async () => (await storedSession(page)).password).toMatch(/\./);
  await expect(loginDialog(page)).toBeHidden();
  await expect(passwordForm(page)).toBeVisible();
}

test("a new password renews the session, and the old one stops working", {
  annotation: rows("4.2-17", "7.1-09", "4.1-09"),
}, async ({ page, context }) => {
  const { pid, login } = await newPlayer();
  await page.clock.install();
  await logInOnPage(page, login);
  const encrypted = (await storedSession(page)).password;
  const sent = page.waitForRequest((request) => request.method() === "PUT" && request.url().endsWith("/login"));
  await changePassword(page, PASSWORD, NEW_PASSWORD);
  const call = await sent;
  expect(call.postDataJSON()).toEqual({ todo: "cp", player_id: pid, old_pwd: PASSWORD, pwd: NEW_PASSWORD });
  expect(call.headers()["x-session-token"]).toBe((await storedSession(page)).token);
  await expect(page.getByRole("heading", { name: "Your password is changed" })).toBeFocused();
  await expect.poll(async () => (await storedSession(page)).password).not.toBe(encrypted);
  const storage = await page.evaluate(() =>
    JSON.stringify({ ...localStorage, ...sessionStorage, state: history.state }),
  );
  expect(storage).not.toContain(NEW_PASSWORD);
  expect(storage).not.toContain(PASSWORD);

  const { token, timeStamp } = await storedSession(page);
  const renewalRequest = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/login"),
  );
  await page.clock.pauseAt((timeStamp ?? 0) + RENEW_AFTER_MS);
  expect((await renewalRequest).postDataJSON()).toMatchObject({ login, password: NEW_PASSWORD });
  await expect.poll(async () => (await storedSession(page)).token).not.toBe(token);

  const otherContext = await context.browser()?.newContext();
  const otherTab = await otherContext?.newPage();
  if (!otherTab) throw new Error("another browser");
  await otherTab.goto(`${DEV}/lobby/promotions/`);
  await waitForLoader(otherTab);
  const form = await logIn(otherTab, login, PASSWORD);
  await expect(form.getByText("Invalid login or password")).toBeVisible();
  await form.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await form.getByRole("button", { name: "LOGIN" }).click();
  await expect(otherTab.getByRole("banner").getByText("Hello, Nora")).toBeVisible();
  await otherContext?.close();
});

test("a new password ends sessions in other browsers", { annotation: rows("7.1-09", "4.1-11") }, async ({
  page,
  browser,
}) => {
  const { login } = await newPlayer();
  await logInOnPage(page, login);
  const otherBrowser = await (await browser.newContext({ baseURL: DEV })).newPage();
  await logInOnPage(otherBrowser, login);
  await changePassword(page, PASSWORD, NEW_PASSWORD);
  await expect(page.getByRole("heading", { name: "Your password is changed" })).toBeVisible();
  const renewalRequest = otherBrowser.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/login"),
  );
  await otherBrowser.reload();
  expect((await renewalRequest).postDataJSON()).toMatchObject({ login, password: PASSWORD });
  await otherBrowser.waitForURL(`${DEV}/`);
  await expect(loginDialog(otherBrowser).getByLabel("Username or e-mail")).toHaveValue(login);
  await otherBrowser.context().close();
  // This browser keeps its session.
  await page.reload();
  await expect(page.getByRole("banner").getByText("Hello, Nora")).toBeVisible();
});

test("a wrong current password shows an error and keeps the input", { annotation: rows("7.1-09") }, async ({
  page,
}) => {
  await logInOnPage(page, (await newPlayer()).login);
  const encrypted = (await storedSession(page)).password;
  await changePassword(page, "wrong-1", NEW_PASSWORD);
  await expect(passwordForm(page).getByRole("alert").getByText("Your current password is not correct.")).toBeVisible();
  await expect(passwordForm(page).getByLabel("New password", { exact: true })).toHaveValue(NEW_PASSWORD);
  expect((await storedSession(page)).password).toBe(encrypted);
});

test("a wrong password answered with 401 ends no session", { annotation: rows("4.2-17", "A72", "A105") }, async ({
  page,
  context,
}) => {
  const { login } = await newPlayer();
  const { token } = await signIn(context, DEV, login);
  await injectFault(page, "**/api/794/login", { method: "PUT", status: 401, body: { errorMessage: "Wrong password" } });
  await page.goto("/lobby/account/");
  await changePassword(page, "wrong-1", NEW_PASSWORD);
  await expect(passwordForm(page).getByRole("alert").getByText("Wrong password")).toBeVisible();
  expect((await storedSession(page)).token).toBe(token);
  expect(new URL(page.url()).pathname).toBe("/lobby/account/");
  // If the token is invalid too, the session ends.
  await injectFault(page, "**/api/794/players/**", { status: 401, body: {} });
  await passwordForm(page).getByRole("button", { name: "CHANGE PASSWORD" }).click();
  await page.waitForURL(`${DEV}/`);
  await expect(loginDialog(page)).toBeVisible();
});

test("missing and short passwords are marked, and nothing is sent", { annotation: rows("5-09", "5-11") }, async ({
  page,
}) => {
  await logInOnPage(page, (await newPlayer()).login);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(request.url());
  });
  await changePassword(page, "", "short", "other");
  const [current, newPassword, repeated] = ["Current password", "New password", "New password again"].map((label) =>
    passwordForm(page).getByLabel(label, { exact: true }),
  );
  if (!current || !newPassword || !repeated) throw new Error("three fields");
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription("Please enter your current password");
  await expect(newPassword).toHaveAccessibleDescription("Passwords should be at least 6 characters");
  await expect(repeated).toHaveAccessibleDescription("Passwords must match");
  await expect(current).toHaveAttribute("autocomplete", "current-password");
  await expect(newPassword).toHaveAttribute("autocomplete", "new-password");
  await newPassword.fill("letters");
  await expect(passwordForm(page).getByText("Password should contain letters, numbers and symbols")).toBeVisible();
  expect(sent).toEqual([]);
});

for (const [cause, failure, message] of [
  ["a server error", { status: 500, body: {} }, "Internal Server Error"],
  ["no network", { drop: true }, FALLBACK_MESSAGE],
] as const)
  test(`${cause} shows a message and keeps the input, and a press sends one call`, async ({ page }) => {
    await logInOnPage(page, (await newPlayer()).login);
    await injectFault(page, "**/api/794/login", { method: "PUT", delay_ms: 1000, ...failure });
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") sent.push(request.url());
    });
    await changePassword(page, PASSWORD, NEW_PASSWORD);
    await passwordForm(page).getByRole("button", { name: "Changing your password..." }).dispatchEvent("click");
    await expect(passwordForm(page).getByRole("alert").getByText(message)).toBeVisible();
    await expect(passwordForm(page).getByLabel("New password", { exact: true })).toHaveValue(NEW_PASSWORD);
    expect(sent).toHaveLength(1);
  });

test.describe("without the code that stores passwords", () => {
  test.use({ allowedErrors: /dynamically imported module|MIME type/ });

  test("the page stays and shows that the password was changed", async ({ page, context, documents }) => {
    await signIn(context, DEV, (await newPlayer()).login);
    await page.goto("/lobby/account/");
    await waitForLoader(page);
    await injectFault(page, /\/assets\/session-silent_relogin-/, { status: 404, body: "" });
    const failure = page.waitForEvent("console", (message) => message.text().startsWith("session-silent_relogin"));
    await changePassword(page, PASSWORD, NEW_PASSWORD);
    await failure;
    await passwordForm(page).getByRole("button", { name: "Change it again" }).click();
    await expect(passwordForm(page).getByLabel("Current password")).toBeVisible();
    expect(documents).toHaveLength(1);
  });
});

test("a guest sees no form, and leaving the page clears the passwords", async ({ page }) => {
  await page.goto("/lobby/account/");
  await expect(loginDialog(page)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Please log in" })).toBeVisible();
  await expect(passwordForm(page)).toBeHidden();
  await page.keyboard.press("Escape");
  await page.waitForURL(`${DEV}/`);
  await logInOnPage(page, (await newPlayer()).login);
  await passwordForm(page).getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("link", { name: "Preferences" }).click();
  await page.waitForURL("**/lobby/account/preferences/");
  await page.goBack();
  await expect(passwordForm(page).getByLabel("Current password")).toHaveValue("");
});

for (const width of [390, 1280])
  test(`at ${width} px the form has roles and names and no serious axe violation`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await logInOnPage(page, (await newPlayer()).login);
    await expect(passwordForm(page)).toMatchAriaSnapshot(`
      - heading "Change your password" [level=2]
      - text: Current password
      - textbox "Current password"
      - button "Show password"
      - text: New password
      - textbox "New password"
      - button "Show password"
      - text: New password again
      - textbox "New password again"
      - button "Show password"
      - alert
      - button "CHANGE PASSWORD"
    `);
    await expectAccessible(page, "main");
    await changePassword(page, "", "short", "other");
    await expectAccessible(page, "main");
  });
