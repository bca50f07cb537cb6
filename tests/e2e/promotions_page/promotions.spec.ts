// The coupons page for visitors: cards in the HTML, replaced by a newer list (rows 2.8, 2.9, 6-01, 6-02).

import type { Page } from "@playwright/test";
import { COUPONS_PATH, couponCard } from "../pages/coupons";
import { injectFault } from "../support/requests";
import { expect, expectAccessible, hydrateIsland, rows, test, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const cards = (page: Page) => page.locator("article.coupon:visible");
const codes = (page: Page) =>
  cards(page).evaluateAll((elements) => elements.map((element) => element.getAttribute("data-coupon")));
const detailsButtonOf = (page: Page, code: string) => couponCard(page, code).getByRole("button", { name: /^Details/ });

/** Opens the page and waits until the cards are hydrated. */
async function openPage(page: Page, path = COUPONS_PATH) {
  await page.goto(path);
  await hydrateIsland(page, "promotions");
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("cards are in the HTML, highest bonus first, with SIGN UP NOW and terms", {
    tag: "@smoke",
    annotation: rows("2.8-04", "2.9-10", "6-01"),
  }, async ({ page }) => {
    await page.goto(COUPONS_PATH);
    expect(await codes(page)).toEqual(["MAX325", "DEP250", "DEP200", "NINJABOOST", "PLAY100", "FIXED10", "SPINS25"]);
    await expect(cards(page).getByRole("button", { name: "SIGN UP NOW" })).toHaveCount(7);
    await expect(page.getByRole("button", { name: "REDEEM" })).toHaveCount(0);
    await expect(couponCard(page, "NINJABOOST")).toContainText("Maximum cashout $1,500");
  });
});

test("default promotions come from one GET, sorted by first bonus, without login", {
  annotation: rows("7.4-02", "2.8-04", "1-01"),
}, async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => void (/rtgcoupons\.json$/.test(request.url()) && requests.push(request.url())));
  await page.route("**/rtgcoupons.json", async (route) => {
    const list = (await (await route.fetch()).json()) as Record<string, unknown>[];
    const promotions = [100, 325, 200].map((bonus) => ({ ...list[0], coupon_code: `B${bonus}`, bonus: [bonus] }));
    await route.fulfill({ json: promotions });
  });
  await openPage(page);
  await expect.poll(() => codes(page)).toEqual(["B325", "B200", "B100"]);
  expect(requests).toHaveLength(1);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expectAccessible(page);
});

