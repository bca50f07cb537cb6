// Coupons of players: card states, actions and their results (rows 2.8, 2.9, 4.4, 6-06 to 6-09, 8-18 to 8-25).

import type { Page } from "@playwright/test";
import { COUPONS_PATH, couponCard, couponCodeField } from "../pages/coupons";
import { commandSandbox, signIn, signInPlayer } from "../support/players";
import { injectFault, recordRequests } from "../support/requests";
import { DEV, expect, expectAccessible, gate, rows, test } from "../support/test";

test.use({ serviceWorkers: "block" });

const ACTIVE = "THIS IS YOUR ACTIVE COUPON";
const pressButton = (page: Page, code: string, name: string) =>
  couponCard(page, code).getByRole("button", { name }).click();
const overlay = (page: Page, code: string) => couponCard(page, code).locator(".coupon__overlay");

/** Opens the page and waits until the coupons of the player are loaded. */
async function openPage(page: Page, path = COUPONS_PATH) {
  await page.goto(path);
  await expect(page.locator("article.coupon:visible").first()).toBeVisible();
  await expect(page.getByText("Loading your coupons...")).toBeHidden();
}

test.describe("for a player without an active coupon", () => {
  test.use({ player: "annx" });

  test("coupons can be redeemed, and the code input is shown", {
    tag: "@smoke",
    annotation: rows("2.9-09", "2.8-05", "2.8-06", "3-21", "4.4-11"),
  }, async ({ page }) => {
    await openPage(page);
    await expect(couponCard(page, "DEP200")).toHaveAttribute("data-status", "available");
    await expect(couponCard(page, "DEP200").getByRole("button", { name: "REDEEM" })).toBeVisible();
    await expect(couponCodeField(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "SUBMIT" })).toBeVisible();
    await expect(page.getByText(ACTIVE)).toHaveCount(0);
    await expect(couponCard(page, "FIXED10")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "SIGN UP NOW" })).toHaveCount(0);
    await expectAccessible(page);
  });

  test("a card shows its image or a placeholder", { annotation: rows("2.9-01", "2.9-02") }, async ({ page }) => {
    await openPage(page);
    const cardImage = (code: string) => couponCard(page, code).locator("img");
    await expect(cardImage("DEP200")).toHaveCount(1);
    await expect(cardImage("NOPIC25")).toHaveCount(0);
    await couponCard(page, "LOSTPIC30").scrollIntoViewIfNeeded();
    await expect(cardImage("LOSTPIC30")).toHaveCount(0);
    await expect(couponCard(page, "NOPIC25").getByText("25% bonus, up to $250")).toBeVisible();
  });

  test("a hostile description runs nothing and keeps allowed elements", { annotation: rows("2.9-04", "A34") }, async ({
    page,
  }) => {
    await openPage(page, `${COUPONS_PATH}?promo=html10`);
    const text = couponCard(page, "HTML10").locator(".safe-html");
    await expect(text).toContainText("nothing of it runs");
    expect(await text.locator("script, img, svg, iframe, style, form, [onclick], [style]").count()).toBe(0);
    await expect(text.getByRole("link", { name: "a link" })).toHaveAttribute("href", "https://example.com/");
    await expect(text.getByRole("link", { name: "a script" })).toHaveCount(0);
    expect(await page.evaluate(() => (window as unknown as { hostile?: number }).hostile)).toBeUndefined();
  });

  test("NINJABOOST has its own terms, and deposits show ranges", {
    annotation: rows("6-09", "2.9-05", "5-27"),
  }, async ({ page }) => {
    await openPage(page, `${COUPONS_PATH}?promo=ninja`);
    await expect(couponCard(page, "NINJABOOST").getByText("Maximum bet $5")).toBeVisible();
    await expect(couponCard(page, "NINJABOOST").getByText("Maximum cashout $1,500")).toBeVisible();
    await pressButton(page, "STEPS", "Details");
    const steps = couponCard(page, "STEPS");
    await expect(steps.getByText("$10 - $2,500")).toBeVisible();
    await expect(steps.getByText("from $150", { exact: true })).toBeVisible();
    await expect(steps.getByText("Maximum cashout")).toHaveCount(0);
  });

  test("failed coupons show a message, and Retry loads them", { annotation: rows("8-25", "A129") }, async ({
    page,
  }) => {
    await injectFault(page, "**/coupondetails?*", { times: 1, status: 500 });
    await page.goto(COUPONS_PATH);
    await expect(page.getByText("No coupons to show right now.")).toBeVisible();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(couponCard(page, "DEP200")).toBeVisible();
    await expect(page.getByText("No coupons to show right now.")).toHaveCount(0);
  });

  test("an active coupon that fails to load is requested once, and the other coupons stay", {
    annotation: rows("8-25", "A129"),
  }, async ({ page }) => {
    await injectFault(page, "**/active-coupon*", { status: 500 });
    let requests = 0;
    page.on("request", (request) => {
      if (request.url().includes("/active-coupon")) requests += 1;
    });
    await page.goto(COUPONS_PATH);
    await expect(couponCard(page, "DEP200")).toHaveAttribute("data-status", "available");
    await page.waitForLoadState("networkidle");
    expect(requests).toBe(1);
    await expect(couponCard(page, "DEP200")).toBeVisible();

    // The field for a code would say that no coupon is active.
    await expect(couponCodeField(page)).toHaveCount(0);
    await expect(page.getByText("Your active coupon could not be loaded.")).toBeVisible();
    await expect(page.getByText("No coupons to show right now.")).toHaveCount(0);
    await page.unroute("**/active-coupon*");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(couponCodeField(page)).toBeVisible();
  });

  test("an expiry that is no date hides neither the coupons nor the cashier", async ({ page }) => {
    await page.route("**/active-coupon*", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), expiry: 1e300 } });
    });
    await page.route("**/coupondetails?*", async (route) => {
      const response = await route.fetch();
      const list = (await response.json()) as readonly object[];
      await route.fulfill({ response, json: list.map((promotion) => ({ ...promotion, expiry: 8.64e12 + 1 })) });
    });
    await page.goto(COUPONS_PATH);
    await expect(couponCard(page, "DEP200")).toBeVisible();
    await expect(couponCard(page, "DEP200").getByText("Expire")).toHaveCount(0);
    await page.goto("/cashier/");
    await page.getByRole("button", { name: "View coupons" }).click();
    await expect(couponCard(page, "DEP200")).toBeVisible();
  });

  test("an error overlay lasts 2 s, and its message stays below the button", {
    annotation: rows("4.4-04", "4.4-05", "9-18", "8-19", "2.9-14"),
  }, async ({ page }) => {
    await openPage(page);
    await injectFault(page, "**/v2/players/*/coupons?*", { times: 1, status: 500, body: { errorMessage: "" } });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await pressButton(page, "DEP200", "REDEEM");
    await expect(overlay(page, "DEP200")).toContainText(/^Error!.*there was an error redeeming this coupon/);
    await page.clock.runFor(1999);
    await expect(overlay(page, "DEP200")).not.toBeEmpty();
    await page.clock.runFor(1);
    await expect(overlay(page, "DEP200")).toBeEmpty();
    await expect(couponCard(page, "DEP200").getByText(/^Error!/)).toBeVisible();
    await expect(couponCard(page, "DEP200")).toHaveAttribute("data-status", "available");
  });
});

