// Back and Forward in the lobby: filter, search, game and dialogs in any order, and the scroll position.

import type { Page } from "@playwright/test";
import { loginButton, loginDialog, menuButton, menuDialog } from "../pages/dialogs";
import { logIn } from "../pages/onboarding";
import { commandSandbox, newPlayer, openAsNewPlayer } from "../support/players";
import { expect, hydrateIsland, rows, test, waitForFullLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const searchField = (page: Page) => page.getByRole("searchbox", { name: "Search all games" });
const gameDialog = (page: Page) => page.getByRole("dialog", { name: "Gold Rush" });
const scrollTop = (page: Page) => page.evaluate(() => scrollY);

/** Scrolls as far as the page is long enough for it, and waits until the loader has noticed. */
async function scrollToY(page: Page, top: number) {
  await expect
    .poll(async () => {
      await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), top);
      return scrollTop(page);
    })
    .toBe(top);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

async function openLobby(page: Page, query = "") {
  await page.goto(`/lobby/games/${query}`);
  await waitForFullLoader(page);
  await hydrateIsland(page, "games");
}

/** Opens the first game of the search results. */
async function searchAndOpenGame(page: Page) {
  await searchField(page).fill("Gold Rush");
  await page.locator(".game-grid .tile__link").first().click();
  await expect(gameDialog(page)).toBeVisible();
}

test("Back closes a game and keeps the search after a login on the same page", {
  annotation: rows("1-09"),
}, async ({ page }) => {
  const { pid, login } = await newPlayer();
  // A player without money is offered a deposit before the game.
  await commandSandbox("player", { pid, states: ["ready"], cents: 5_000 });
  await openLobby(page);
  await logIn(page, login);
  await expect(loginDialog(page)).toBeHidden();
  await searchAndOpenGame(page);
  await page.goBack();
  await expect(gameDialog(page)).toBeHidden();
  await expect(searchField(page)).toHaveValue("Gold Rush");
  await page.goBack();
  await expect(searchField(page)).toHaveValue("");
  await expect(page).toHaveURL("/lobby/games/");
});

test("Back closes the newest dialog, whatever was closed before it", { annotation: rows("1-09") }, async ({ page }) => {
  await page.goto("/info/faq/");
  await waitForFullLoader(page);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "GAMES", exact: true }).click();
  await page.waitForURL("/lobby/games/");
  await hydrateIsland(page, "games");
  // A closed dialog, a search that replaces the entry of the dialog, and a dialog over it.
  await loginButton(page).click();
  await page.keyboard.press("Escape");
  await expect(loginDialog(page)).toBeHidden();
  await searchField(page).pressSequentially("gold");
  await loginButton(page).click();
  await expect(loginDialog(page)).toBeVisible();
  await page.goBack();
  await expect(loginDialog(page)).toBeHidden();
  await expect(searchField(page)).toHaveValue("gold");
  // The same dialog after a reload.
  await page.reload();
  await waitForFullLoader(page);
  await loginButton(page).click();
  await expect(loginDialog(page)).toBeVisible();
  await page.goBack();
  await expect(loginDialog(page)).toBeHidden();
  await expect(page).toHaveURL("/lobby/games/?search=gold");
  await page.goBack();
  await expect(page).toHaveURL("/lobby/games/");
  await page.goBack();
  await page.waitForURL("/info/faq/");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("Back closes the menu and keeps the search, also after a menu and a login that were closed", async ({
    page,
  }) => {
    await openLobby(page);
    await menuButton(page).click();
    await page.keyboard.press("Escape");
    await expect(menuDialog(page)).toBeHidden();
    await loginButton(page).click();
    await page.keyboard.press("Escape");
    await expect(loginDialog(page)).toBeHidden();
    await searchField(page).pressSequentially("gold");
    await menuButton(page).click();
    await expect(menuDialog(page)).toBeVisible();
    await page.goBack();
    await expect(menuDialog(page)).toBeHidden();
    await expect(searchField(page)).toHaveValue("gold");
    await page.goBack();
    await expect(searchField(page)).toHaveValue("");
  });
});

test("closing a dialog by Back does not scroll the page, and Forward does not leave it", async ({ page }) => {
  await page.goto("/info/faq/");
  await waitForFullLoader(page);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "GAMES", exact: true }).click();
  await page.waitForURL("/lobby/games/");
  await hydrateIsland(page, "games");
  await loginButton(page).click();
  await page.keyboard.press("Escape");
  await scrollToY(page, 600);
  await page.evaluate(() =>
    document.dispatchEvent(new CustomEvent("croupier:open", { detail: { view: "forgottenpassword" } })),
  );
  const dialog = page.locator("dialog[open]");
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  expect(await scrollTop(page)).toBe(600);
  // The entry of the dialog is still ahead. It shows the page, and Back from it does too.
  await page.goForward();
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL("/lobby/games/");
  expect(await scrollTop(page)).toBe(600);
  await page.goBack();
  await page.waitForURL("/info/faq/");
});

for (const [name, query] of [
  ["category", "?category=Slots"],
  ["search", "?search=a"],
  ["search on a slow device", "?search=e"],
] as const)
  test(`Back to a ${name} restores the scroll position and never shows the other games`, {
    annotation: rows("1-09"),
  }, async ({ page }) => {
    await openAsNewPlayer(page, "ready");
    await openLobby(page, query);
    await expect(page.locator(".game-grid .tile__link").first()).toBeVisible();
    await scrollToY(page, 800);
    // Records each frame in which the unfiltered rows are visible at the URL of the filter.
    await page.evaluate(() => {
      const frames: string[] = [];
      const record = () => {
        const rows = document.querySelector(".games .rows");
        const isFiltered = location.pathname === "/lobby/games/" && location.search !== "";
        if (isFiltered && rows?.checkVisibility({ visibilityProperty: true })) frames.push(location.href);
        requestAnimationFrame(record);
      };
      record();
      Object.assign(window, { frames });
    });
    if (name.endsWith("slow device")) {
      const client = await page.context().newCDPSession(page);
      await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    }
    // Playwright scrolls the page before it clicks in the sticky bar.
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "COUPONS", exact: true })
      .dispatchEvent("click");
    await page.waitForURL("/lobby/promotions/");
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    await page.goBack();
    await expect(page.locator(".game-grid .tile__link").first()).toBeVisible();
    await expect.poll(() => scrollTop(page)).toBe(800);
    await hydrateIsland(page, "games");
    expect(await scrollTop(page)).toBe(800);
    expect(await page.evaluate(() => (window as unknown as { frames: string[] }).frames)).toEqual([]);
  });

test("without the code of the filter, the games of the page are shown", async ({ page }) => {
  await page.route("**/assets/games-*.js", (route) => route.abort());
  await page.goto("/lobby/games/?category=Slots");
  const row = page.locator(".games .rows .row:not(.player-only)").first();
  await expect(row).toBeAttached();
  await expect(row).toBeVisible();
});
