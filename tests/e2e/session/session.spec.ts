// The session in all tabs, hydrated or not, for each kind of login and logout (rows 4.1, A69 to A71).

import type { Page } from "@playwright/test";
import { loginButton, loginDialog, menuButton } from "../pages/dialogs";
import { showTab } from "../pages/navigation";
import { logIn, submitLogin } from "../pages/onboarding";
import { changeStorage, signIn } from "../support/players";
import { injectFault } from "../support/requests";
import { DEV, expect, expectAccessible, openTab, rows, test, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const greeting = (tab: Page) => tab.getByRole("banner").getByText("Hello, Ann", { exact: true });
const html = (tab: Page) => tab.locator("html");

/** Checks that the tab shows / to a guest, with a working navigation bar. */
async function expectGuestAtHome(tab: Page) {
  await tab.waitForURL(`${DEV}/`);
  await waitForLoader(tab);
  await expect(html(tab)).not.toHaveAttribute("data-session");
  await expect(loginButton(tab)).toBeVisible();
  await expect(greeting(tab)).toHaveCount(0);
}

test("a login applies to every tab without moving readers", { annotation: rows("4.1-01", "4.1-12") }, async ({
  page,
  context,
}) => {
  const [reading, account, cashier, landing] = await Promise.all(
    ["/info/faq/", "/lobby/account/", "/cashier/", "/"].map((path) => openTab(context, path)),
  );
  if (!reading || !account || !cashier || !landing) throw new Error("four tabs");
  await expect(loginDialog(cashier)).toBeVisible();
  await page.goto("/info/about/");
  await waitForLoader(page);
  await logIn(page);
  await page.waitForURL("/lobby/games/");
  for (const tab of [page, reading, account]) await expect(greeting(tab)).toBeVisible();
  for (const tab of [account, cashier]) {
    await expect(html(tab)).toHaveAttribute("data-session", "in");
    await expect(tab.locator("main").getByRole("button", { name: "LOGIN" })).toBeHidden();
    await expect(tab.getByRole("dialog")).toBeHidden();
  }
  // Other pages stay, but / redirects players.
  expect(new URL(reading.url()).pathname).toBe("/info/faq/");
  await landing.waitForURL("/lobby/games/");
});

test("a login from the page updates a bar that is not hydrated", { annotation: rows("4.1-13") }, async ({
  page,
  documents,
}) => {
  await page.goto("/lobby/account/");
  const panel = page.locator("main").getByRole("button", { name: "LOGIN" });
  const dialog = loginDialog(page);
  // LOGIN opens by itself on this page (A7).
  await expect(dialog).toBeVisible();
  await submitLogin(dialog, "annx");
  await expect(greeting(page)).toBeVisible();
  await expect(panel).toBeHidden();
  expect(new URL(page.url()).pathname).toBe("/lobby/account/");
  expect(documents).toHaveLength(1);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a login from the menu updates menu and bar", { tag: "@smoke" }, async ({ page }) => {
    await page.goto("/lobby/promotions/");
    await waitForLoader(page);
    await menuButton(page).click();
    const menu = page.locator("#croupier-mobile-menu");
    await menu.getByRole("button", { name: "LOGIN" }).click();
    const dialog = loginDialog(page);
    await submitLogin(dialog, "annx");
    await expect(html(page)).toHaveAttribute("data-session", "in");
    await expect(dialog).toBeHidden();
    if (!(await menu.isVisible())) await menuButton(page).click();
    await expect(menu.getByText("Hello, Ann")).toBeVisible();
    await expect(menu.getByRole("button", { name: "LOG OUT" })).toBeVisible();
  });
});

