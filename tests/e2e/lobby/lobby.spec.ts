// The games lobby: rows, search, filters, and restoring its state (A8, A64, A129, A134).

import type { Page } from "@playwright/test";
import { navigate } from "../pages/navigation";
import { commandSandbox, newPlayer, signIn } from "../support/players";
import { injectFault } from "../support/requests";
import {
  DEV,
  expect,
  expectAccessible,
  gate,
  hydrateIsland,
  rows,
  SERVED,
  test,
  waitForFullLoader,
} from "../support/test";

test.use({ serviceWorkers: "block" });

const ORDER = ["New Games", "Holiday Games", "Halloween", "Slots", "Progressives", "Specialty", "Crash Games"];

/** Hydrates the lobby. */
const waitForLobby = (page: Page) => hydrateIsland(page, "games");

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("all five kinds of games are links", { annotation: rows("0-02", "2.1-03") }, async ({ page }) => {
    await page.goto(`${SERVED}/lobby/games/`);
    await expect(page.getByRole("searchbox")).toBeHidden();
    for (const title of ["Slots", "Video Poker", "Specialty", "Crash Games"]) {
      const row = page.getByRole("region", { name: title, exact: true });
      await expect(row.locator("a[href*='?game=']").first()).toBeVisible();
    }
    await expect(page.getByRole("link", { name: "To the live tables" })).toHaveAttribute("href", "/livedealer/");
    const index = page.getByRole("region", { name: "All games" });
    expect(await index.getByRole("link").count()).toBeGreaterThan(250);
    await expect(index.getByRole("link", { name: "Gold Rush", exact: true })).toHaveAttribute(
      "href",
      "/lobby/games/?game=18-32",
    );
  });
});

test("categories and sub-categories have their fixed order", {
  annotation: rows("9-29", "9-30", "9-31", "3-27"),
}, async ({ page }) => {
  const file = (await (await page.request.get("/rtggames.json")).json()) as {
    games: object[];
    categories: { title: string; "sub-categories": string[] }[];
  };
  const expected = [...ORDER, "Table Games", "Video Poker"];
  expect(file.categories.map(({ title }) => title).sort()).toEqual([...expected].sort());
  const poker = ["10 Hands", "3 Hands", "52 Hands", "1 Hand", "All"];
  const categories = [...file.categories]
    .sort((a, b) => a.title.charCodeAt(2) - b.title.charCodeAt(2))
    .map((category) => (category.title === "Video Poker" ? { ...category, "sub-categories": poker } : category));
  expect(categories.map(({ title }) => title)).not.toEqual(expected);
  await page.route("**/rtggames.json", (route) => route.fulfill({ json: { ...file, categories } }));
  const gamesLoaded = page.waitForResponse("**/rtggames.json");
  await page.goto("/lobby/games/");
  await gamesLoaded;
  await waitForLobby(page);
  await expect(page.locator(".row:not(.player-only) h2")).toHaveText(expected);
  const bar = page.getByRole("navigation", { name: "Kinds of games" });
  await expect(bar.getByRole("link")).toHaveText(["Lobby", ...expected, "Live dealer"]);

  await bar.getByRole("link", { name: "Video Poker" }).click();
  await expect(page.getByRole("tab")).toHaveText(["All", "1 Hand", "3 Hands", "10 Hands", "52 Hands"]);
  await expect(page.getByRole("heading", { name: "Video Poker" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "games" })).toHaveText("48 games");
  await page.getByRole("tab", { name: "3 Hands" }).click();
  await expect(page).toHaveURL("/lobby/games/?category=Video+Poker&type=3+Hands");
  await expect(page.getByRole("tabpanel").getByRole("listitem")).toHaveCount(12);
  await expectAccessible(page, "main");

  // A shared link shows the same filter, and Back leaves it.
  await page.reload();
  await waitForLobby(page);
  await expect(page.getByRole("tab", { name: "3 Hands" })).toHaveAttribute("aria-selected", "true");
  await expect(bar.getByRole("link", { name: "Video Poker" })).toHaveAttribute("aria-current", "true");
  await page.goBack();
  await expect(page.locator(".row:not(.player-only) h2")).toHaveText(expected);
});

