// The lobby jackpot on pages: its amount, the opt-in of a player, and the winners (rows 3-28 to 3-32, 7.4-03, A113).

import type { Page } from "@playwright/test";
import { loginDialog } from "../pages/dialogs";
import { newPlayer, openAsNewPlayer, signIn } from "../support/players";
import { injectFault, recordRequests } from "../support/requests";
import { DEV, expect, expectAccessible, gate, rows, test, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const FEED = "**/api/794/lobby-jackpot/sandbox-feed";
const WINNERS = "**/rtglobbyjackpotwinners.json";
const WINNER_LIST = [
  { name: "An***", amount: 500, date: "2026-11-20" },
  { name: "Bo***", amount: 1234.5, date: "2026-11-02" },
  { name: "Cy***", amount: 7.25, date: "2026-10-31" },
];
const jackpotLine = (page: Page) => page.getByRole("region", { name: "Lobby jackpot" });
const amount = (page: Page) => jackpotLine(page).locator(".jackpot__amount");
const winners = (page: Page) => jackpotLine(page).getByRole("listitem");

test("amount and winners refresh every minute, and both opt-ins ask first", {
  annotation: rows("3-29", "7.4-03", "3-28", "3-30"),
}, async ({ page }) => {
  await openAsNewPlayer(page, "ready");
  await page.clock.install();
  const winnerRequests = recordRequests(page, /rtglobbyjackpotwinners\.json$/);
  await injectFault(page, WINNERS, { body: WINNER_LIST });
  await page.goto("/lobby/games/");
  await waitForLoader(page);
  await expect(jackpotLine(page).locator("xpath=ancestor::*[@data-island]")).toHaveAttribute("data-hydrated", "");
  // The fake clock makes this slow on a busy machine.
  await expect(amount(page)).toContainText(/\$[\d,]+\.\d\d/, { timeout: 15_000 });
  await expect(winners(page)).toHaveText(["An*** $500.00 Nov 20", "Bo*** $1,234.50 Nov 2", "Cy*** $7.25 Oct 31"]);
  expect(winnerRequests).toHaveLength(1);
  await expectAccessible(page, ".jackpot");

  await jackpotLine(page).getByRole("button", { name: "TAKE PART" }).click();
  await page.getByRole("alertdialog", { name: "Opt-In Confirmation" }).getByRole("button", { name: "Back" }).click();
  await expect(jackpotLine(page).getByRole("button", { name: "TAKE PART" })).toBeVisible();
  await jackpotLine(page).getByRole("button", { name: "TAKE PART" }).click();
  await page.getByRole("alertdialog", { name: "Opt-In Confirmation" }).getByRole("button", { name: "CONFIRM" }).click();
  await expect(jackpotLine(page).getByText("You take part", { exact: true })).toBeVisible();
  await expectAccessible(page, ".jackpot");
  await jackpotLine(page).getByRole("button", { name: "OPT OUT" }).click();
  await page
    .getByRole("alertdialog", { name: "Opt-Out Confirmation" })
    .getByRole("button", { name: "CONFIRM" })
    .click();
  await expect(jackpotLine(page).getByRole("button", { name: "TAKE PART" })).toBeVisible();

  // A minute later the amount is higher, and it counts up to the new value.
  await injectFault(page, FEED, { body: { "jackpot-amount": 20_000.5, guid: "5f0c9a52-7d1e-4b8a-9f63-2c1d8e4a7b90" } });
  await injectFault(page, WINNERS, { body: [{ name: "Di***", amount: 9.5, date: "2026-11-22" }, ...WINNER_LIST] });
  await page.clock.fastForward(60_000);
  await expect(winners(page)).toHaveText([/^Di\*\*\* \$9\.50/, /^An/, /^Bo/]);
  await page.clock.runFor(1500);
  await expect(amount(page)).toContainText("$20,000.50");
  expect(winnerRequests).toHaveLength(2);
});

test("the question to one player is not answered by the next", async ({ page, context }) => {
  await openAsNewPlayer(page, "ready");
  await page.goto("/lobby/games/");
  await waitForLoader(page);
  await expect(jackpotLine(page).locator("xpath=ancestor::*[@data-island]")).toHaveAttribute("data-hydrated", "");
  await jackpotLine(page).getByRole("button", { name: "TAKE PART" }).click();
  const question = page.getByRole("alertdialog", { name: "Opt-In Confirmation" });
  await expect(question).toBeVisible();
  await signIn(context, DEV, (await newPlayer()).login);
  await expect(question).toBeHidden();
  await expect(jackpotLine(page).getByRole("button", { name: "TAKE PART" })).toBeVisible();
});

test("amount and winners use the currency symbol of the player", { annotation: rows("A132") }, async ({ page }) => {
  await openAsNewPlayer(page, "ready");
  const balance = gate();
  await injectFault(page, "**/balance?*", { body: [{ balance: 50, currency_symbol: "C$" }], until: balance.opened });
  await injectFault(page, FEED, { body: { "jackpot-amount": 1000, guid: "5f0c9a52-7d1e-4b8a-9f63-2c1d8e4a7b90" } });
  await injectFault(page, WINNERS, { body: WINNER_LIST });
  await page.goto("/lobby/games/");
  await expect(amount(page)).toContainText("$1,000.00");
  balance.open();
  await expect(winners(page).first()).toContainText("C$500.00");
  await expect(amount(page)).toContainText("C$1,000.00");
});

test("a blocked player sees the amount without a button", { annotation: rows("3-32", "3-28") }, async ({ page }) => {
  await openAsNewPlayer(page, "unver");
  await page.goto("/marketing/");
  await expect(amount(page)).toContainText("$");
  await expect(page.getByRole("banner").getByText("$50.00")).toBeVisible();
  await expect(jackpotLine(page).getByRole("button", { name: "TAKE PART" })).toHaveCount(0);
});

test.describe("for a guest on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, allowedErrors: /.*/ });

  test("amount and newest winner show, TAKE PART opens LOGIN, failures retry", {
    tag: "@smoke",
    annotation: rows("3-28", "3-29"),
  }, async ({ page }) => {
    await injectFault(page, WINNERS, { status: 500 });
    await injectFault(page, FEED, { status: 500 });
    await page.goto("/marketing/");
    await jackpotLine(page).scrollIntoViewIfNeeded();
    await expect(jackpotLine(page).locator(".jackpot__none")).toHaveText("Not known right now");
    await expect(winners(page)).toHaveCount(0);
    await page.unroute(FEED);
    await page.unroute(WINNERS);
    await amount(page).getByRole("button", { name: "Retry: Not known right now" }).click();
    await expect(amount(page)).toContainText("$");
    await injectFault(page, WINNERS, { body: WINNER_LIST });
    await page.reload();
    await jackpotLine(page).scrollIntoViewIfNeeded();
    await expect(jackpotLine(page).getByText("An***")).toBeVisible();
    await expect(jackpotLine(page).getByText("Bo***")).not.toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await jackpotLine(page).getByRole("button", { name: "TAKE PART" }).click();
    await expect(loginDialog(page)).toBeVisible();
  });
});