test("a player never sees the cards for visitors", { annotation: rows("2.8-04") }, async ({ page, context }) => {
  await signIn(context, DEV);
  const scripts = gate();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.opened;
    await route.continue();
  });
  const forVisitors = page.getByRole("button", { name: "SIGN UP NOW" }).and(page.locator(":visible"));
  await page.goto(COUPONS_PATH, { waitUntil: "commit" });
  await expect(page.locator(".promotions__place:visible").first()).toBeVisible();
  await expect(forVisitors).toHaveCount(0);
  scripts.open();
  await expect(couponCard(page, "DEP200")).toBeVisible();
  await expect(forVisitors).toHaveCount(0);
});

for (const [player, cents] of [
  ["lowell", "0.50"],
  ["onalee", "1.00"],
] as const)
  test.describe(`with a balance of ${cents}`, () => {
    test.use({ player });

    test("fixed amounts on redemption are shown", { annotation: rows("4.4-11") }, async ({ page }) => {
      await openPage(page);
      await expect(couponCard(page, "FIXED10")).toBeVisible();
    });
  });

test("class Bronze No2 has a max bet of $5", { annotation: rows("6-07") }, async ({ page, context }) => {
  await signInPlayer(context, ["bronze2"]);
  await openPage(page, `${COUPONS_PATH}?promo=dep200`);
  await expect(couponCard(page, "DEP200").getByText("Maximum bet $5")).toBeVisible();
});