test("a login in another tab updates attribute and islands in one frame", async ({ page, context }) => {
  await page.goto("/lobby/games/");
  await waitForLoader(page);
  await loginButton(page).hover();
  await expect(page.locator('[data-island="account_menu"]')).toHaveAttribute("data-hydrated", "");
  await page.evaluate(() => {
    const observed = { frames: -1 };
    Object.assign(window, { observed });
    addEventListener("storage", ({ key }) => {
      if (key !== "session") return;
      let frames = 0;
      const checkFrame = () => {
        const isUpdated =
          document.documentElement.dataset.session === "in" &&
          document.querySelector("header")?.textContent?.includes("Hello,");
        if (isUpdated) observed.frames = frames;
        else if (++frames < 60) requestAnimationFrame(checkFrame);
      };
      requestAnimationFrame(checkFrame);
    });
  });
  await signIn(context, DEV);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { observed: { frames: number } }).observed.frames))
    .toBe(0);
});

test.describe("for a signed-in player", () => {
  test.use({ player: "annx" });

  test("logout sends one call and moves every tab to /", { annotation: rows("4.1-03", "4.1-14", "4.1-15") }, async ({
    page,
    context,
  }) => {
    const otherTabs = await Promise.all(
      ["/info/faq/", "/lobby/account/", "/cashier/"].map((path) => openTab(context, path)),
    );
    await page.goto("/lobby/games/");
    await waitForLoader(page);
    await expect(greeting(page)).toBeVisible();
    const { hits } = await injectFault(page, "**/accounts/logout", { delay_ms: 1500 });
    expect(hits).toBe(0);
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/logout")) calls.push(request.url());
    });
    const button = page.getByRole("banner").getByRole("button", { name: "LOG OUT" });
    await button.evaluate((element: HTMLButtonElement) => {
      element.click();
      element.click();
    });
    for (const tab of [page, ...otherTabs]) await expectGuestAtHome(tab);
    expect(calls).toHaveLength(1);
    // / replaces the page of the player, so Back does not return to it.
    expect(await page.evaluate(() => localStorage.getItem("session"))).toBeNull();
  });

  for (const [change, records] of [
    ["the record is deleted", { session: null }],
    ["both records are deleted", { session: null, user_session: null }],
    ["the session is marked as expired", { user_session: JSON.stringify({ expired: true, login: "annx" }) }],
  ] as const)
    test(`when ${change} in another tab, every tab becomes a guest`, { annotation: rows("4.1-04", "4.1-05") }, async ({
      page,
      context,
    }) => {
      await page.goto("/lobby/account/");
      await waitForLoader(page);
      await expect(greeting(page)).toBeVisible();
      const inactiveTab = await openTab(context, "/cashier/");
      await changeStorage(context, DEV, records);
      for (const tab of [page, inactiveTab]) await expectGuestAtHome(tab);
      expect(await page.evaluate(() => localStorage.getItem("session"))).toBeNull();
    });

  test("a visible tab checks a valid session without a login call", { annotation: rows("4.1-04", "4.1-07") }, async ({
    page,
  }) => {
    const logins: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/login")) logins.push(request.url());
    });
    await page.goto("/lobby/promotions/");
    await waitForLoader(page);
    await expect(greeting(page)).toBeVisible();
    await showTab(page);
    await expect(greeting(page)).toBeVisible();
    // A tab gets no storage event for its own changes.
    await page.evaluate(() => localStorage.removeItem("session"));
    await expect(html(page)).toHaveAttribute("data-session", "in");
    await showTab(page);
    await expectGuestAtHome(page);
    expect(logins).toEqual([]);
  });

  test("a player who reaches / by click or Back goes to the lobby", { annotation: rows("2.1-02") }, async ({
    page,
    documents,
  }) => {
    await page.goto("/info/faq/");
    await waitForLoader(page);
    await page.evaluate(() => {
      const link = Object.assign(document.createElement("a"), { href: "/?promo=ABC#x", textContent: "first page" });
      document.querySelector("main")?.prepend(link);
    });
    await page.getByRole("link", { name: "first page" }).click();
    await page.waitForURL(`${DEV}/lobby/games/?promo=ABC#x`);
    await page.goBack();
    await page.waitForURL(`${DEV}/info/faq/`);
    expect(documents).toHaveLength(1);
  });

  test("a player who reaches / before the code for it is loaded goes to the lobby", {
    annotation: rows("2.1-02"),
  }, async ({ page }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/start-/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto("/info/faq/");
    await waitForLoader(page);
    await page.evaluate(() => {
      const link = Object.assign(document.createElement("a"), { href: "/", textContent: "first page" });
      document.querySelector("main")?.prepend(link);
    });
    await page.getByRole("link", { name: "first page" }).click();
    await page.waitForURL(`${DEV}/`);
    release();
    await page.waitForURL(`${DEV}/lobby/games/`);
  });
});

