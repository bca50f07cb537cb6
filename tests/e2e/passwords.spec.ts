// Changing the password on Manage Account: the form, its messages, and later session renewals (rows 2.1-06, 4.2-17, 7.1-09).

import type { Page } from "@playwright/test";
import { DEV, expect, expectAccessible, fault, logIn, newPlayer, PASSWORD, ready, rows, signIn, test } from "./test";

test.use({ serviceWorkers: "block" });

const NEXT = "N3w-Secret!";
const RENEW_AFTER_MS = 14_400_000;
const part = (page: Page) => page.locator("main .change-password");
const dialog = (page: Page) => page.getByRole("dialog", { name: "Welcome back" });
const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("session") ?? "{}") as Record<string, string & number>);

/** Fills in the form and sends it. */
async function change(page: Page, current: string, next: string, again = next) {
  await part(page).getByLabel("Current password").fill(current);
  await part(page).getByLabel("New password", { exact: true }).fill(next);
  await part(page).getByLabel("New password again").fill(again);
  await part(page).getByRole("button", { name: "CHANGE PASSWORD" }).click();
}

/** Logs in on the account page and waits until the encrypted password is stored. */
async function begin(page: Page, login: string) {
  await page.goto("/lobby/account/");
  await expect(dialog(page)).toBeVisible();
  await expect(part(page)).toBeHidden();
  await dialog(page).getByLabel("Username or e-mail").fill(login);
  await dialog(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog(page).getByRole("button", { name: "LOGIN" }).click();
  await expect.poll(async () => (await stored(page)).password).toMatch(/\./);
  await expect(dialog(page)).toBeHidden();
  await expect(part(page)).toBeVisible();
}

test("a new password renews the session, and the old one stops working", {
  annotation: rows("4.2-17", "7.1-09", "4.1-09"),
}, async ({ page, context }) => {
  const { pid, login } = await newPlayer();
  await page.clock.install();
  await begin(page, login);
  const sealed = (await stored(page)).password;
  const sent = page.waitForRequest((request) => request.method() === "PUT" && request.url().endsWith("/login"));
  await change(page, PASSWORD, NEXT);
  const call = await sent;
  expect(call.postDataJSON()).toEqual({ todo: "cp", player_id: pid, old_pwd: PASSWORD, pwd: NEXT });
  expect(call.headers()["x-session-token"]).toBe((await stored(page)).token);
  await expect(page.getByRole("heading", { name: "Your password is changed" })).toBeFocused();
  await expect.poll(async () => (await stored(page)).password).not.toBe(sealed);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage, state: history.state }));
  expect(kept).not.toContain(NEXT);
  expect(kept).not.toContain(PASSWORD);

  const { token, timeStamp } = await stored(page);
  const renewal = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/login"));
  await page.clock.pauseAt((timeStamp ?? 0) + RENEW_AFTER_MS);
  expect((await renewal).postDataJSON()).toMatchObject({ login, password: NEXT });
  await expect.poll(async () => (await stored(page)).token).not.toBe(token);

  const other = await context.browser()?.newContext();
  const stranger = await other?.newPage();
  if (!stranger) throw new Error("another browser");
  await stranger.goto(`${DEV}/lobby/promotions/`);
  await ready(stranger);
  const form = await logIn(stranger, login, PASSWORD);
  await expect(form.getByText("Invalid login or password")).toBeVisible();
  await form.getByLabel("Password", { exact: true }).fill(NEXT);
  await form.getByRole("button", { name: "LOGIN" }).click();
  await expect(stranger.getByRole("banner").getByText("Hello, Nora")).toBeVisible();
  await other?.close();
});

test("a new password ends sessions in other browsers", { annotation: rows("7.1-09", "4.1-11") }, async ({
  page,
  browser,
}) => {
  const { login } = await newPlayer();
  await begin(page, login);
  const elsewhere = await (await browser.newContext({ baseURL: DEV })).newPage();
  await begin(elsewhere, login);
  await change(page, PASSWORD, NEXT);
  await expect(page.getByRole("heading", { name: "Your password is changed" })).toBeVisible();
  const asked = elsewhere.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/login"));
  await elsewhere.reload();
  expect((await asked).postDataJSON()).toMatchObject({ login, password: PASSWORD });
  await elsewhere.waitForURL(`${DEV}/`);
  await expect(dialog(elsewhere).getByLabel("Username or e-mail")).toHaveValue(login);
  await elsewhere.context().close();
  // This browser keeps its session.
  await page.reload();
  await expect(page.getByRole("banner").getByText("Hello, Nora")).toBeVisible();
});