test("search finds games of all kinds and adds one history entry", { tag: "@smoke" }, async ({ page }) => {
  await page.goto("/lobby/games/?category=Slots");
  await waitForLobby(page);
  const field = page.getByRole("searchbox", { name: "Search all games" });
  const searchStatus = page.getByRole("status").filter({ hasText: /games? for/ });
  await field.pressSequentially("poker JOKER");
  await expect(searchStatus).toHaveText("4 games for “poker JOKER”");
  const names = page.locator(".game-grid .tile__name");
  await expect(names).toHaveText([/^Joker Poker 1 Hand$/, /^Joker Poker 3/, /^Joker Poker 10/, /^Joker Poker 52/]);
  await page.getByRole("navigation", { name: "Kinds of games" }).getByRole("link", { name: "Slots" }).click();
  await expect(page.getByText("No game for “poker JOKER”")).toBeVisible();
  await page.goBack();
  await expect(names).toHaveCount(4);
  await page.getByRole("button", { name: "Clear the search" }).click();
  await expect(page.locator(".row").first()).toBeAttached();
  await expect(field).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Slots", exact: true })).toBeVisible();
  await expect(field).toHaveValue("");
});

test("filter, search and scroll survive a game and another page", async ({ page, context }) => {
  const { login, pid } = await newPlayer();
  await commandSandbox("player", { pid, states: ["ready"] });
  await signIn(context, DEV, login);
  await page.goto("/lobby/games/");
  await waitForFullLoader(page);
  await waitForLobby(page);
  await page.getByRole("link", { name: "All 152 games in Slots" }).first().click();
  await expect(page.getByRole("heading", { name: "Slots", exact: true })).toBeFocused();
  const game = page.locator(".tile__link", { hasText: "Paper Tiger" });
  // Distant sections of the grid render when they are near the viewport.
  await expect
    .poll(
      async () => {
        await page.evaluate(() => scrollBy({ top: 600, behavior: "instant" }));
        return game.first().isVisible();
      },
      { intervals: [100], timeout: 15_000 },
    )
    .toBe(true);
  await game.first().evaluate((link) => link.scrollIntoView({ block: "center" }));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  const scrollTop = await page.evaluate(() => scrollY);
  expect(scrollTop).toBeGreaterThan(500);
  const gameTop = () => game.first().evaluate((link) => link.getBoundingClientRect().top);
  const initialTop = await gameTop();
  const distance = async () => Math.abs((await gameTop()) - initialTop);

  await game.first().click();
  const dialog = page.getByRole("dialog", { name: "Paper Tiger" });
  // A game that is closed before it opens was not played.
  await expect(dialog.frameLocator("iframe").getByText("Balance")).toBeVisible();
  await dialog.getByRole("button", { name: "Close the game" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/lobby/games/?category=Slots");
  await expect.poll(distance).toBeLessThan(3);
  await expect(game.first()).toBeFocused();

  await navigate(page, "/info/faq/");
  await page.waitForURL("/info/faq/");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Slots", exact: true })).toBeAttached();
  // Until it is hydrated, the part above can be shorter by a line.
  await expect.poll(distance).toBeLessThan(60);
  await expect(game.first()).toBeInViewport();

  // The game appears above the rows, and each row restores its scroll position.
  await page.getByRole("navigation", { name: "Kinds of games" }).getByRole("link", { name: "Lobby" }).click();
  await expect(page.getByRole("region", { name: "Played last" }).locator(".tile__name")).toHaveText("Paper Tiger");
  const track = page.getByRole("region", { name: "Halloween" }).getByRole("list");
  await page.getByRole("region", { name: "Halloween" }).getByRole("button", { name: "On in Halloween" }).click();
  const rowScroll = () => track.evaluate((favoritesLoaded) => favoritesLoaded.scrollLeft);
  await expect.poll(rowScroll).toBeGreaterThan(100);
  await expect.poll(() => page.evaluate(() => "of rows" in history.state)).toBe(true);
  const before = await rowScroll();
  await page.getByRole("link", { name: "To the live tables" }).click();
  await page.waitForURL("/livedealer/");
  await page.goBack();
  await expect.poll(async () => Math.abs((await rowScroll()) - before)).toBeLessThan(3);
});

test("a row loads visible images first and does not shift the page", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/lobby/games/");
  await waitForLobby(page);
  const row = page.getByRole("region", { name: "Slots", exact: true });
  // Placeholder images request nothing.
  const pictures = row.locator("img:not([src^='data:'])");
  await expect(pictures).toHaveCount(0);
  await row.scrollIntoViewIfNeeded();
  await expect(pictures).toHaveCount(5);
  // The width is in pixels, so a loaded image causes no layout.
  const width = await pictures.first().evaluate((img) => `${img.computedStyleMap().get("width")}`);
  expect(width).toMatch(/^[\d.]+px$/);
  await row.getByRole("list").evaluate((track) => track.scrollBy({ left: 300, behavior: "instant" }));
  await expect(pictures).toHaveCount(await row.locator(".tile").count());
});

test("games fill a wide screen, and hearts are in their corners", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto("/lobby/games/");
  await waitForLobby(page);
  const { games, bar, picture, heart } = await page.evaluate(() => {
    const rect = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    return {
      games: rect(".lobby--games").width,
      bar: rect(".bar__inner").width,
      picture: rect(".tile__picture").toJSON(),
      heart: rect(".tile .tile__heart").toJSON(),
    };
  });
  expect(games).toBeGreaterThan(1700);
  expect(bar).toBeGreaterThan(1700);
  expect(Math.abs(heart.top - picture.top)).toBeLessThan(2);
  expect(Math.abs(heart.right - picture.right)).toBeLessThan(2);
});

