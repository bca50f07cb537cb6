// The back-forward cache: Back restores the document unchanged. If the player has signed out since then, / replaces it (A69).

import type { Page } from "@playwright/test";
import { WHOLE_BROWSER } from "./playwright.config";
import { expect, madeUpSession, ready, recordsOf, rows, SERVED, test, wholly } from "./test";

// By default, Playwright disables this cache.
test.use({
  serviceWorkers: "block",
  launchOptions: { ...WHOLE_BROWSER, ignoreDefaultArgs: ["--disable-back-forward-cache"] },
});

/** Leaves the page by a document load and returns with Back. */
async function leaveAndReturn(page: Page, meanwhile = async () => {}, to = "/info/faq/") {
  await page.evaluate(() => {
    addEventListener("pageshow", (event) => Object.assign(window, { persisted: event.persisted }));
    Object.assign(window, { kept: "this very document" });
  });
  await page.evaluate(() => location.assign("/info/terms/"));
  await page.waitForURL(`${SERVED}/info/terms/`);
  await meanwhile();
  await page.evaluate(() => history.back());
  // The restored document fires no load event.
  await page.waitForURL(`${SERVED}${to}`, { waitUntil: "commit" });
}
const left = (page: Page) =>
  page.evaluate(() => {
    const { kept, persisted } = window as unknown as { kept?: string; persisted?: boolean };
    return { kept, persisted };
  });

test("Back restores the document with working islands and loader", async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await ready(page);
  await page.getByRole("button", { name: "LOGIN" }).first().hover();
  await expect(page.locator('[data-island="account_menu"]').first()).toHaveAttribute("data-awake", "");
  await wholly(page);
  await page.evaluate(() => scrollTo({ top: 300, behavior: "instant" }));
  await leaveAndReturn(page);
  await expect.poll(() => left(page)).toEqual({ kept: "this very document", persisted: true });
  expect(await page.evaluate(() => scrollY)).toBe(300);

  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  const footer = page.getByRole("navigation", { name: "Information", exact: true });
  await footer.getByRole("link", { name: "PRIVACY", exact: true }).click();
  await expect(page.locator("h1")).toHaveText("Privacy");
  expect((await left(page)).kept).toBe("this very document");
  expect(documents).toEqual([]);
});

test("a cached page of a signed-out player is replaced by /", { annotation: rows("4.1-14") }, async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await page.evaluate((records) => void Object.assign(localStorage, records), recordsOf(madeUpSession()));
  await page.reload();
  await ready(page);
  await expect(page.locator("html")).toHaveAttribute("data-session", "in");
  await leaveAndReturn(page, () => page.evaluate(() => localStorage.removeItem("session")), "/");
  await expect(page.locator("html")).not.toHaveAttribute("data-session");
  await ready(page);
  expect(await left(page)).toEqual({});
});

test.describe("of a player", () => {
  test.use({ player: "dailyx" });

  test("a restored page reopens its rewards socket", { annotation: rows("7.6-05") }, async ({ page }) => {
    // The live-reload script of the dev server would reload the restored page.
    await page.route("**/_croupier/**", (route) => route.abort());
    // The popup of the daily reward would add history entries.
    await page.addInitScript(() => {
      const record = { coupon: "DAILY50", redeemed: 0, dismissed: Date.now() };
      localStorage.setItem("daily_reward_1007", JSON.stringify(record));
    });
    let answers = 0;
    page.on("websocket", (socket) => {
      if (socket.url().includes("/rewards?")) socket.on("framereceived", () => answers++);
    });
    await page.goto("/info/faq/");
    await expect.poll(() => answers).toBe(1);
    await page.evaluate(() => Object.assign(window, { kept: "this very document" }));
    await page.evaluate(() => location.assign("/info/terms/"));
    await expect.poll(() => answers).toBe(2);
    await page.evaluate(() => history.back());
    await expect.poll(() => answers).toBe(3);
    await expect(page).toHaveURL("/info/faq/");
    expect((await left(page)).kept).toBe("this very document");
  });
});
