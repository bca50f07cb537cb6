// A game over the page: frame, launch token, closing, and the balance afterwards (A42, A111).

import { cashierDialog, loginDialog, openPanel, signupDialog } from "../pages/dialogs";
import { fillSignup, submitLogin } from "../pages/onboarding";
import { commandSandbox, newPlayer, signIn } from "../support/players";
import { injectFault, recordRequests } from "../support/requests";
import { DEV, expect, expectAccessible, hydrateIsland, rows, test } from "../support/test";

test.use({ serviceWorkers: "block", player: "onalee" });

/** The code of dialogs. */
const MODAL = /\/assets\/modal-/;

test("a game runs at 1280x720 with its own token and keeps none", { annotation: rows("7.3-08") }, async ({ page }) => {
  await page.goto("/lobby/games/");
  const token = page.waitForResponse(/\/players\/1004\/token$/);
  await openPanel(page, "game", "18-32");
  expect((await token).request().postDataJSON()).toEqual({ playerId: 1004, token_type: "game" });
  const secret = ((await (await token).json()) as { token: string }).token;
  const window = page.getByRole("dialog", { name: "Gold Rush" });
  const game = window.frameLocator("iframe");
  await expect(game.getByText("Balance $1.00")).toBeVisible();
  const box = await window.locator("iframe").boundingBox();
  expect([box?.width ?? 0, box?.height ?? 0].map(Math.round)).toEqual([1280, 720]);
  expect(page.viewportSize()).toEqual({ width: 1280, height: 800 });
  await expectAccessible(page, "dialog[open]");
  const exposed = await page.evaluate(() => [
    document.documentElement.outerHTML,
    location.href,
    JSON.stringify(history.state),
    ...performance.getEntries().map(({ name }) => name),
    ...Object.values({ ...localStorage, ...sessionStorage }).map(String),
  ]);
  expect(exposed.filter((text) => text.includes(secret))).toEqual([]);
});

test.describe("a hostile game script", () => {
  // The browser reports the refused navigation.
  test.use({ allowedErrors: /allow-top-navigation|Unsafe attempt to initiate navigation/ });

  test("a game cannot navigate the page, but can use scripts and storage", { tag: "@smoke" }, async ({ page }) => {
    await page.goto("/lobby/games/");
    await openPanel(page, "game", "18-32");
    const element = page.getByRole("dialog", { name: "Gold Rush" }).locator("iframe");
    await expect(element).toHaveAttribute("sandbox", "allow-scripts allow-same-origin allow-forms allow-popups");
    await expect(page.frameLocator("iframe").getByText("Balance")).toBeVisible();
    const outcome = await page
      .frameLocator("iframe")
      .locator("body")
      .evaluate(() => {
        sessionStorage.setItem("game", "18-32");
        try {
          window.top?.location.replace("/info/faq/");
          return { isRefused: false };
        } catch (error) {
          return {
            isRefused: (error as DOMException).name === "SecurityError",
            isFullscreen: document.fullscreenEnabled,
          };
        }
      });
    expect(outcome).toEqual({ isRefused: true, isFullscreen: true });
    expect(new URL(page.url()).pathname).toBe("/lobby/games/");
  });
});

test("closing a game refreshes the balance and restores the focus", async ({ page }) => {
  await page.goto("/info/faq/");
  const focusedLink = page.getByRole("banner").getByRole("link").first();
  await focusedLink.focus();
  await openPanel(page, "game", "18-32");
  const window = page.getByRole("dialog", { name: "Gold Rush" });
  await expect(window.frameLocator("iframe").getByText("Balance")).toBeVisible();
  const balance = page.waitForRequest(/\/balance\?/);
  await window.getByRole("button", { name: "Close the game" }).click();
  await balance;
  await expect(window).toBeHidden();
  await expect(focusedLink).toBeFocused();
  await openPanel(page, "game", "18-32");
  await expect(window).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(window).toBeHidden();
  await expect(focusedLink).toBeFocused();
});