test("a part of the grid reserves its space and renders early", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/lobby/games/?category=Slots");
  await waitForLobby(page);
  const lists = page.locator(".game-grid ul");
  await expect(lists.first()).toBeVisible();
  await expect.poll(() => lists.count()).toBeGreaterThan(1);
  expect(await lists.count()).toBeLessThan(await page.locator(".game-grid > *").count());
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const initialHeight = await height();
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
  await expect(lists.last().locator(".tile").last()).toBeAttached();
  await expect.poll(async () => Math.abs((await height()) - initialHeight)).toBeLessThan(2);
});

test("distant games render in idle time, close ones at once", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // When `isBusy` is set, idle callbacks run only when the test calls `giveTime`.
  await page.addInitScript(() => {
    const nativeIdle = window.requestIdleCallback.bind(window);
    const callbacks: IdleRequestCallback[] = [];
    Object.assign(window, {
      requestIdleCallback: (callback: IdleRequestCallback, options?: IdleRequestOptions) =>
        "isBusy" in window ? callbacks.push(callback) : nativeIdle(callback, options),
      giveTime: (time_ms: number) => {
        for (const callback of callbacks.splice(0)) callback({ didTimeout: false, timeRemaining: () => time_ms });
      },
    });
  });
  const giveTime = (time_ms: number) => page.evaluate((time) => Reflect.get(window, "giveTime")(time), time_ms);
  await page.goto("/lobby/games/?category=Slots");
  await waitForLobby(page);
  const hiddenTiles = page.locator(".game-grid li[hidden]");
  const first = page.locator(".game-grid ul").first();
  await expect(first).toBeVisible();
  await expect.poll(() => page.locator(".game-grid ul").count()).toBeGreaterThan(1);
  await expect(hiddenTiles).toHaveCount(0);
  const rendered = await page.locator(".game-grid ul").count();

  await page.evaluate(() => Object.assign(window, { isBusy: true }));
  await page.evaluate(() => scrollBy({ top: 2500, behavior: "instant" }));
  await expect.poll(() => page.locator(".game-grid ul").count()).toBe(rendered + 1);
  const section = page.locator(".game-grid ul").nth(rendered);
  await expect(hiddenTiles).toHaveCount(24);
  await giveTime(1);
  await expect(hiddenTiles).toHaveCount(24);
  for (const count of [20, 16, 12]) {
    await giveTime(12);
    await expect(hiddenTiles).toHaveCount(count);
  }
  await section.evaluate((favoritesLoaded) =>
    scrollBy({ top: favoritesLoaded.getBoundingClientRect().top - 800, behavior: "instant" }),
  );
  await expect(section.locator("li[hidden]")).toHaveCount(0);
  await expect(section.locator(".tile").last()).toBeVisible();
});

