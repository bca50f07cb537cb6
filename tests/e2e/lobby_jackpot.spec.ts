// The lobby jackpot on pages: its amount, the opt-in of a player, and the winners (rows 3-28 to 3-32, 7.4-03, A113).

import type { Page } from "@playwright/test";
import { enter, expect, expectAccessible, fault, gate, ready, rows, test } from "./test";

test.use({ serviceWorkers: "block" });

const FEED = "**/api/794/lobby-jackpot/sandbox-feed";
const WINNERS = "**/rtglobbyjackpotwinners.json";
const NAMES = [
  { name: "An***", amount: 500, date: "2026-11-20" },
  { name: "Bo***", amount: 1234.5, date: "2026-11-02" },
  { name: "Cy***", amount: 7.25, date: "2026-10-31" },
];
const line = (page: Page) => page.getByRole("region", { name: "Lobby jackpot" });
const amount = (page: Page) => line(page).locator(".jackpot__amount");
const winners = (page: Page) => line(page).getByRole("listitem");

/** Returns the URLs of matching requests. */
function heard(page: Page, pattern: RegExp): string[] {
  const found: string[] = [];
  page.on("request", (request) => pattern.test(request.url()) && found.push(request.url()));
  return found;
}

test("amount and winners refresh every minute, and both opt-ins ask first", {
  annotation: rows("3-29", "7.4-03", "3-28", "3-30"),
}, async ({ page }) => {
  await enter(page, "ready");
  await page.clock.install();
  const asked = heard(page, /rtglobbyjackpotwinners\.json$/);
  await fault(page, WINNERS, { body: NAMES });
  await page.goto("/lobby/games/");
  await ready(page);
  await expect(line(page).locator("xpath=ancestor::*[@data-island]")).toHaveAttribute("data-awake", "");
  // The fake clock makes this slow on a busy machine.
  await expect(amount(page)).toContainText(/\$[\d,]+\.\d\d/, { timeout: 15_000 });
  await expect(winners(page)).toHaveText(["An*** $500.00 Nov 20", "Bo*** $1,234.50 Nov 2", "Cy*** $7.25 Oct 31"]);
  expect(asked).toHaveLength(1);
  await expectAccessible(page, ".jackpot");

  await line(page).getByRole("button", { name: "TAKE PART" }).click();
  await page.getByRole("alertdialog", { name: "Opt-In Confirmation" }).getByRole("button", { name: "Back" }).click();
  await expect(line(page).getByRole("button", { name: "TAKE PART" })).toBeVisible();
  await line(page).getByRole("button", { name: "TAKE PART" }).click();
  await page.getByRole("alertdialog", { name: "Opt-In Confirmation" }).getByRole("button", { name: "CONFIRM" }).click();
  await expect(line(page).getByText("You take part", { exact: true })).toBeVisible();
  await expectAccessible(page, ".jackpot");
  await line(page).getByRole("button", { name: "OPT OUT" }).click();
  await page
    .getByRole("alertdialog", { name: "Opt-Out Confirmation" })
    .getByRole("button", { name: "CONFIRM" })
    .click();
  await expect(line(page).getByRole("button", { name: "TAKE PART" })).toBeVisible();

  // A minute later the amount is higher, and it counts up to the new value.
  await fault(page, FEED, { body: { "jackpot-amount": 20_000.5, guid: "5f0c9a52-7d1e-4b8a-9f63-2c1d8e4a7b90" } });
  await fault(page, WINNERS, { body: [{ name: "Di***", amount: 9.5, date: "2026-11-22" }, ...NAMES] });
  await page.clock.fastForward(60_000);
  await expect(winners(page)).toHaveText([/^Di\*\*\* \$9\.50/, /^An/, /^Bo/]);
  await page.clock.runFor(1500);
  await expect(amount(page)).toContainText("$20,000.50");
  expect(asked).toHaveLength(2);
});

test("amount and winners use the currency symbol of the player", { annotation: rows("A132") }, async ({ page }) => {
  await enter(page, "ready");
  const balance = gate();
  await fault(page, "**/balance?*", { body: [{ balance: 50, currency_symbol: "C$" }], until: balance.opened });
  await fault(page, FEED, { body: { "jackpot-amount": 1000, guid: "5f0c9a52-7d1e-4b8a-9f63-2c1d8e4a7b90" } });
  await fault(page, WINNERS, { body: NAMES });
  await page.goto("/lobby/games/");
  await expect(amount(page)).toContainText("$1,000.00");
  balance.open();
  await expect(winners(page).first()).toContainText("C$500.00");
  await expect(amount(page)).toContainText("C$1,000.00");
});

test("a blocked player sees the amount without a button", { annotation: rows("3-32", "3-28") }, async ({ page }) => {
  await enter(page, "unver");
  await page.goto("/marketing/");
  await expect(amount(page)).toContainText("$");
  await expect(page.getByRole("banner").getByText("$50.00")).toBeVisible();
  await expect(line(page).getByRole("button", { name: "TAKE PART" })).toHaveCount(0);
});

test.describe("for a guest on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, forgiven: /.*/ });

  test("amount and newest winner show, TAKE PART opens LOGIN, failures retry", {
    annotation: rows("3-28", "3-29"),
  }, async ({ page }) => {
    await fault(page, WINNERS, { status: 500 });
    await fault(page, FEED, { status: 500 });
    await page.goto("/marketing/");
    await line(page).scrollIntoViewIfNeeded();
    await expect(line(page).locator(".jackpot__none")).toHaveText("Not known right now");
    await expect(winners(page)).toHaveCount(0);
    await page.unroute(FEED);
    await page.unroute(WINNERS);
    await amount(page).getByRole("button", { name: "Retry: Not known right now" }).click();
    await expect(amount(page)).toContainText("$");
    await fault(page, WINNERS, { body: NAMES });
    await page.reload();
    await line(page).scrollIntoViewIfNeeded();
    await expect(line(page).getByText("An***")).toBeVisible();
    await expect(line(page).getByText("Bo***")).not.toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await line(page).getByRole("button", { name: "TAKE PART" }).click();
    await expect(page.getByRole("dialog", { name: "Welcome back" })).toBeVisible();
  });
});

test.describe("on a phone of 360 px", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("amounts in millions do not overlap the button", { annotation: rows("3-28") }, async ({ page }) => {
    await fault(page, FEED, { body: { "jackpot-amount": 12_345_678.9, guid: "5f0c9a52-7d1e-4b8a-9f63-2c1d8e4a7b90" } });
    await page.goto("/lobby/games/");
    await expect(amount(page)).toContainText("$12,345,678.90");
    const figure = await amount(page).locator("strong").boundingBox();
    const button = await line(page).getByRole("button", { name: "TAKE PART" }).boundingBox();
    if (!figure || !button) throw new Error("the amount and its button are drawn");
    expect(figure.y + figure.height <= button.y || figure.x + figure.width <= button.x).toBe(true);
    expect(figure.x + figure.width).toBeLessThanOrEqual(360);
  });
});
