// Login and logout with the sandbox, and the navigation bar for guests and players.

import type { Page } from "@playwright/test";
import { loginButton, loginDialog, modal } from "../pages/dialogs";
import { logIn, submitLogin } from "../pages/onboarding";
import { newPlayer, PASSWORD } from "../support/players";
import { injectFault } from "../support/requests";
import { expect, gate, openTab, rows, test, waitForLoader } from "../support/test";

test("guests see LOGIN and SIGN UP, and each opens its form", { annotation: rows("2.3-05", "2.3-04", "1-04") }, async ({
  page,
}) => {
  await page.goto("/info/faq/");
  await expect(page.getByRole("banner").getByRole("button", { name: "SIGN UP" })).toBeVisible();
  await expect(page.getByText("LOG OUT")).toHaveCount(0);
  await loginButton(page).click();
  await expect(loginDialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("banner").getByRole("button", { name: "SIGN UP" }).click();
  await expect(modal(page)).toHaveAttribute("data-view", "signup");
  await expect(page.getByRole("dialog").getByLabel("First name")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("banner").getByRole("link", { name: "Paper Lantern Casino" }).click();
  await page.waitForURL("/");
});

test("the focus stays in the dialog when LOGIN returns", { annotation: rows("2.3-05") }, async ({ page }) => {
  await page.goto("/info/faq/");
  await page.getByRole("banner").getByRole("button", { name: "SIGN UP" }).click();
  for (const [back, there] of [
    ["Have an account? Log in", "Forgot your password?"],
    ["Back to login", "Forgot your username?"],
    ["Back to login", "New here? Sign up"],
  ] as const) {
    await page.getByRole("dialog").getByRole("button", { name: back }).click();
    const title = page.getByRole("dialog").getByRole("heading", { name: "Welcome back" });
    await expect(title).toBeFocused();
    await page.getByRole("dialog").getByRole("button", { name: there }).click();
    await expect(title).toHaveCount(0);
  }
});

test("a correct password goes to the lobby with name, balance and account", {
  tag: "@smoke",
  annotation: rows("2.3-03", "2.3-08", "2.3-10", "4.1-01", "4.1-12"),
}, async ({ page, documents }) => {
  await page.goto("/info/faq/");
  await waitForLoader(page);
  await logIn(page);
  await page.waitForURL("/lobby/games/");
  const bar = page.getByRole("banner");
  await expect(bar.getByText("Hello, Ann", { exact: true })).toBeVisible();
  await expect(bar.getByText("$50.00")).toBeVisible();
  await expect(bar.getByRole("button", { name: "LOGIN" })).toHaveCount(0);
  await expect(bar.getByRole("button", { name: "SIGN UP" })).toHaveCount(0);
  await bar.getByRole("link", { name: "Manage Account" }).click();
  await page.waitForURL("/lobby/account/");
  await page.goto("/info/about/");
  await page.getByRole("banner").getByRole("link", { name: "Paper Lantern Casino" }).click();
  await page.waitForURL("/lobby/games/");
  expect(documents).toHaveLength(2);
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).not.toContain(PASSWORD);
});

test("a login on the first page keeps the query", { annotation: rows("2.1-02", "4.1-12") }, async ({ page }) => {
  const { login } = await newPlayer();
  await page.goto("/?action=show&state=login&x=1&promo=MAX#top");
  await submitLogin(loginDialog(page), login);
  await expect(page).toHaveURL("/lobby/games/?x=1&promo=MAX#top");
  await expect(page.getByRole("banner").getByText("Hello, Nora")).toBeVisible();
});

test("a player without a first name is greeted by login", { annotation: rows("2.3-09") }, async ({ page }) => {
  await page.goto("/lobby/promotions/");
  await logIn(page, "bobby");
  await expect(page.getByRole("banner").getByText("Hello, bobby", { exact: true })).toBeVisible();
});

test("a login below /lobby/ stays there", { annotation: rows("4.1-13") }, async ({ page }) => {
  await page.goto("/lobby/promotions/");
  await waitForLoader(page);
  await logIn(page);
  await expect(page.getByRole("banner").getByText("Hello, Ann")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(new URL(page.url()).pathname).toBe("/lobby/promotions/");
});

test("a signed-in player who opens / goes to the lobby with the query", { annotation: rows("2.1-02") }, async ({
  page,
}) => {
  await page.goto("/info/faq/");
  await logIn(page);
  await page.waitForURL("/lobby/games/");
  await page.goto("/?promo=ABC&x=1");
  await page.waitForURL("/lobby/games/?promo=ABC&x=1");
  await expect(page.locator("h1")).toHaveText("Games");
});

test("a wrong password shows the server message, the fifth the support screen", {
  annotation: rows("4.1-17", "8-12", "9-05"),
}, async ({ page }) => {
  await page.goto("/info/faq/");
  const dialog = await logIn(page, "annx", "wrong-1");
  const locked = page.getByRole("dialog", { name: "WE COULDN'T LOG YOU IN" });
  await expect(dialog.getByRole("alert").getByText("Invalid login or password")).toBeVisible();
  for (let attempt = 2; attempt <= 5; attempt++) {
    await dialog.getByLabel("Password", { exact: true }).fill(`wrong-${attempt}`);
    const response = page.waitForResponse("**/api/794/login");
    await dialog.getByRole("button", { name: "LOGIN" }).click();
    await response;
    if (attempt < 5) await expect(dialog.getByRole("alert").getByText("Invalid login or password")).toBeVisible();
  }
  await expect(locked.getByText("Too many failed login attempts")).toBeVisible();
  await expect(locked.getByRole("heading", { name: "WE COULDN'T LOG YOU IN" })).toBeFocused();
  await expect(locked.getByRole("button", { name: "CONTACT SUPPORT" })).toBeVisible();
  await locked.getByRole("button", { name: "FORGOT PASSWORD" }).click();
  const forgotten = page.getByRole("dialog", { name: "Forgot your password?" });
  await expect(forgotten.getByRole("button", { name: "SEND A LINK" })).toBeVisible();
  await forgotten.getByRole("button", { name: "Back to login" }).click();
  await expect(dialog.getByLabel("Username or e-mail")).toBeVisible();
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveValue("");
});

test("empty fields are marked, and nothing is sent", { annotation: rows("5-13") }, async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) sent.push(request.url());
  });
  await page.goto("/info/faq/");
  const dialog = await logIn(page, "", "");
  const login = dialog.getByLabel("Username or e-mail");
  await expect(login).toBeFocused();
  await expect(login).toHaveAccessibleDescription("Valid characters are A-Z a-z 0-9, minimum 6 characters");
  expect(sent).toEqual([]);
});