test("a removed favorite stays in the filter until it is left", { annotation: rows("1-10") }, async ({
  page,
  context,
}) => {
  const bar = page.getByRole("navigation", { name: "Kinds of games" });
  await page.goto("/lobby/games/?favorites=yes");
  await expect(bar.getByRole("button", { name: "Favorites" })).toBeHidden();
  await expect(page.locator(".row--lead")).toBeVisible();

  const { login } = await newPlayer();
  await signIn(context, DEV, login);
  await page.goto("/lobby/games/");
  await waitForLobby(page);
  await bar.getByRole("button", { name: "Favorites" }).click();
  await expect(page.getByText("Press the heart on a game, and it appears here next time.")).toBeVisible();
  await bar.getByRole("button", { name: "Favorites" }).click();
  const heart = page.getByRole("button", { name: "Add Gold Rush to favorites" });
  await heart.click();
  await bar.getByRole("button", { name: "Favorites" }).click();
  await expect(page).toHaveURL("/lobby/games/?favorites=yes");
  await expect(page.locator(".game-grid .tile__name")).toHaveText(["Gold Rush"]);
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await expect(page.locator(".game-grid .tile__name")).toHaveText(["Gold Rush"]);
});

test("unknown favorites show loading and Retry", { annotation: rows("A129") }, async ({ page, context }) => {
  await signIn(context, DEV, (await newPlayer()).login);
  const favoritesLoaded = gate();
  await injectFault(page, "**/games/favorite", { times: 1, status: 500, until: favoritesLoaded.opened });
  await page.goto("/lobby/games/");
  await waitForLobby(page);
  const emptyText = page.getByText("Press the heart on a game, and it appears here next time.");
  await page.getByRole("navigation", { name: "Kinds of games" }).getByRole("button", { name: "Favorites" }).click();
  await expect(page.getByRole("heading", { name: "Favorites" })).toBeVisible();
  await expect(emptyText).toHaveCount(0);
  favoritesLoaded.open();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(emptyText).toBeVisible();
});

test("an empty games file shows a message and Retry", { annotation: rows("A129") }, async ({ page }) => {
  await injectFault(page, "**/rtggames.json", { times: 1, body: { games: [], categories: [] } });
  await page.goto("/lobby/games/");
  await waitForLobby(page);
  await expect(page.getByText("No games to show right now.")).toBeVisible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.locator(".row--lead")).toBeVisible();
});

test("a failed games file is logged once, without a dialog, with Retry", { annotation: rows("8-25", "A129") }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    const errors: string[] = [];
    Object.assign(window, { errors });
    document.addEventListener("croupier:fault", (event) =>
      errors.push(String((event as CustomEvent<{ error: unknown }>).detail.error)),
    );
  });
  const { hits } = await injectFault(page, "**/rtggames.json", { times: 1, status: 500 });
  expect(hits).toBe(0);
  const failedResponse = page.waitForResponse("**/rtggames.json");
  await page.goto("/lobby/games/?category=Slots&search=gold");
  await failedResponse;
  await waitForLobby(page);
  await expect(page.getByText("These are only some of the games: the list did not come.")).toBeVisible();
  await expect(page.locator(".game-grid .tile__name").first()).toBeVisible();
  const field = page.getByRole("searchbox");
  await field.fill("nothing has this name");
  await expect(page.getByText("No games to show right now.")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { errors: string[] }).errors)).toEqual(["Error: Status: 500"]);
  await expectAccessible(page, "main");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("No game for “nothing has this name”")).toBeVisible();
  await field.fill("gold");
  await expect(page.getByText(/^\d+ games for “gold”$/)).toBeVisible();
});

test("desktops and phones request their own games file by ETag", { annotation: rows("7.4-01", "A64") }, async ({
  browser,
}) => {
  const paths: string[] = [];
  for (const width of [1280, 390]) {
    const isPhone = width === 390;
    const viewport = { width, height: 844 };
    const context = await browser.newContext({ viewport, screen: viewport, hasTouch: isPhone, isMobile: isPhone });
    const page = await context.newPage();
    const gamesResponse = page.waitForResponse(/\/rtggames(mobile)?\.json$/);
    await page.goto(`${DEV}/lobby/games/`);
    const response = await gamesResponse;
    expect(response.headers().etag).toBeTruthy();
    paths.push(new URL(response.url()).pathname);
    await expect(
      page.getByRole("link", { name: isPhone ? /^All 1[0-4]\d games in Slots/ : "All 152 games in Slots" }).first(),
    ).toBeAttached();
    // The number of games is written into the HTML without React.
    await expect(page.locator('[data-island="games"]')).not.toHaveAttribute("data-hydrated");
    await context.close();
  }
  expect(paths).toEqual(["/rtggames.json", "/rtggamesmobile.json"]);
});