test("a guest's pointer opens the tooltip before React is loaded", async ({ page }) => {
  await page.goto("/lobby/games/");
  await expect(amount(page)).toContainText("$");
  const island = page.locator('[data-island="lobby_jackpot"]');
  await expect(island).not.toHaveAttribute("data-hydrated");
  await jackpotLine(page).locator(".tooltip__mark").hover();
  await expect(jackpotLine(page).getByRole("tooltip")).toBeVisible();
  await expect(island).toHaveAttribute("data-hydrated", "");
  await expect(amount(page)).toContainText(/\$[\d,]+\.\d\d/);
});

test.describe("on a phone of 360 px", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("amounts in millions do not overlap the button", { annotation: rows("3-28") }, async ({ page }) => {
    await injectFault(page, FEED, {
      body: { "jackpot-amount": 12_345_678.9, guid: "5f0c9a52-7d1e-4b8a-9f63-2c1d8e4a7b90" },
    });
    await page.goto("/lobby/games/");
    await expect(amount(page)).toContainText("$12,345,678.90");
    const amountBox = await amount(page).locator("strong").boundingBox();
    const buttonBox = await jackpotLine(page).getByRole("button", { name: "TAKE PART" }).boundingBox();
    if (!amountBox || !buttonBox) throw new Error("the amount and its button are drawn");
    expect(amountBox.y + amountBox.height <= buttonBox.y || amountBox.x + amountBox.width <= buttonBox.x).toBe(true);
    expect(amountBox.x + amountBox.width).toBeLessThanOrEqual(360);
  });
});