test("the login call has the six fields of the contract", { annotation: rows("7.1-01") }, async ({ page }) => {
  await page.goto("/lobby/games/");
  const sent = page.waitForRequest("**/api/794/login");
  await logIn(page);
  const body = (await sent).postDataJSON();
  expect(Object.keys(body).sort()).toEqual([
    "client_id",
    "for_money",
    "login",
    "password",
    "player_timezone",
    "skin_id",
  ]);
  expect(body.client_id).toBe(3);
  expect(body.player_timezone).toMatch(/^[+-]\d\d:\d\d$/);
});

for (const [device, client, use] of [
  ["desktop", 3, {}],
  ["phone", 6, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const)
  test.describe(() => {
    test.use(use);
    test(`a login by ${device} has client id ${client}`, { annotation: rows("7.1-02") }, async ({ page }) => {
      await page.goto("/lobby/games/");
      const sent = page.waitForRequest("**/api/794/login");
      await logIn(page);
      expect((await sent).postDataJSON().client_id).toBe(client);
    });
  });

for (const [zone, offset] of [
  ["Asia/Kolkata", "+05:30"],
  ["UTC", "+00:00"],
] as const) {
  test.describe(() => {
    test.use({ timezoneId: zone });
    test(`the time zone ${zone} is sent as ${offset}`, { annotation: rows("7.1-03") }, async ({ page }) => {
      await page.goto("/lobby/games/");
      const sent = page.waitForRequest("**/api/794/login");
      await logIn(page);
      expect((await sent).postDataJSON().player_timezone).toBe(offset);
    });
  });
}

test("LOG OUT ends the session, loads / and keeps the login for the form", {
  annotation: rows("2.3-11", "4.1-03", "4.1-15", "7.1-14"),
}, async ({ page, documents }) => {
  await page.goto("/lobby/games/");
  await logIn(page);
  const call = page.waitForRequest("**/api/794/player/1001/accounts/logout");
  const before = documents.length;
  await page.getByRole("banner").getByRole("button", { name: "LOG OUT" }).click();
  expect(Object.keys((await call).postDataJSON()).sort()).toEqual([
    "for_money",
    "login",
    "logout_type",
    "player_id",
    "player_ids",
  ]);
  await page.waitForURL("/");
  expect(documents.length).toBe(before + 1);
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("button", { name: "LOGIN" })).toBeVisible();
  await banner.getByRole("button", { name: "LOGIN" }).click();
  await expect(page.getByLabel("Username or e-mail")).toHaveValue("annx");
  await page.getByRole("button", { name: "Not you?" }).click();
  await expect(page.getByLabel("Username or e-mail")).toHaveValue("");
});

for (const [state, failure] of [
  ["is refused", { status: 500, body: { errorMessage: "No" } }],
  ["fails without a network", { drop: true }],
  // A renewal would be possible, but a logout does not renew the session.
  ["has an invalid token", { status: 401, times: 1 }],
] as const)
  test(`a logout that ${state} still clears local data`, { annotation: rows("4.1-16", "8-27") }, async ({ page }) => {
    await page.goto("/lobby/games/");
    await logIn(page, "canada");
    await expect(page.getByRole("banner").getByText("Hello, Cal")).toBeVisible();
    await injectFault(page, "**/accounts/logout", failure);
    await page.getByRole("banner").getByRole("button", { name: "LOG OUT" }).click();
    await page.waitForURL("/");
    expect(await page.evaluate(() => localStorage.getItem("session"))).toBeNull();
    await expect(loginButton(page)).toBeVisible();
  });

for (const [state, leaveTab] of [
  ["closed", (page: Page) => page.close()],
  ["reloaded", (page: Page) => page.reload()],
] as const)
  test(`a tab that is ${state} during a pending logout stays signed out`, {
    annotation: rows("4.1-15", "4.1-16"),
  }, async ({ page, context }) => {
    // Three tabs load the whole page.
    test.slow();
    const { login } = await newPlayer();
    await page.goto("/lobby/games/");
    await logIn(page, login);
    await expect(page.getByRole("banner").getByText("Hello, Nora")).toBeVisible();
    const { opened, open } = gate();
    const other = await openTab(context, "/info/faq/");
    await injectFault(context, "**/accounts/logout", { until: opened });
    const logins: string[] = [];
    context.on("request", (request) => {
      if (request.url().endsWith("/api/794/login")) logins.push(request.url());
    });
    const call = page.waitForRequest("**/accounts/logout");
    await page.getByRole("banner").getByRole("button", { name: "LOG OUT" }).click();
    await call;
    await leaveTab(page);
    await other.waitForURL("/");
    const next = await openTab(context, "/lobby/promotions/");
    await expect(next.getByRole("banner").getByRole("button", { name: "LOGIN" })).toBeVisible();
    const storage = await next.evaluate(async () => ({
      session: localStorage.getItem("session"),
      user: localStorage.getItem("user_session"),
      databases: (await indexedDB.databases()).map(({ name }) => name),
    }));
    expect(storage).toEqual({ session: null, user: JSON.stringify({ expired: true, login }), databases: [] });
    expect(logins).toEqual([]);
    open();
  });

test("input before hydration is kept and never reaches the URL", async ({ page }) => {
  const { opened: released, open: loadCode } = gate();
  await page.route("**/assets/modal-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/lobby/promotions/");
  await logIn(page);
  expect(new URL(page.url()).search).toBe("");
  loadCode();
  await expect(page.getByRole("banner").getByText("Hello, Ann")).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/lobby/promotions/");
});

test("closing the form clears the input, but not the failure count", { annotation: rows("4.1-17") }, async ({
  page,
}) => {
  await page.goto("/info/faq/");
  const dialog = await logIn(page, "lowell", "wrong-1");
  const refused = dialog.getByRole("alert").getByText("Invalid login or password");
  await expect(refused).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await loginButton(page).click();
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveValue("");
  await expect(refused).toHaveCount(0);
  for (let attempt = 2; attempt <= 5; attempt++) {
    await dialog.getByLabel("Username or e-mail").fill("lowell");
    await dialog.getByLabel("Password", { exact: true }).fill(`wrong-${attempt}`);
    const response = page.waitForResponse("**/api/794/login");
    await dialog.getByRole("button", { name: "LOGIN" }).click();
    await response;
    if (attempt < 5) await expect(refused).toBeVisible();
  }
  await expect(page.getByRole("dialog", { name: "WE COULDN'T LOG YOU IN" })).toBeVisible();
});

test("a successful login resets the failure count", { annotation: rows("4.1-18") }, async ({ page }) => {
  const { login } = await newPlayer();
  // After a fast logout, a rejected socket could cause a console error.
  await page.routeWebSocket(/\/rewards\?/, () => undefined);
  await page.goto("/info/faq/");
  const dialog = await logIn(page, login, "wrong-1");
  const refused = dialog.getByRole("alert").getByText("Invalid login or password");
  await expect(refused).toBeVisible();
  const send = async (password: string) => {
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    const response = page.waitForResponse("**/api/794/login");
    await dialog.getByRole("button", { name: "LOGIN" }).click();
    await response;
  };
  for (let attempt = 2; attempt <= 4; attempt++) {
    await send(`wrong-${attempt}`);
    await expect(refused).toBeVisible();
  }
  await send(PASSWORD);
  await page.getByRole("banner").getByRole("button", { name: "LOG OUT" }).click();
  await page.waitForURL("/");
  // The fifth refusal in this tab, but the first since the login.
  await logIn(page, login, "wrong-5");
  await expect(refused).toBeVisible();
});

test("login and logout apply to other tabs", { annotation: rows("4.1-04") }, async ({ page, context }) => {
  await page.goto("/lobby/games/");
  const other = await context.newPage();
  await other.goto("/lobby/games/");
  await waitForLoader(other);
  const rewards = other.waitForEvent("websocket", (socket) => socket.url().includes("/rewards?"));
  const checkLogin = rewards.then((socket) => socket.waitForEvent("framesent"));
  await logIn(page, "onalee");
  await expect(page.getByRole("banner").getByText("Hello, Ona")).toBeVisible();
  // The other tab updates without user input.
  await expect(other.getByRole("banner").getByText("Hello, Ona")).toBeVisible();
  // A socket that opens with an ended session would log an error in the other tab.
  await checkLogin;
  await page.getByRole("banner").getByRole("button", { name: "LOG OUT" }).click();
  await page.waitForURL("/");
  await expect(other.getByRole("banner").getByRole("button", { name: "LOGIN" })).toBeVisible();
});