test("an open game closes for another player", async ({ page, context }) => {
  await page.goto("/lobby/games/");
  await openPanel(page, "game", "18-32");
  const window = page.getByRole("dialog", { name: "Gold Rush" });
  await expect(window.frameLocator("iframe").getByText("Balance")).toBeVisible();
  await signIn(context, DEV, (await newPlayer()).login);
  await expect(window).toBeHidden();
});

test("a failed launch shows a message and can be retried", async ({ page }) => {
  await page.goto("/lobby/games/");
  await injectFault(page, "**/players/1004/token", {
    times: 1,
    status: 503,
    body: { errorMessage: "No table is free" },
  });
  await openPanel(page, "game", "18-32");
  const errorDialog = page.getByRole("dialog", { name: "This game could not be opened" });
  await expect(errorDialog).toContainText("No table is free");
  await expectAccessible(page, "dialog[open]");
  await errorDialog.getByRole("button", { name: "Try again" }).click();
  await expect(
    page.getByRole("dialog", { name: "Gold Rush" }).frameLocator("iframe").getByText("Balance"),
  ).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the frame keeps its aspect ratio", async ({ page }) => {
    await page.goto("/lobby/games/");
    await openPanel(page, "game", "18-32");
    const frame = page.getByRole("dialog", { name: "Gold Rush" }).locator("iframe");
    await expect(frame.contentFrame().getByText("Balance")).toBeVisible();
    const box = await frame.boundingBox();
    expect(box?.width).toBe(390);
    expect(box?.height).toBeCloseTo((390 * 720) / 1280, 0);
  });
});

test.describe("for a guest", () => {
  test.use({ player: "" });

  for (const path of ["/lobby/games/", "/info/faq/"])
    test(`signup or login comes first, then the game opens, at ${path}`, { annotation: rows("A8") }, async ({
      page,
    }) => {
      await page.goto(path);
      await openPanel(page, "game", "18-32");
      const signup = signupDialog(page);
      await signup.getByRole("button", { name: "Have an account? Log in" }).click();
      const login = loginDialog(page);
      await submitLogin(login, "onalee");
      const window = page.getByRole("dialog", { name: "Gold Rush" });
      await expect(window.frameLocator("iframe").getByText("Balance")).toBeVisible();
      await expect(page).toHaveURL("/lobby/games/");
    });

  test("after signup the game is offered once, and not after closing the form", {
    annotation: rows("A8", "A23"),
  }, async ({ page }) => {
    await page.goto("/lobby/games/?game=18-32&category=Slots");
    const signup = signupDialog(page);
    await expect(signup).toBeVisible();
    // The parameter is removed, so a reload does not open the form again.
    await expect(page).toHaveURL("/lobby/games/?category=Slots");
    await page.keyboard.press("Escape");
    await expect(signup).toBeHidden();
    await openPanel(page, "game", "18-32");
    await fillSignup(signup);
    await signup.getByRole("button", { name: "CREATE ACCOUNT" }).click();
    const welcome = page.getByRole("dialog", { name: "WELCOME" });
    await welcome.getByRole("button", { name: "PLAY GOLD RUSH" }).click();
    const cashier = cashierDialog(page);
    await expect(cashier.getByText("You do not have sufficient funds to play this game.")).toBeVisible();
    await expect(cashier.getByRole("button", { name: "PLAY GOLD RUSH" })).toBeHidden();
    await cashier.getByRole("button", { name: "Close" }).click();
    await expect(cashier).toBeHidden();
    await openPanel(page, "cashier");
    await expect(cashier.getByText("You do not have sufficient funds")).toBeVisible();
    await expect(cashier.getByRole("button", { name: "PLAY GOLD RUSH" })).toBeHidden();
  });
});