test("a coupon that awaits a deposit can be cancelled after confirmation", {
  annotation: rows("2.9-12", "2.9-13", "2.14-07", "4.4-02", "2.8-05"),
}, async ({ page, context }) => {
  await signInPlayer(context, ["await"]);
  const deletes = recordRequests(page, /^DELETE .*active-coupon/);
  await openPage(page);
  await expect(page.getByRole("heading", { name: ACTIVE })).toBeVisible();
  await expect(couponCard(page, "DEP200")).toHaveAttribute("data-status", "requested");
  await expect(couponCard(page, "DEP200").getByRole("button", { name: "DEPOSIT" })).toBeVisible();
  await expect(couponCodeField(page)).toHaveCount(0);
  expect(await page.locator("article.coupon:visible").first().getAttribute("data-coupon")).toBe("DEP200");
  await pressButton(page, "DEP200", "CANCEL");
  const confirmDialog = page.getByRole("alertdialog", { name: "Cancel Coupon" });
  await expect(confirmDialog).toContainText("Are you sure you want to cancel this coupon?");
  expect(deletes).toEqual([]);
  await confirmDialog.getByRole("button", { name: "Back" }).click();
  await expect(confirmDialog).toBeHidden();
  expect(deletes).toEqual([]);
  await pressButton(page, "DEP200", "CANCEL");
  await confirmDialog.getByRole("button", { name: "YES, CANCEL COUPON" }).click();
  await expect(page.getByText(ACTIVE)).toHaveCount(0);
  await expect(couponCodeField(page)).toBeVisible();
  await expect(couponCard(page, "DEP200")).toHaveAttribute("data-status", "available");
  expect(deletes).toHaveLength(1);
  await page.reload();
  await expect(couponCodeField(page)).toBeVisible();
});

test("a failed cancellation keeps the card and shows an error", { annotation: rows("8-22", "A128") }, async ({
  page,
  context,
}) => {
  await signInPlayer(context, ["await"]);
  await openPage(page);
  await injectFault(page, "**/active-coupon", { method: "DELETE", times: 1, status: 500, body: { errorMessage: "" } });
  await pressButton(page, "DEP200", "CANCEL");
  await page.getByRole("button", { name: "YES, CANCEL COUPON" }).click();
  await expect(overlay(page, "DEP200")).toContainText(/^Unable to cancel coupon/);
  await expect(couponCard(page, "DEP200")).toHaveAttribute("data-status", "requested");
});

test.describe("with a coupon in play", () => {
  test.use({ player: "inplay" });

  test("the active card has PLAY NOW, and another redeem is refused", {
    annotation: rows("2.9-11", "4.4-03", "2.8-06", "8-18", "A127"),
  }, async ({ page }) => {
    await openPage(page);
    const active = couponCard(page, "PLAY100");
    await expect(active).toHaveAttribute("data-status", "redeemed");
    await expect(active.getByRole("link", { name: "PLAY NOW" })).toHaveAttribute("href", "/lobby/games/");
    await expect(active.getByRole("button", { name: "CANCEL" })).toHaveCount(0);
    await expect(active.getByText("$40.00 of $100.00 played through")).toBeVisible();
    await expect(couponCodeField(page)).toHaveCount(0);
    await expectAccessible(page);
    await pressButton(page, "DEP250", "REDEEM");
    await expect(overlay(page, "DEP250")).toContainText("You already have an active coupon.");
    await expect(page.getByText("active_coupon")).toHaveCount(0);
  });
});

test("a double click redeems once, and the coupon becomes active", {
  annotation: rows("2.9-14", "4.4-01", "4.4-06", "4.4-09", "1-05"),
}, async ({ page, context }) => {
  await signInPlayer(context);
  await openPage(page);
  const redeems = recordRequests(page, /^POST .*\/v2\/players\/\d+\/coupons\?.*couponCode=DEP250/);
  const refetches = recordRequests(page, /^GET .*(active-coupon|balance)/);
  await injectFault(page, "**/v2/players/*/coupons?*", { times: 1, delay_ms: 700 });
  await injectFault(page, "**/active-coupon", { method: "GET", delay_ms: 500 });
  await couponCard(page, "DEP250").getByRole("button", { name: "REDEEM" }).dblclick();
  await expect(overlay(page, "DEP250")).toHaveText("Claiming your coupon...");
  await expect(overlay(page, "DEP250")).toHaveText("Success!");
  await expect(page.getByRole("heading", { name: ACTIVE })).toBeFocused();
  await expect(couponCard(page, "DEP250")).toHaveAttribute("data-status", "requested");
  expect(redeems).toHaveLength(1);
  expect(refetches.some((line) => line.includes("active-coupon"))).toBe(true);
  expect(refetches.some((line) => line.includes("balance"))).toBe(true);
});

