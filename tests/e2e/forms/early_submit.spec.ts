// Forms that are sent before their island, or even the loader, is there: the submission is kept and replayed.

import type { Page } from "@playwright/test";
import { COUPONS_PATH, couponCodeField } from "../pages/coupons";
import { loginButton, loginDialog, signupDialog } from "../pages/dialogs";
import { newPlayer, PASSWORD } from "../support/players";
import { injectFault } from "../support/requests";
import { expect, gate, rows, test, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const submitButton = (page: Page) => page.getByRole("complementary").getByRole("button", { name: "SUBMIT" });

const searchField = (page: Page) => page.getByRole("searchbox", { name: "Search all games" });

/** Holds scripts back. The returned function lets them load. */
async function holdScripts(page: Page, name: string): Promise<() => void> {
  const scripts = gate();
  await injectFault(page, `**/assets/${name}-*.js`, { until: scripts.opened });
  return scripts.open;
}

async function expectSignupWithCode(page: Page, code: string) {
  await expect(signupDialog(page)).toBeVisible();
  await expect.poll(async () => (await page.context().cookies()).map(({ value }) => value)).toContain(code);
}

test("a code that is sent before the loader runs opens signup", {
  tag: "@smoke",
  annotation: rows("5-25", "4.4-10"),
}, async ({ page }) => {
  const loadScripts = await holdScripts(page, "boot");
  await page.goto(COUPONS_PATH, { waitUntil: "commit" });
  await couponCodeField(page).fill("spins25");
  await couponCodeField(page).press("Enter");
  await expect(page).toHaveURL(COUPONS_PATH);
  loadScripts();
  await expectSignupWithCode(page, "SPINS25");
});

test("a code that is sent seconds before its island is loaded opens signup", { annotation: rows("5-25") }, async ({
  page,
}) => {
  await page.clock.install();
  const loadScripts = await holdScripts(page, "promotions*");
  await page.goto(COUPONS_PATH);
  await waitForLoader(page);
  // Submissions that are kept for later do not reach the document.
  await page.evaluate(() => {
    const replayed: string[] = [];
    Object.assign(window, { replayed });
    document.addEventListener("submit", ({ target }) => replayed.push((target as HTMLFormElement).className));
  });
  await couponCodeField(page).fill("spins25");
  // A second press is not a second submission.
  await submitButton(page).click();
  await couponCodeField(page).press("Enter");
  await page.clock.fastForward(8000);
  loadScripts();
  await expectSignupWithCode(page, "SPINS25");
  expect(await page.evaluate(() => (window as unknown as { replayed: string[] }).replayed)).toEqual(["coupon-code"]);
});

test("a code that is changed after Enter is not sent", async ({ page }) => {
  const loadScripts = await holdScripts(page, "promotions*");
  await page.goto(COUPONS_PATH);
  await waitForLoader(page);
  await couponCodeField(page).fill("spins25");
  await couponCodeField(page).press("Enter");
  await couponCodeField(page).pressSequentially("x");
  loadScripts();
  await expect(page.locator('[data-island="promotions"]')).toHaveAttribute("data-hydrated", "");
  await expect(couponCodeField(page)).toHaveValue("SPINS25X");
  await expect(signupDialog(page)).toBeHidden();
  await couponCodeField(page).press("Enter");
  await expectSignupWithCode(page, "SPINS25X");
});

for (const { island, path, field, typed, replaced } of [
  { island: "promotions", path: COUPONS_PATH, field: couponCodeField, typed: "spins25", replaced: "X" },
  { island: "games", path: "/lobby/games/", field: searchField, typed: "gold", replaced: "x" },
])
  test(`a selection in the field of ${island} survives the hydration`, async ({ page }) => {
    const loadScripts = await holdScripts(page, `${island}*`);
    await page.goto(path);
    await waitForLoader(page);
    await field(page).fill(typed);
    await field(page).selectText();
    loadScripts();
    await expect(page.locator(`[data-island="${island}"]`)).toHaveAttribute("data-hydrated", "");
    await field(page).press("x");
    await expect(field(page)).toHaveValue(replaced);
  });

test("SUBMIT is disabled for guests while the field is empty", { annotation: rows("5-26") }, async ({ page }) => {
  await page.goto(COUPONS_PATH);
  await expect(submitButton(page)).toBeDisabled();
  await couponCodeField(page).fill("A");
  await expect(submitButton(page)).toBeEnabled();
  await couponCodeField(page).fill(" ");
  await expect(submitButton(page)).toBeDisabled();
});

test("a login that is sent before the loader runs is not lost", async ({ page }) => {
  const { login } = await newPlayer();
  const loadScripts = await holdScripts(page, "boot");
  await page.goto("/info/faq/", { waitUntil: "commit" });
  await loginButton(page).click();
  await loginDialog(page).getByLabel("Username or e-mail").fill(login);
  await loginDialog(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/info/faq/");
  loadScripts();
  await page.waitForURL("/lobby/games/");
});

test("a login in a dialog that was closed meanwhile is not sent", async ({ page }) => {
  const loadScripts = await holdScripts(page, "modal");
  await page.goto("/info/faq/");
  await waitForLoader(page);
  await loginButton(page).click();
  await loginDialog(page).getByLabel("Username or e-mail").fill("annx");
  await loginDialog(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(loginDialog(page)).toBeHidden();
  loadScripts();
  await expect(page.locator('[data-island="modal"]')).toHaveAttribute("data-hydrated", "");
  await expect(page.locator("html")).not.toHaveAttribute("data-session", "in");
  await expect(page).toHaveURL("/info/faq/");
});

test("on a slow phone, a search and a code that are typed at once are kept", async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  const fast3g = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
  await client.send("Network.emulateNetworkConditions", fast3g);
  await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(COUPONS_PATH, { waitUntil: "commit" });
  await couponCodeField(page).fill("spins25");
  await couponCodeField(page).press("Enter");
  await expectSignupWithCode(page, "SPINS25");

  await page.goto("/lobby/games/", { waitUntil: "commit" });
  const field = searchField(page);
  await field.fill("gold rush");
  await field.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /games? for/ })).toBeVisible({ timeout: 20_000 });
  await expect(field).toHaveValue("gold rush");
});
