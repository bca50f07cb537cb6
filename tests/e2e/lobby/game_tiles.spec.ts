// Game tiles: launch, heart and jackpot (rows 1-09, 1-10, 3-25, 7.4; A8, A114, A115).

import type { Page } from "@playwright/test";
import { loginDialog, signupDialog } from "../pages/dialogs";
import { commandSandbox, newPlayer, PASSWORD, signIn } from "../support/players";
import { injectFault, recordRequests } from "../support/requests";
import { DEV, expect, expectAccessible, gate, hydrateIsland, rows, test } from "../support/test";

test.use({ serviceWorkers: "block" });

const LOBBY = "/lobby/games/";
const FAVOURITE = "**/games/favorites/playerid?*";

/** Searches the lobby for games with this text in their names. */
async function searchLobby(page: Page, text: string) {
  await page.goto(`${LOBBY}?search=${encodeURIComponent(text)}`);
  await hydrateIsland(page, "games");
}

const main = (page: Page) => page.getByRole("main");
const heart = (page: Page, game: string) =>
  main(page)
    .getByRole("button", { name: `Add ${game} to favorites` })
    .first();
const tile = (page: Page, game: string) =>
  main(page)
    .getByRole("link", { name: new RegExp(`^${game}\\b`) })
    .first();

test("a tile opens its game, and its heart uses both numbers", {
  annotation: rows("1-09", "1-10", "3-25", "7.4-05", "7.4-06"),
}, async ({ page, context }) => {
  const { pid, login } = await newPlayer();
  await commandSandbox("player", { pid, states: ["ready"], cents: 5000 });
  await signIn(context, DEV, login);
  await searchLobby(page, "Joker Poker 1 Hand");
  await tile(page, "Joker Poker 1 Hand").click();
  const window = page.getByRole("dialog", { name: "Joker Poker 1 Hand" });
  await expect(window.frameLocator("iframe").getByText("Balance $50.00")).toBeVisible();
  const balance = page.waitForRequest(/\/balance\?/);
  await window.getByRole("button", { name: "Close the game" }).click();
  await balance;
  await expect(tile(page, "Joker Poker 1 Hand")).toBeFocused();

  const heartButton = heart(page, "Joker Poker 1 Hand");
  const box = await heartButton.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  const favoriteRequest = page.waitForRequest(FAVOURITE);
  await heartButton.click();
  const request = await favoriteRequest;
  expect(request.method()).toBe("POST");
  const values = { machineId: "34", gameId: "2", playerId: String(pid), skinId: "1" };
  expect(Object.fromEntries(new URL(request.url()).searchParams)).toEqual(values);
  await expect(heartButton).toHaveAttribute("aria-pressed", "true");
  await request.response();
  await expectAccessible(page, "main");

  // A game has two ids, so the same machine id with another game id is another game.
  const favoritesLoaded = page.waitForResponse(/\/games\/favorite$/);
  await searchLobby(page, "Silver Comet");
  expect(await (await favoritesLoaded).json()).toEqual([{ machine_id: 34, game_id: 2 }]);
  await expect(heart(page, "Silver Comet")).toHaveAttribute("aria-pressed", "false");
  await searchLobby(page, "Joker Poker 1 Hand");
  await expect(heartButton).toHaveAttribute("aria-pressed", "true");
  const removalRequest = page.waitForRequest((request) => request.method() === "DELETE");
  await heartButton.click();
  expect(Object.fromEntries(new URL((await removalRequest).url()).searchParams)).toEqual(values);
  await (await removalRequest).response();
  await expect(heartButton).toHaveAttribute("aria-pressed", "false");

  // Played games stay in the lobby until the player logs out.
  expect(await page.evaluate(() => localStorage.getItem("played"))).toBe(JSON.stringify({ pid, games: ["2-34"] }));
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).first().click();
  await page.waitForURL("/");
  expect(await page.evaluate(() => localStorage.getItem("played"))).toBeNull();
});

test("a heart changes at once and reverts when refused", { annotation: rows("A115", "A129") }, async ({
  page,
  context,
}) => {
  const { login } = await newPlayer();
  await signIn(context, DEV, login);
  const { opened, open } = gate();
  await injectFault(page, FAVOURITE, { times: 1, status: 500, body: {}, until: opened });
  await searchLobby(page, "Gold Rush");
  await page.evaluate(() => {
    const faults: string[] = [];
    Object.assign(window, { faults });
    document.addEventListener("croupier:fault", (event) => faults.push((event as CustomEvent).detail.part));
  });
  const heartButton = heart(page, "Gold Rush");
  await heartButton.click();
  await expect(heartButton).toHaveAttribute("aria-pressed", "true");
  open();
  await expect(heartButton).toHaveAttribute("aria-pressed", "false");
  expect(await page.evaluate(() => (window as unknown as { faults: string[] }).faults)).toEqual(["favourite"]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a double click on a heart adds the game", { annotation: rows("A74") }, async ({ page, context }) => {
  await signIn(context, DEV, (await newPlayer()).login);
  const changes = recordRequests(page, /games\/favorites\/playerid/);
  await searchLobby(page, "Gold Rush");
  const saved = page.waitForResponse(FAVOURITE);
  const reloaded = page.waitForResponse("**/games/favorite");
  await heart(page, "Gold Rush").dblclick();
  await saved;
  await reloaded;
  await expect(heart(page, "Gold Rush")).toHaveAttribute("aria-pressed", "true");
  expect(changes.map((line) => line.split(" ")[0])).toEqual(["POST"]);
});

test("the heart of a guest is set after login", { annotation: rows("A8") }, async ({ page }) => {
  const { pid, login } = await newPlayer();
  await searchLobby(page, "Gold Rush");
  await heart(page, "Gold Rush").click();
  const signup = signupDialog(page);
  await signup.getByRole("button", { name: "Have an account? Log in" }).click();
  const form = loginDialog(page);
  await form.getByLabel("Username or e-mail").fill(login);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  const favoriteRequest = page.waitForRequest(FAVOURITE);
  await form.getByRole("button", { name: "LOGIN" }).click();
  expect(new URL((await favoriteRequest).url()).searchParams.get("playerId")).toBe(String(pid));
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("progressive games show their jackpots in USD", { annotation: rows("7.4-04", "A114") }, async ({ page }) => {
  const jackpotRequest = page.waitForRequest(/\/jackpots\?/);
  await searchLobby(page, "Thunder Tiger Jackpot");
  expect(new URL((await jackpotRequest).url()).search).toBe("?forMoney=true&currencyCode=USD");
  // The jackpot grows by a cent per second.
  await expect(tile(page, "Thunder Tiger Jackpot")).toContainText(/Jackpot \$[78],\d{3}\.\d\d USD/);
  await searchLobby(page, "Gold Rush");
  await expect(tile(page, "Gold Rush")).not.toContainText("Jackpot");
});

test("a guest sees the names of games whose pictures fail, before and after React is loaded", async ({ page }) => {
  await page.route("**/rtggames/*.svg", (route) => route.fulfill({ status: 404 }));
  await page.goto(LOBBY);
  const island = page.locator("[data-island=games]");
  const name = island.locator(".tile__no-picture").first();
  await expect(name).toBeVisible();
  await expect(island).not.toHaveAttribute("data-hydrated");
  const text = await name.textContent();
  await hydrateIsland(page, "games");
  await expect(island.locator(".tile__no-picture").first()).toHaveText(text ?? "");
  await expect(island.locator(".tile__link").first().locator("img")).toHaveCount(0);
});