test("an instant coupon is in play at once, and a reward uses the reward call", {
  annotation: rows("4.4-01", "4.4-08"),
}, async ({ page, context }) => {
  const pid = await signInPlayer(context, ["ready"], 50);
  await openPage(page);
  await pressButton(page, "FIXED10", "REDEEM");
  await expect(couponCard(page, "FIXED10")).toHaveAttribute("data-status", "redeemed");
  await commandSandbox("player", { pid, states: ["ready"] });
  await openPage(page);
  const rewards = recordRequests(page, /^POST .*\/rewards\/redeem$/);
  await pressButton(page, "RWD50", "REDEEM");
  await expect(couponCard(page, "RWD50")).toHaveAttribute("data-status", "requested");
  expect(rewards).toHaveLength(1);
});

test("a redeem with a lost response is a success and is not repeated", { annotation: rows("A63") }, async ({
  page,
  context,
}) => {
  const pid = await signInPlayer(context);
  await openPage(page);
  const redeems = recordRequests(page, /^POST .*\/v2\/players\/\d+\/coupons\?/);
  const path = `/api/794/v2/players/${pid}/coupons`;
  await commandSandbox("faults", { method: "POST", path, times: 1, done: true, drop: true });
  await pressButton(page, "DEP200", "REDEEM");
  await expect(couponCard(page, "DEP200")).toHaveAttribute("data-status", "requested");
  await expect(page.getByText(/^Error!|Something went wrong/)).toHaveCount(0);
  await page.reload();
  await expect(couponCard(page, "DEP200")).toHaveAttribute("data-status", "requested");
  expect(redeems).toHaveLength(1);
});

test("a redeem that fails late shows an error, and the coupon stays available", {
  annotation: rows("8-19", "4.4-04"),
}, async ({ page, context }) => {
  await signInPlayer(context);
  await page.clock.install();
  await openPage(page);
  const pendingRedeem = gate();
  await injectFault(page, "**/v2/players/*/coupons?*", {
    times: 1,
    until: pendingRedeem.opened,
    status: 500,
    body: {},
  });
  await pressButton(page, "DEP200", "REDEEM");
  await expect(overlay(page, "DEP200")).toContainText("Claiming your coupon...");
  await page.clock.fastForward(10_000);
  await expect(overlay(page, "DEP200")).toContainText("Claiming your coupon...");
  pendingRedeem.open();
  await expect(
    couponCard(page, "DEP200")
      .getByText(/^Error!.*there was an error redeeming this coupon/)
      .last(),
  ).toBeVisible();
  await page.reload();
  await expect(couponCard(page, "DEP200")).toHaveAttribute("data-status", "available");
  await expect(couponCodeField(page)).toBeVisible();
});

test("replacing a coupon that awaits a deposit asks first", { annotation: rows("A25") }, async ({ page, context }) => {
  await signInPlayer(context, ["await"]);
  await openPage(page);
  const changes = recordRequests(page, /^(DELETE|POST) .*(active-coupon|\/coupons\?)/);
  await pressButton(page, "DEP250", "REDEEM");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toContain("hidden");
  await page.getByRole("alertdialog").getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toContain("hidden");
  expect(changes).toEqual([]);
  await pressButton(page, "DEP250", "REDEEM");
  await page.getByRole("button", { name: "YES, CANCEL COUPON" }).click();
  await expect(couponCard(page, "DEP250")).toHaveAttribute("data-status", "requested");
  expect(changes.map((line) => line.split(" ")[0])).toEqual(["DELETE", "POST"]);
});

test("the active coupon comes first, then the daily reward, then the others", {
  annotation: rows("2.8-03", "2.8-07", "2.8-09"),
}, async ({ page, context }) => {
  await signInPlayer(context, ["inplay", "claimed"]);
  await openPage(page);
  await expect(page.getByText("You have claimed your Daily Bonus for today")).toBeVisible();
  await expect(page.getByText("Check back tomorrow for another bonus")).toBeVisible();
  const heights = await Promise.all(
    [couponCard(page, "PLAY100"), page.getByText("You have claimed your Daily Bonus"), couponCard(page, "MAX325")].map(
      async (item) => (await item.boundingBox())?.y ?? 0,
    ),
  );
  expect(heights).toEqual([...heights].sort((a, b) => a - b));
});
