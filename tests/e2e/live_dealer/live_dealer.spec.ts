// The live dealer page: a card for each lobby, which opens in a new tab, and its messages (rows 2.1-16, 7.4-07, 7.4-08, A116).

import type { Page } from "@playwright/test";
import { loginDialog } from "../pages/dialogs";
import { injectFault } from "../support/requests";
import { configure, expect, expectAccessible, rows, test, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const LIST = "**/api/794/externallobby";
const LINK = "**/player/*/externallobby/*";
const table = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name });
const tableMessage = (page: Page) => page.locator(".table__said:not(:empty)");

test.describe("for a player", () => {
  test.use({ player: "annx", allowedErrors: /.*/ });

  test("lobbies are listed, and each opens in a tab without an opener", {
    annotation: rows("2.1-16", "7.4-07", "7.4-08", "9-02"),
  }, async ({ page, context }) => {
    const listResponse = page.waitForResponse(LIST);
    await page.goto("/livedealer/");
    const lobbies = (await (await listResponse).json()) as { name: string }[];
    await expect(page.locator("main .table:visible")).toHaveCount(lobbies.length);
    for (const { name } of lobbies) await expect(table(page, name)).toBeVisible();
    await expectAccessible(page, "main");

    const linkRequest = page.waitForRequest(LINK);
    const tabOpened = context.waitForEvent("page");
    await table(page, "Harbour Roulette").click();
    const request = new URL((await linkRequest).url());
    expect(request.pathname).toBe("/api/794/player/1001/externallobby/2");
    expect(Object.fromEntries(request.searchParams)).toEqual({ skinId: "1", pid: "1001", clientType: "InstantPlay" });
    const tab = await tabOpened;
    await tab.waitForURL("**/external/live-dealer/2");
    await expect(tab.getByRole("heading", { name: "Harbour Roulette" })).toBeVisible();
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    expect(new URL(tab.url()).origin).not.toBe(new URL(page.url()).origin);
    expect(new URL(page.url()).pathname).toBe("/livedealer/");
    await tab.close();

    // After an error or a link to an unknown host, the tab closes and a message shows.
    await injectFault(page, LINK, { times: 1, status: 503, body: { errorMessage: "The dealer is on a break." } });
    await table(page, "Lantern Blackjack").click();
    await expect(tableMessage(page)).toContainText("The dealer is on a break.");
    for (const message of ["https://elsewhere.example/table", "javascript:alert(1)", "/external/live-dealer/1"]) {
      await injectFault(page, LINK, { times: 1, body: { message } });
      await table(page, "Lantern Blackjack").click();
      await expect(tableMessage(page)).toContainText("at an address that we do not know");
      await expect.poll(() => context.pages()).toEqual([page]);
    }
    await expectAccessible(page, "main");

    // If the browser blocks the tab, a button opens the loaded link.
    await page.evaluate(() => {
      const { open } = window;
      window.open = () => {
        window.open = open;
        return null;
      };
    });
    await table(page, "Lantern Blackjack").click();
    await expect(tableMessage(page)).toContainText("Your browser blocked the table's window.");
    const secondTab = context.waitForEvent("page");
    await tableMessage(page).getByRole("button", { name: "OPEN THE TABLE" }).click();
    await (await secondTab).waitForURL("**/external/live-dealer/1");
    await expect(tableMessage(page)).toHaveCount(0);
  });

  test("maintenance shows a dialog and leaves no tab open", { annotation: rows("2.14-08", "A53") }, async ({
    page,
    context,
  }) => {
    await injectFault(page, LINK, { status: 503, body: { errorMessage: "errorCasinoMaintenance" } });
    await page.goto("/livedealer/");
    const tabOpened = context.waitForEvent("page");
    await table(page, "Harbour Roulette").click();
    const maintenanceDialog = page.getByRole("alertdialog");
    await expect(maintenanceDialog).toContainText("currently undergoing maintenance. Please try again later.");
    await expect.poll(async () => (await tabOpened).isClosed()).toBe(true);
    await maintenanceDialog.getByRole("button", { name: "CLOSE" }).click();
    await expect(maintenanceDialog).toHaveCount(0);
    await expect(tableMessage(page)).toHaveCount(0);
  });

  test("an allowed host opens, and failures of link and list offer Retry", {
    annotation: rows("7.4-08", "2.1-16"),
  }, async ({ page, context }) => {
    await configure(page, { livedealer: { hosts: ["tables.example"] } });
    await context.route("https://tables.example/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<h1>Here</h1>" }),
    );
    await injectFault(page, LIST, { status: 500 });
    await page.goto("/livedealer/");
    await expect(page.getByText("The tables could not be loaded.")).toBeVisible();
    await page.unroute(LIST);
    await injectFault(page, LIST, { times: 1, body: [] });
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("No table is open right now.")).toBeVisible();
    await injectFault(page, LINK, { times: 1, body: { message: "https://tables.example/sit/3" } });
    await page.getByRole("button", { name: "Retry" }).click();
    const tabOpened = context.waitForEvent("page");
    await table(page, "Pavilion Baccarat").click();
    await (await tabOpened).waitForURL("https://tables.example/sit/3");
  });
});

test("a guest reads the page without scripts, and a press opens LOGIN", {
  tag: "@smoke",
  annotation: rows("2.1-16"),
}, async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => request.url().includes("externallobby") && calls.push(request.url()));
  await page.goto("/livedealer/");
  await waitForLoader(page);
  await expect(page.getByRole("heading", { name: "What opens when you are logged in" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Tables that are open" })).toBeHidden();
  await expectAccessible(page, "main");
  await table(page, "Roulette").click();
  await expect(loginDialog(page)).toBeVisible();
  expect(calls).toEqual([]);
});
