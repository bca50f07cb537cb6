// The coupon code field: valid codes, special prefixes and invalid codes (rows 4.5, 5-24 to 5-26, 8-20, 8-23).

import type { Page } from "@playwright/test";
import { COUPONS_PATH, couponCodeField } from "../pages/coupons";
import { cashierDialog } from "../pages/dialogs";
import { commandSandbox, newPlayer, signIn, signInPlayer } from "../support/players";
import { injectFault } from "../support/requests";
import { configure, DEV, expect, expectAccessible, rows, test } from "../support/test";

test.use({ serviceWorkers: "block", player: "annx" });

const submit = (page: Page) => page.getByRole("complementary").getByRole("button", { name: "SUBMIT" });

/** Opens the page. The result lists its POST requests to coupons and rewards. */
async function openPage(page: Page): Promise<string[]> {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && /\/coupons\?|\/rewards\//.test(request.url())) posts.push(request.url());
  });
  await page.goto(COUPONS_PATH);
  await expect(couponCodeField(page)).toBeEditable();
  return posts;
}

async function submitCode(page: Page, code: string) {
  await couponCodeField(page).fill(code);
  await couponCodeField(page).press("Enter");
}

test("an invalid code recommends the highest deposit bonus and blocks SUBMIT", {
  annotation: rows("4.5-05", "5-26", "8-23", "A88"),
}, async ({ page }) => {
  const posts = await openPage(page);
  await expect(submit(page)).toBeDisabled();
  await submitCode(page, " nope ");
  const aside = page.getByRole("complementary");
  await expect(aside.getByText("We're sorry, the coupon code NOPE seems to be invalid")).toBeVisible();
  await expect(aside.locator('[data-coupon="MAX325"]')).toBeVisible();
  await expect(aside.getByRole("button", { name: "REDEEM" })).toBeVisible();
  await expect(submit(page)).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Close the recommendation" }).click();
  await expect(aside.locator("[data-coupon]")).toHaveCount(0);
  await expect(submit(page)).toBeEnabled();
  await submit(page).click();
  await expect(aside.locator('[data-coupon="MAX325"]')).toBeVisible();
  await couponCodeField(page).press("End");
  await couponCodeField(page).pressSequentially("x");
  await expect(couponCodeField(page)).toHaveValue("NOPEX");
  await expect(aside.locator("[data-coupon]")).toHaveCount(0);
  await expect(submit(page)).toBeEnabled();
  expect(posts.every((url) => url.includes("couponCode=NOPE&"))).toBe(true);
});

test("CASHIER_OPEN opens the cashier and redeems nothing", { annotation: rows("4.5-03") }, async ({ page }) => {
  const posts = await openPage(page);
  await submitCode(page, "cashier_open");
  await expect(cashierDialog(page)).toBeVisible();
  expect(posts).toEqual([]);
});

test("ICM- links to an email without a chat and redeems nothing", { annotation: rows("4.5-01", "A86") }, async ({
  page,
}) => {
  const posts = await openPage(page);
  await submitCode(page, "icm-123");
  const mail = page.getByRole("status").getByRole("link");
  await expect(mail).toHaveAttribute("href", /^mailto:.*cashback%20available.*ICM-123/);
  expect(posts).toEqual([]);
});

test("ICM- opens the chat with a draft message", { annotation: rows("4.5-01", "A86") }, async ({ page }) => {
  await configure(page, { chat: { adapter: "sandbox", url: "" } });
  const posts = await openPage(page);
  const draftMessage = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener("croupier:open", (event) => {
          const { view, about } = (event as CustomEvent<{ view: string; about?: string }>).detail;
          if (view === "chat") resolve(about ?? "");
        });
      }),
  );
  await submitCode(page, "ICM-123");
  expect(await draftMessage).toBe("Hi, could you please check if I have cashback available? My code is ICM-123.");
  expect(posts).toEqual([]);
});

test("CASHBACK- claims by hash, and a failure has its own message", {
  annotation: rows("4.5-02", "8-20", "A62", "A87"),
}, async ({ page, context }) => {
  await signInPlayer(context, ["ready"]);
  await openPage(page);
  await injectFault(page, "**/rewards/cashback?*", { times: 1, status: 500, body: { errorMessage: "x_y" } });
  await submitCode(page, "CASHBACK-AB12");
  const aside = page.getByRole("complementary");
  await expect(aside.getByText("Sorry, we could not claim your cashback.")).toBeVisible();
  // If the response is lost, the list of promotions says that the cashback was not paid.
  await page.route("**/rewards/cashback?*", (route) => route.abort(), { times: 1 });
  const failedRequest = page.waitForEvent("requestfailed", (request) => request.url().includes("/rewards/cashback?"));
  await submit(page).click();
  await failedRequest;
  await expect(submit(page)).toBeEnabled();
  await expect(aside.getByText("Sorry, we could not claim your cashback.")).toBeVisible();
  const claim = page.waitForRequest(/\/rewards\/cashback\?/);
  await submit(page).click();
  expect((await claim).postDataJSON()).toEqual({ txIdHash: "AB12", userHash: "c0ffee12" });
  await expect(page.getByRole("status").getByText("Success!")).toBeVisible();
  await expect(page.getByRole("banner").getByText("$62.50")).toBeVisible();
});

test("CASHBACK- without a hash is invalid and sends nothing", { annotation: rows("A87") }, async ({ page }) => {
  const posts = await openPage(page);
  await submitCode(page, "CASHBACK-");
  await expect(page.getByText("We're sorry, the coupon code CASHBACK- seems to be invalid")).toBeVisible();
  expect(posts).toEqual([]);
});

test.describe("for a new player", () => {
  test.use({ player: "" });

  test("any other code is redeemed and becomes the active coupon", {
    tag: "@smoke",
    annotation: rows("4.5-04", "5-24", "5-25", "1-06"),
  }, async ({ page, context }) => {
    const { pid, login } = await newPlayer();
    await commandSandbox("player", { pid, states: ["ready"] });
    await signIn(context, DEV, login);
    const posts = await openPage(page);
    await couponCodeField(page).pressSequentially(" dep 250");
    await expect(couponCodeField(page)).toHaveValue("DEP250");
    await couponCodeField(page).press("Enter");
    await expect(page.getByRole("heading", { name: "THIS IS YOUR ACTIVE COUPON" })).toBeVisible();
    await expect(couponCodeField(page)).toHaveCount(0);
    expect(posts).toHaveLength(1);
    expect(posts[0]).toContain("couponCode=DEP250");
  });
});