test("Back after a login on a page reached from / goes to the lobby", { annotation: rows("2.1-02") }, async ({
  page,
}) => {
  await page.goto("/info/terms/");
  await waitForLoader(page);
  await page.getByRole("banner").getByRole("link", { name: "Paper Lantern Casino" }).click();
  await page.waitForURL(`${DEV}/`);
  await page.getByRole("banner").getByRole("link", { name: "GAMES" }).click();
  await page.waitForURL(`${DEV}/lobby/games/`);
  await logIn(page);
  await expect(greeting(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${DEV}/lobby/games/`);
  await expect(page.locator("h1")).toHaveText("Games");
  await page.goBack();
  await page.waitForURL(`${DEV}/info/terms/`);
});

test("a guest who opens a lobby page stays there", { annotation: rows("4.1-14") }, async ({ page }) => {
  for (const path of ["/lobby/promotions/", "/lobby/account/"]) {
    await page.goto(path);
    await waitForLoader(page);
    await showTab(page);
    await expect(loginButton(page)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test("a refused session without a password goes to / with the login prefilled", {
  annotation: rows("4.1-10", "4.1-11", "7-03"),
}, async ({ page, context }) => {
  await injectFault(page, "**/api/794/players/**", { status: 401, body: { errorMessage: "no" } });
  const other = await openTab(context, "/lobby/promotions/");
  await signIn(context, DEV);
  await page.goto("/lobby/account/");
  await page.waitForURL(`${DEV}/`);
  const dialog = loginDialog(page);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel("Username or e-mail")).toHaveValue("annx");
  await expectGuestAtHome(other);
});

test("calls of a visitor have no token, calls of a player do", { annotation: rows("7-03") }, async ({ page }) => {
  const tokens: (string | undefined)[] = [];
  page.on("request", (request) => tokens.push(request.headers()["x-session-token"]));
  for (const path of ["/", "/lobby/games/", "/lobby/promotions/"]) {
    await page.goto(path);
    await waitForLoader(page);
    await loginButton(page).hover();
  }
  expect(tokens.filter((token) => token !== undefined)).toEqual([]);
  const balance = page.waitForRequest("**/players/1001/balance?**");
  await logIn(page);
  const call = await balance;
  expect(call.headers()["x-session-token"]).toBe(
    await page.evaluate(() => JSON.parse(localStorage.getItem("session") ?? "{}").token),
  );
  expect((await page.request.get(call.url())).status()).toBe(401);
});

test("the bar has roles and names and no serious axe violation", async ({ page, context }) => {
  await page.goto("/info/faq/");
  await waitForLoader(page);
  const bar = page.getByRole("banner");
  await expect(bar).toMatchAriaSnapshot(`
    - link "Paper Lantern Casino"
    - navigation "Main"
    - button "LOGIN"
    - button "SIGN UP"
  `);
  await expectAccessible(page, "header");
  await signIn(context, DEV);
  await expect(bar).toMatchAriaSnapshot(`
    - link "Paper Lantern Casino"
    - navigation "Main"
    - text: Hello, Ann $50.00
    - button "Cashier"
    - link "Manage Account"
    - button "LOG OUT"
  `);
  await expectAccessible(page, "header");
});
