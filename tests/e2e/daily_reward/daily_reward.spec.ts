// The daily reward: when its popup opens, its actions, and what the browser stores (rows 2.11, 4.6, 3-34).

import type { Page } from "@playwright/test";
import { apiPromotion } from "../../../runtime/casino/tests/coupons/api_promotion";
import { cashierDialog, modal, openPanel } from "../pages/dialogs";
import { commandSandbox, signInPlayer } from "../support/players";
import { injectFault, watchNetwork } from "../support/requests";
import { expect, expectAccessible, gate, rows, test, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const popup = (page: Page) => page.getByRole("dialog", { name: "YOUR DAILY LOGIN REWARD" });
const button = (page: Page, name: string) => popup(page).getByRole("button", { name, exact: true });
const REDEEM = "**/rewards/redeem";

/** Resolves when the rewards service has sent a message to the next document. */
async function rewardReceived(page: Page) {
  const socket = await page.waitForEvent("websocket", (candidate) => candidate.url().includes("/rewards?"));
  await socket.waitForEvent("framereceived");
}

/** Returns the stored record of the reward. */
const readRecord = (page: Page, pid: number) =>
  page.evaluate((pid) => JSON.parse(localStorage.getItem(`daily_reward_${pid}`) ?? "null") as unknown, pid);

/** Returns when the reward was dismissed. The record is written shortly after the popup closes. */
const dismissedAt = async (page: Page, pid: number) =>
  ((await readRecord(page, pid)) as { dismissed: number }).dismissed;

/** Returns the calls that redeem or cancel a coupon, in order. */
function recordCouponCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" && /active-coupon$|coupons$|rewards\/redeem$/.test(pathname))
      calls.push(`${request.method()} ${pathname.split("/").pop()}`);
  });
  return calls;
}

test("the reward opens by itself, redeems once and offers a deposit", {
  tag: "@smoke",
  annotation: rows("2.11-01", "2.11-02", "2.11-05", "4.6-06", "4.6-07", "1-07"),
}, async ({ page, context }) => {
  const pid = await signInPlayer(context, ["daily"]);
  const calls = recordCouponCalls(page);
  await page.goto("/info/faq/");
  await expect(popup(page)).toBeVisible();
  await expect(popup(page).getByRole("heading", { name: "Daily Reward: Extra For Today" })).toBeVisible();
  await expect(popup(page).getByText("Your exclusive 50% daily bonus.")).toBeVisible();
  await expect(button(page, "DISMISS")).toBeVisible();
  await expect(button(page, "SAVE FOR LATER")).toHaveCount(0);
  await expectAccessible(page, "dialog[open]");
  const clicked = gate();
  await injectFault(page, REDEEM, { until: clicked.opened });
  await button(page, "REDEEM NOW").dblclick();
  clicked.open();
  await expect(popup(page).getByText("Your daily reward is claimed.")).toBeFocused();
  await expect(button(page, "DEPOSIT")).toBeVisible();
  await expect(button(page, "REDEEM NOW")).toHaveCount(0);
  await expectAccessible(page, "dialog[open]");
  expect(calls).toEqual(["POST redeem"]);
  await button(page, "CLOSE").click();
  await expect(popup(page)).toBeHidden();
  expect(await readRecord(page, pid)).toEqual({ coupon: "DAILY50", redeemed: 1, dismissed: 0 });
  const received = rewardReceived(page);
  await page.reload();
  await received;
  await waitForLoader(page);
  await expect(popup(page)).toBeHidden();
});

test("DISMISS lasts for the local day", { annotation: rows("2.11-03", "3-34", "4.6-01") }, async ({
  page,
  context,
}) => {
  const pid = await signInPlayer(context, ["daily"]);
  await page.clock.install();
  await page.goto("/info/faq/");
  await expect(popup(page)).toBeVisible();
  const [redeem, dismiss] = await Promise.all(
    ["REDEEM NOW", "DISMISS"].map((name) => button(page, name).boundingBox()),
  );
  expect([dismiss?.width, dismiss?.height, dismiss?.x]).toEqual([redeem?.width, redeem?.height, redeem?.x]);
  const clickedAt = await page.evaluate(() => Date.now());
  await button(page, "DISMISS").click();
  await expect(popup(page)).toBeHidden();
  await expect.poll(() => dismissedAt(page, pid)).toBeGreaterThanOrEqual(clickedAt);
  const stored = (await readRecord(page, pid)) as { dismissed: number };
  expect(stored).toEqual({ coupon: "DAILY50", redeemed: 0, dismissed: expect.any(Number) });
  let received = rewardReceived(page);
  await page.reload();
  await page.clock.runFor(400);
  await received;
  await expect(popup(page)).toBeHidden();
  await page.evaluate(([pid, readRecord]) => localStorage.setItem(`daily_reward_${pid}`, JSON.stringify(readRecord)), [
    pid,
    { ...stored, dismissed: stored.dismissed - 24 * 3_600_000 },
  ] as const);
  received = rewardReceived(page);
  await page.reload();
  await page.clock.runFor(400);
  await received;
  await expect(popup(page)).toBeVisible();
});