test("a game link opens once, and an unknown game shows a message", { annotation: rows("A14") }, async ({ page }) => {
  await page.goto("/lobby/games/?game=18_32&category=Slots");
  const window = page.getByRole("dialog", { name: "Gold Rush" });
  await expect(window.frameLocator("iframe").getByText("Balance")).toBeVisible();
  await expect(page).toHaveURL("/lobby/games/?category=Slots");
  await window.getByRole("button", { name: "Close the game" }).click();
  await page.goto("/lobby/games/?game=99-99");
  const errorDialog = page.getByRole("dialog", { name: "This game could not be opened" });
  await expect(errorDialog).toContainText("The lobby does not have this game on this device.");
  await expectAccessible(page, "dialog[open]");
});

test("a player without money is offered the game after a deposit", { annotation: rows("A23") }, async ({
  page,
  context,
  baseURL,
}) => {
  const { pid, login } = await newPlayer();
  await signIn(context, baseURL ?? "", login);
  await page.goto("/lobby/games/?game=18-32");
  const cashier = cashierDialog(page);
  await expect(cashier.getByText("You do not have sufficient funds to play this game.")).toBeVisible();
  const play = cashier.getByRole("button", { name: "PLAY GOLD RUSH" });
  await expect(play).toBeHidden();
  await commandSandbox("player", { pid, states: ["ready"], cents: 5000 });
  // Simulates the return from the deposit tab. It polls, because a response of the last four seconds counts as fresh.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    await expect(play).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(cashier.getByText("Your balance is enough for this game now.")).toBeVisible();
  await expectAccessible(page, "dialog[open]");
  await play.click();
  await expect(
    page.getByRole("dialog", { name: "Gold Rush" }).frameLocator("iframe").getByText("Balance $50.00"),
  ).toBeVisible();
});

test("maintenance shows a dialog and closes game and cashier", { annotation: rows("2.14-08", "A53") }, async ({
  page,
  context,
}) => {
  const maintenance = { status: 503, body: { errorMessage: "errorCasinoMaintenance" } };
  await injectFault(page, "**/players/1004/token", maintenance);
  await injectFault(page, "**/player/1004/cashier", maintenance);
  await page.goto("/lobby/games/");
  await openPanel(page, "game", "18-32");
  const maintenanceDialog = page.getByRole("alertdialog", { name: "Maintenance" });
  await expect(
    maintenanceDialog.getByText(/ is currently undergoing maintenance\. Please try again later\.$/),
  ).toBeVisible();
  await expectAccessible(page, "dialog.confirm");
  await maintenanceDialog.getByRole("button", { name: "CLOSE" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await openPanel(page, "cashier");
  await cashierDialog(page).getByRole("button", { name: "Deposit directly" }).click();
  await expect(maintenanceDialog).toBeVisible();
  await maintenanceDialog.getByRole("button", { name: "CLOSE" }).click();
  await expect(cashierDialog(page)).toBeVisible();
  expect(context.pages()).toHaveLength(1);
});

test("a game that is pressed without a network says so, and does not open by itself later", async ({ page }) => {
  await page.clock.install();
  await page.goto("/lobby/games/?search=Gold+Rush");
  await hydrateIsland(page, "games");
  const tile = page
    .getByRole("main")
    .getByRole("link", { name: /^Gold Rush/ })
    .first();
  const setOnline = (isOnline: boolean) =>
    page.evaluate((value) => Object.defineProperty(navigator, "onLine", { value, configurable: true }), isOnline);

  // Only the code of dialogs is missing. Other code that fails to load without a network would load the document again later.
  const attempts = recordRequests(page, MODAL);
  await page.route(MODAL, (route) => route.abort("internetdisconnected"));
  await setOnline(false);
  await tile.click();
  const notice = page.locator("#croupier-notice");
  await expect(notice).toHaveText("You are offline. Please try again when you are connected.");
  await page.clock.fastForward(2000);
  await expect.poll(() => attempts.length).toBe(2);

  await page.unroute(MODAL);
  await setOnline(true);
  await page.clock.fastForward(10_000);
  await expect(notice).toHaveText("This is ready now. Please press it again.");
  const window = page.getByRole("dialog", { name: "Gold Rush" });
  await expect(window).toBeHidden();
  await tile.click();
  await expect(window).toBeVisible();
});