test("a wrong current password shows an error and keeps the input", { annotation: rows("7.1-09") }, async ({
  page,
}) => {
  await begin(page, (await newPlayer()).login);
  const sealed = (await stored(page)).password;
  await change(page, "wrong-1", NEXT);
  await expect(part(page).getByRole("alert").getByText("Your current password is not correct.")).toBeVisible();
  await expect(part(page).getByLabel("New password", { exact: true })).toHaveValue(NEXT);
  expect((await stored(page)).password).toBe(sealed);
});

test("a wrong password answered with 401 ends no session", { annotation: rows("4.2-17", "A72", "A105") }, async ({
  page,
  context,
}) => {
  const { login } = await newPlayer();
  const { token } = await signIn(context, DEV, login);
  await fault(page, "**/api/794/login", { method: "PUT", status: 401, body: { errorMessage: "Wrong password" } });
  await page.goto("/lobby/account/");
  await change(page, "wrong-1", NEXT);
  await expect(part(page).getByRole("alert").getByText("Wrong password")).toBeVisible();
  expect((await stored(page)).token).toBe(token);
  expect(new URL(page.url()).pathname).toBe("/lobby/account/");
  // If the token is invalid too, the session ends.
  await fault(page, "**/api/794/players/**", { status: 401, body: {} });
  await part(page).getByRole("button", { name: "CHANGE PASSWORD" }).click();
  await page.waitForURL(`${DEV}/`);
  await expect(dialog(page)).toBeVisible();
});

test("missing and short passwords are marked, and nothing is sent", { annotation: rows("5-09", "5-11") }, async ({
  page,
}) => {
  await begin(page, (await newPlayer()).login);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(request.url());
  });
  await change(page, "", "short", "other");
  const [current, next, again] = ["Current password", "New password", "New password again"].map((label) =>
    part(page).getByLabel(label, { exact: true }),
  );
  if (!current || !next || !again) throw new Error("three fields");
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription("Please enter your current password");
  await expect(next).toHaveAccessibleDescription("Passwords should be at least 6 characters");
  await expect(again).toHaveAccessibleDescription("Passwords must match");
  await expect(current).toHaveAttribute("autocomplete", "current-password");
  await expect(next).toHaveAttribute("autocomplete", "new-password");
  await next.fill("letters");
  await expect(part(page).getByText("Password should contain letters, numbers and symbols")).toBeVisible();
  expect(sent).toEqual([]);
});

for (const [what, struck, words] of [
  ["a server in trouble", { status: 500, body: {} }, "Internal Server Error"],
  ["no network", { drop: true }, "Sorry, Something went wrong. Please try again later."],
] as const)
  test(`${what} shows a message and keeps the input, and a press sends one call`, async ({ page }) => {
    await begin(page, (await newPlayer()).login);
    await fault(page, "**/api/794/login", { method: "PUT", delay_ms: 1000, ...struck });
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") sent.push(request.url());
    });
    await change(page, PASSWORD, NEXT);
    await part(page).getByRole("button", { name: "Changing your password..." }).dispatchEvent("click");
    await expect(part(page).getByRole("alert").getByText(words)).toBeVisible();
    await expect(part(page).getByLabel("New password", { exact: true })).toHaveValue(NEXT);
    expect(sent).toHaveLength(1);
  });

test("a guest sees no form, and leaving the page clears the passwords", async ({ page }) => {
  await page.goto("/lobby/account/");
  await expect(dialog(page)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Please log in" })).toBeVisible();
  await expect(part(page)).toBeHidden();
  await page.keyboard.press("Escape");
  await page.waitForURL(`${DEV}/`);
  await begin(page, (await newPlayer()).login);
  await part(page).getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("link", { name: "Preferences" }).click();
  await page.waitForURL("**/lobby/account/preferences/");
  await page.goBack();
  await expect(part(page).getByLabel("Current password")).toHaveValue("");
});

for (const width of [390, 1280])
  test(`at ${width} px the form has roles and names and no serious axe violation`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await begin(page, (await newPlayer()).login);
    await expect(part(page)).toMatchAriaSnapshot(`
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
    await change(page, "", "short", "other");
    await expectAccessible(page, "main");
  });