test("Escape and the close icon dismiss the popup", { annotation: rows("2.11-06") }, async ({ page, context }) => {
  for (const close of [() => page.keyboard.press("Escape"), () => button(page, "Close").click()]) {
    const pid = await signInPlayer(context, ["daily"]);
    await page.goto("/info/faq/");
    await expect(popup(page)).toBeVisible();
    await close();
    await expect(popup(page)).toBeHidden();
    await expect.poll(() => dismissedAt(page, pid)).toBeGreaterThan(0);
  }
});

for (const { state, outcome } of [
  { state: "claimed", outcome: "redeemed" },
  { state: "late", outcome: "expired" },
])
  test(`a reward that is ${outcome} has no popup`, { annotation: rows("4.6-01") }, async ({ page, context }) => {
    await signInPlayer(context, [state]);
    const received = rewardReceived(page);
    const networkIdle = watchNetwork(page);
    await page.goto("/info/faq/");
    await received;
    // The popup opens in the same task or after its chunk has loaded.
    await networkIdle();
    await expect(popup(page)).toBeHidden();
  });

for (const search of ["?state=quickredeem&coupon=DEP250", "?state=quickplay&game=18-32"])
  test(`no popup opens with ${search}, even after its panel is closed`, { annotation: rows("4.6-02") }, async ({
    page,
    context,
  }) => {
    await signInPlayer(context, ["daily"]);
    const received = rewardReceived(page);
    const networkIdle = watchNetwork(page);
    await page.goto(`/${search}`);
    await received;
    await networkIdle();
    await expect(popup(page)).toBeHidden();
    await expect(modal(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(modal(page)).toBeHidden();
    await networkIdle();
    await expect(popup(page)).toBeHidden();
  });

test("the popup waits for an open game", { annotation: rows("4.6-01", "4.6-05") }, async ({ page, context }) => {
  const pid = await signInPlayer(context, ["ready"]);
  const socketOpened = page.waitForEvent("websocket", (candidate) => candidate.url().includes("/rewards?"));
  await page.goto("/info/faq/");
  const loginSent = (await socketOpened).waitForEvent("framesent");
  await loginSent;
  await openPanel(page, "game", "18-32");
  await expect(page.locator("dialog[open][data-view=game] iframe")).toBeVisible();
  await commandSandbox("push", { pid, frame: reward() });
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, `daily_reward_${pid}`);
  await expect(popup(page)).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(popup(page)).toBeVisible();
});

test("a pushed reward opens the popup, and malformed frames are ignored", {
  annotation: rows("4.6-05", "7.6-07"),
}, async ({ page, context, documents }) => {
  const pid = await signInPlayer(context, ["ready"]);
  const opened = page.waitForEvent("websocket", (candidate) => candidate.url().includes("/rewards?"));
  await page.goto("/info/faq/");
  const socket = await opened;
  await socket.waitForEvent("framesent");
  for (const frame of ["{broken", { coupon: null, redeemed: 0 }, { coupon: {}, redeemed: 0 }]) {
    const received = socket.waitForEvent("framereceived");
    await commandSandbox("push", { pid, frame });
    await received;
  }
  await expect(popup(page)).toBeHidden();
  await commandSandbox("push", { pid, frame: reward({ coupon_title: "Lucky" }) });
  await expect(popup(page).getByRole("heading", { name: "Daily Reward: Lucky" })).toBeVisible();
  expect(documents).toHaveLength(1);
});

test("a coupon that awaits a deposit is cancelled before the reward", {
  annotation: rows("2.11-04", "4.6-03"),
}, async ({ page, context }) => {
  await signInPlayer(context, ["await", "daily"]);
  const calls = recordCouponCalls(page);
  await page.goto("/info/faq/");
  await expect(popup(page).getByText(/is waiting for your deposit\. REDEEM NOW cancels it/)).toBeVisible();
  await expect(button(page, "SAVE FOR LATER")).toBeVisible();
  await expect(button(page, "DISMISS")).toHaveCount(0);
  await expectAccessible(page, "dialog[open]");
  await button(page, "REDEEM NOW").click();
  await expect(popup(page).getByText("Your daily reward is claimed.")).toBeVisible();
  expect(calls).toEqual(["DELETE active-coupon", "POST redeem"]);
});

test("a failed cancellation redeems nothing, and a reload shows the server state", {
  annotation: rows("4.6-03", "8-22"),
}, async ({ page, context }) => {
  await signInPlayer(context, ["await", "daily"]);
  const calls = recordCouponCalls(page);
  await injectFault(page, "**/active-coupon", { method: "DELETE", status: 409, body: { errorMessage: "no" } });
  await page.goto("/info/faq/");
  await button(page, "REDEEM NOW").click();
  await expect(popup(page).getByRole("alert")).toHaveText("Unable to cancel coupon. Please contact support.");
  expect(calls).toEqual(["DELETE active-coupon"]);
  await expect(button(page, "SAVE FOR LATER")).toBeVisible();
  await page.reload();
  await expect(popup(page).getByText(/is waiting for your deposit/)).toBeVisible();
});

test("with a coupon in play the reward can only be saved for later", { annotation: rows("4.6-04", "2.11-04") }, async ({
  page,
  context,
}) => {
  const pid = await signInPlayer(context, ["inplay", "daily"]);
  await page.goto("/info/faq/");
  await expect(popup(page).getByText(/^You are playing /)).toBeVisible();
  await expect(button(page, "REDEEM NOW")).toHaveCount(0);
  await expect(button(page, "DISMISS")).toHaveCount(0);
  await expectAccessible(page, "dialog[open]");
  await button(page, "SAVE FOR LATER").click();
  await expect(popup(page)).toBeHidden();
  await expect.poll(() => dismissedAt(page, pid)).toBeGreaterThan(0);
});

test("a redeem error stays until the next try (WCAG 2.2.1)", { annotation: rows("8-24", "9-19") }, async ({
  page,
  context,
}) => {
  await signInPlayer(context, ["daily"]);
  await page.clock.install();
  const failure = await injectFault(page, REDEEM, { times: 1, status: 400, body: { errorMessage: "X" } });
  await page.goto("/info/faq/");
  await expect(button(page, "REDEEM NOW")).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await button(page, "REDEEM NOW").click();
  const alert = popup(page).getByRole("alert");
  await expect(alert).toHaveText("X");
  await page.clock.runFor(30_000);
  await expect(alert).toHaveText("X");
  expect(failure.hits).toBe(1);
  await page.clock.resume();
  await button(page, "REDEEM NOW").click();
  await expect(popup(page).getByText("Your daily reward is claimed.")).toBeVisible();
  await expect(popup(page).getByText("X", { exact: true })).toHaveCount(0);
});

test("without a socket there is no popup, and the page works", { annotation: rows("9-23", "7.6-08") }, async ({
  page,
  context,
}) => {
  await signInPlayer(context, ["daily"]);
  await page.addInitScript(() => {
    // This socket never leaves the state CONNECTING.
    class ConnectingSocket extends EventTarget {
      static readonly OPEN = 1;
      readonly readyState = 0;
      close() {}
      send() {}
    }
    Object.assign(window, { WebSocket: ConnectingSocket });
  });
  await page.goto("/lobby/promotions/");
  await waitForLoader(page);
  await page.getByRole("banner").getByRole("link", { name: "GAMES" }).click();
  await page.waitForURL("**/lobby/games/");
  await expect(popup(page)).toBeHidden();
});

test("two tabs share dismissal and claim", { annotation: rows("3-34") }, async ({ page, context }) => {
  const other = await context.newPage();
  await signInPlayer(context, ["daily"]);
  for (const tab of [page, other]) {
    await tab.goto("/info/faq/");
    await expect(button(tab, "DISMISS")).toBeVisible();
  }
  await button(other, "DISMISS").click();
  await expect(popup(page)).toBeHidden();
  await signInPlayer(context, ["daily"]);
  for (const tab of [page, other]) {
    await tab.goto("/info/terms/");
    await expect(button(tab, "REDEEM NOW")).toBeVisible();
  }
  await button(other, "REDEEM NOW").click();
  for (const tab of [page, other]) await expect(popup(tab).getByText("Your daily reward is claimed.")).toBeVisible();
});

test("a panel that replaces the popup does not dismiss it", { annotation: rows("2.11-03", "2.6-01") }, async ({
  page,
  context,
}) => {
  const pid = await signInPlayer(context, ["daily"]);
  await page.goto("/info/faq/");
  await expect(popup(page)).toBeVisible();
  await openPanel(page, "cashier");
  await expect(cashierDialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(popup(page)).toBeVisible();
  expect(await readRecord(page, pid)).toMatchObject({ coupon: "DAILY50", dismissed: 0 });
  await button(page, "DISMISS").click();
  await expect(popup(page)).toBeHidden();
  await expect.poll(() => dismissedAt(page, pid)).toBeGreaterThan(0);
});

test("a link in the popup does not reopen it on the next page", async ({ page, context }) => {
  await signInPlayer(context, ["daily"]);
  const networkIdle = watchNetwork(page);
  await page.goto("/info/faq/");
  await popup(page).getByRole("link").first().click();
  await page.waitForURL("**/info/contactus/");
  await networkIdle();
  await expect(popup(page)).toBeHidden();
});

test("the popup waits while the user types", async ({ page, context }) => {
  const pid = await signInPlayer(context, ["ready"]);
  const opened = page.waitForEvent("websocket", (candidate) => candidate.url().includes("/rewards?"));
  await page.goto("/lobby/account/");
  await (await opened).waitForEvent("framesent");
  const field = page.getByRole("main").locator("input").first();
  await field.focus();
  await commandSandbox("push", { pid, frame: reward() });
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, `daily_reward_${pid}`);
  await expect(popup(page)).toBeHidden();
  await expect(field).toBeFocused();
  await field.blur();
  await expect(popup(page)).toBeVisible();
});

test("the reward is listed after the active coupon and redeems from its card", {
  annotation: rows("2.8-03", "4.6-06", "2.8-07", "2.8-09"),
}, async ({ page, context }) => {
  const pid = await signInPlayer(context, ["inplay", "daily"]);
  await page.goto("/lobby/promotions/");
  await button(page, "SAVE FOR LATER").click();
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards.nth(1)).toContainText("Daily Reward: Extra For Today");
  await expect(cards.nth(0)).toHaveAttribute("data-coupon", "PLAY100");
  await expect(cards.nth(1)).toContainText("You are playing ");
  await expect(page.locator("[data-coupon=DAILY50]")).toHaveCount(1);
  await commandSandbox("player", { pid, states: ["daily"] });
  await page.reload();
  const card = page.locator("[data-coupon=DAILY50]");
  await card.getByRole("button", { name: "REDEEM", exact: true }).click();
  await expect(page.getByText("You have claimed your Daily Bonus for today")).toBeVisible();
  await expect(page.getByText("Check back tomorrow for another bonus")).toBeVisible();
  await expect(cards.nth(0)).toHaveAttribute("data-coupon", "DAILY50");
  await expect(cards.nth(0)).toHaveAttribute("data-status", "requested");
  await expectAccessible(page, "main");
});