test("a failed promotions file keeps the cards of the page", { annotation: rows("8-25", "A129") }, async ({ page }) => {
  const failure = await injectFault(page, "**/rtgcoupons.json", { status: 500 });
  await page.goto(COUPONS_PATH);
  await expect.poll(() => failure.hits).toBe(1);
  await expect(cards(page)).toHaveCount(7);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test("SIGN UP NOW opens SIGN UP and stores the code for 7 days", {
  annotation: rows("3-44", "4.4-10", "9-17"),
}, async ({ page, context }) => {
  await openPage(page);
  await couponCard(page, "DEP250").getByRole("button", { name: "SIGN UP NOW" }).click();
  await expect(page.getByRole("dialog").getByLabel("First name")).toBeVisible();
  const signupCookie = async () => (await context.cookies()).find(({ name }) => name === "signup_coupon");
  await expect.poll(async () => (await signupCookie())?.value).toBe("DEP250");
  const days = (((await signupCookie())?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThanOrEqual(7);
});

test("a code submitted by a visitor opens SIGN UP and redeems nothing", {
  annotation: rows("6-02", "4.4-10", "5-24", "5-25", "5-26"),
}, async ({ page, context }) => {
  const redeems: string[] = [];
  page.on("request", (request) => void (/\/coupons\?/.test(request.url()) && redeems.push(request.url())));
  await openPage(page);
  const field = page.getByLabel("ENTER YOUR COUPON CODE:");
  await expect(page.getByRole("button", { name: "SUBMIT" }).first()).toBeDisabled();
  await field.pressSequentially(" max 325 ");
  await expect(field).toHaveValue("MAX325");
  await field.press("Enter");
  await expect(page.getByRole("dialog").getByLabel("First name")).toBeVisible();
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === "signup_coupon")?.value)
    .toBe("MAX325");
  expect(redeems).toEqual([]);
});

test("promo opens the matching card and scrolls to it after 350 ms", {
  annotation: rows("2.1-05", "9-22", "A29", "A133"),
}, async ({ page }) => {
  await page.clock.install();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${COUPONS_PATH}?promo=spins`);
  await expect(detailsButtonOf(page, "SPINS25")).toHaveAttribute("aria-expanded", "true");
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => scrollTo(0, 0));
  // Measures the next opening, because the clock is paused now.
  await detailsButtonOf(page, "FIXED10").focus();
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.press("Enter");
  await expect(detailsButtonOf(page, "FIXED10")).toHaveAttribute("aria-expanded", "true");
  const scrollTop = () => page.evaluate(() => scrollY);
  const scrollBefore = await scrollTop();
  await page.clock.runFor(349);
  expect(await scrollTop()).toBe(scrollBefore);
  await page.clock.runFor(1);
  await expect.poll(scrollTop).not.toBe(scrollBefore);
});

test("a promo without a match does nothing", { annotation: rows("2.1-05") }, async ({ page }) => {
  await openPage(page, `${COUPONS_PATH}?promo=NOSUCH`);
  await expect(page.locator('article [aria-expanded="true"]')).toHaveCount(0);
});

test("details show description, deposit methods, wagering and terms", {
  annotation: rows("2.9-03", "2.9-05", "2.9-06", "2.9-07", "2.9-08", "6-08"),
}, async ({ page }) => {
  await openPage(page);
  const detailsButton = detailsButtonOf(page, "DEP200");
  await detailsButton.click();
  await expect(detailsButton).toHaveAttribute("aria-expanded", "true");
  const dep200Card = couponCard(page, "DEP200");
  await expect(dep200Card.getByText("Visa")).toBeVisible();
  await expect(dep200Card.getByText("$30 - $1,000").first()).toBeVisible();
  await expect(dep200Card.getByText("Play through 25x")).toBeVisible();
  await expect(dep200Card.getByText("Maximum bet $10")).toBeVisible();
  await expect(dep200Card.getByText("Use it all day")).toBeVisible();
  await expect(dep200Card.getByRole("listitem").getByText(/^Expires in 1? ?/)).toBeVisible();
  await expectAccessible(page);
  await detailsButton.click();
  await expect(detailsButton).toHaveAttribute("aria-expanded", "false");
  await expect(dep200Card.getByText("Maximum bet $10")).toBeHidden();
  await detailsButton.click();
  await dep200Card.getByRole("link", { name: "Read the full terms" }).click();
  await page.waitForURL("**/info/terms/");
});

test("the side panel has the code input and a support link", { annotation: rows("2.8-01", "2.8-02") }, async ({
  page,
}) => {
  await openPage(page);
  const side = page.getByRole("complementary", { name: "Have your own code you would like to use?" });
  await expect(side).toBeVisible();
  await expect(side.getByRole("link")).toHaveAttribute("href", /^mailto:/);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("nothing overflows, and every control works", async ({ page }) => {
    await page.goto(COUPONS_PATH);
    await waitForLoader(page);
    await detailsButtonOf(page, "MAX325").click();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });

  test("coupons fit a window that became narrower", async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await page.goto(COUPONS_PATH);
    await waitForLoader(page);
    // Coupons that were on the screen remember their width.
    const coupons = page.locator(".promotions section > ul > li");
    for (const coupon of await coupons.all()) {
      await coupon.scrollIntoViewIfNeeded();
    }
    await coupons.first().scrollIntoViewIfNeeded();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(390);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});
