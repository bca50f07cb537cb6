// The coupons page stays in memory while a player visits other pages, unless the player has changed something on it.

import type { Page } from "@playwright/test";
import { COUPONS_PATH, couponCard, couponCodeField } from "../pages/coupons";
import { navigate } from "../pages/navigation";
import { commandSandbox, signIn, signInPlayer } from "../support/players";
import { recordRequests, waitForIdle } from "../support/requests";
import { DEV, expect, test, waitForFullLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const OTHER_PATH = "/info/faq/";
const heading = (page: Page) => page.locator("main h1");
/** Marks the card of a coupon. A card that is rendered again has no mark. */
const markCard = (page: Page) =>
  couponCard(page, "DEP200").evaluate((card) => void Object.assign(card, { mark: true }));
const isMarked = (page: Page) => couponCard(page, "DEP200").evaluate((card) => "mark" in card);

async function openCoupons(page: Page) {
  await page.goto(COUPONS_PATH);
  await waitForFullLoader(page);
  await markCard(page);
}

async function leave(page: Page) {
  await navigate(page, OTHER_PATH);
  await expect(page).toHaveURL(`${DEV}${OTHER_PATH}`);
  await expect(couponCard(page, "DEP200")).toHaveCount(0);
}

async function returnToCoupons(page: Page) {
  await navigate(page, COUPONS_PATH);
  await expect(couponCard(page, "DEP200")).toBeVisible();
}

test("a further visit shows the same cards, with the focus on the heading", async ({ page, context }) => {
  await signInPlayer(context);
  await openCoupons(page);
  for (const _ of [1, 2]) {
    await leave(page);
    await returnToCoupons(page);
    expect(await isMarked(page)).toBe(true);
    await expect(heading(page)).toBeFocused();
    await expect(page.locator("[data-island=my_coupons]")).toHaveCount(1);
  }
});

test("Back shows the same cards, at their scroll position and with the focus", async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInPlayer(context);
  await openCoupons(page);
  const button = couponCard(page, "DEP200").getByRole("button", { name: "REDEEM" });
  await button.focus();
  await button.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
  const position = await page.evaluate(() => scrollY);
  expect(position).toBeGreaterThan(0);
  await leave(page);
  await page.goBack();
  await expect(button).toBeFocused();
  expect(await isMarked(page)).toBe(true);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
});

test("a button of a card from memory works", async ({ page, context }) => {
  await signInPlayer(context);
  await openCoupons(page);
  await leave(page);
  await returnToCoupons(page);
  await couponCard(page, "DEP200").getByRole("button", { name: "REDEEM" }).click();
  await expect(couponCard(page, "DEP200")).not.toHaveAttribute("data-status", "available");
});

test("what a player has typed or opened is gone at the next visit", async ({ page, context }) => {
  await signInPlayer(context);
  await openCoupons(page);
  await couponCodeField(page).fill("ABC");
  await couponCard(page, "DEP200").locator(".coupon__toggle").click();
  await leave(page);
  await returnToCoupons(page);
  await expect(couponCodeField(page)).toHaveValue("");
  await expect(couponCard(page, "DEP200").locator(".coupon__toggle")).toHaveAttribute("aria-expanded", "false");
  expect(await isMarked(page)).toBe(false);
});

test("a card that a link has opened is closed at the next visit", async ({ page, context }) => {
  await signInPlayer(context);
  await page.goto(`${COUPONS_PATH}?promo=DEP200`);
  await waitForFullLoader(page);
  const toggle = couponCard(page, "DEP200").locator(".coupon__toggle");
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await leave(page);
  await returnToCoupons(page);
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
});

test("while another page is shown, cards in memory request nothing, and afterwards they show new data", async ({
  page,
  context,
}) => {
  const pid = await signInPlayer(context);
  await openCoupons(page);
  const requests = recordRequests(page, /coupon/i);
  await leave(page);
  requests.length = 0;
  // Data that a component shows is requested again when the network is back.
  await page.evaluate(() => void dispatchEvent(new Event("online")));
  await waitForIdle(page);
  expect(requests).toEqual([]);
  await commandSandbox("player", { pid, states: ["inplay"] });
  await returnToCoupons(page);
  // Data is fresh for some seconds, and is requested again then.
  await expect(async () => {
    await page.evaluate(() => void dispatchEvent(new Event("online")));
    await expect(page.getByText("THIS IS YOUR ACTIVE COUPON")).toBeVisible({ timeout: 500 });
  }).toPass();
});

test("another player does not get cards from memory", async ({ page, context }) => {
  await signInPlayer(context);
  await openCoupons(page);
  await leave(page);
  // Another tab signs another player in.
  const { pid } = await signIn(context, DEV);
  const shownPid = () =>
    page.evaluate(() => (JSON.parse(localStorage.getItem("session") ?? "{}") as { pid?: number }).pid);
  await expect.poll(shownPid).toBe(pid);
  await returnToCoupons(page);
  expect(await isMarked(page)).toBe(false);
});

test("a page that is shown again is as the build made it", async ({ page, context }) => {
  await signInPlayer(context);
  await openCoupons(page);
  for (const _ of [1, 2, 3]) {
    await leave(page);
    await heading(page).evaluate((element) => element.remove());
    await returnToCoupons(page);
    await page.locator("main .lead").evaluate((element) => element.remove());
  }
  await leave(page);
  await expect(heading(page)).toBeVisible();
  await returnToCoupons(page);
  await expect(page.locator("main .lead")).toBeVisible();
});