for (const { state, row, text } of [
  { state: "claimed", row: "2.8-07", text: "You have claimed your Daily Bonus for today" },
  { state: "late", row: "2.8-08", text: "Your Daily Bonus has Expired" },
])
  test(`the state of a ${state} reward is shown among the coupons`, { annotation: rows(row, "2.8-09") }, async ({
    page,
    context,
  }) => {
    await signInPlayer(context, [state]);
    await page.goto("/lobby/promotions/");
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByText("Check back tomorrow for another bonus")).toBeVisible();
    await expect(popup(page)).toBeHidden();
  });

test("without a reward there is no daily card", { annotation: rows("2.8-03") }, async ({ page, context }) => {
  await signInPlayer(context, ["ready"]);
  await page.goto("/lobby/promotions/");
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  await expect(page.getByText(/Daily (Reward|Bonus)/)).toHaveCount(0);
});

/** Returns a message of the rewards service. */
function reward(changes: object = {}) {
  const promotion = apiPromotion("DAILY50", {
    coupon_title: "Extra For Today",
    reward_type: "ARSDaily",
    redeem_type: "reward",
    redemption_type: "Percentage of next deposit",
    expiry: Math.floor(Date.now() / 1000) + 3600,
    max_uses_per_player: 5,
    max_users_player_per_month: 5,
    max_users_player_per_week: 2,
    max_uses_player_per_day: 1,
    bonus: [50],
    playthrough: [30],
    minimum_deposit: [30],
    maximum_deposit: [1000],
  });
  return { coupon: { ...promotion, ...changes }, redeemed: 0 };
}
