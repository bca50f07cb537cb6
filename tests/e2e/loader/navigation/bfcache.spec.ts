// The back-forward cache: Back restores the document unchanged. If the player has signed out since then, / replaces it (A69).

import type { Page } from "@playwright/test";
import { FULL_BROWSER } from "../../playwright.config";
import { fakeSession, storageRecords } from "../../support/players";
import { expect, rows, SERVED, test, waitForFullLoader, waitForLoader } from "../../support/test";

// By default, Playwright disables this cache.
test.use({
  serviceWorkers: "block",
  launchOptions: { ...FULL_BROWSER, ignoreDefaultArgs: ["--disable-back-forward-cache"] },
});

/** Leaves the page by a document load and returns with Back. */
async function leaveAndReturn(page: Page, whileAway = async () => {}, to = "/info/faq/") {
  await page.evaluate(() => {
    addEventListener("pageshow", (event) => Object.assign(window, { persisted: event.persisted }));
    Object.assign(window, { marker: "this very document" });
  });
  await page.evaluate(() => location.assign("/info/terms/"));
  await page.waitForURL(`${SERVED}/info/terms/`);
  await whileAway();
  // The restored document fires no load event, and may leave at once for another page, which interrupts this navigation.
  await page.goBack({ waitUntil: "commit" }).catch(() => undefined);
  await page.waitForURL(`${SERVED}${to}`, { waitUntil: "commit" });
}
const readState = (page: Page) =>
  page.evaluate(() => {
    const { marker, persisted } = window as unknown as { marker?: string; persisted?: boolean };
    return { marker, persisted };
  });

test("Back restores the document with working islands and loader", async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  await page.getByRole("button", { name: "LOGIN" }).first().hover();
  await expect(page.locator('[data-island="account_menu"]').first()).toHaveAttribute("data-hydrated", "");
  await waitForFullLoader(page);
  await page.evaluate(() => scrollTo({ top: 300, behavior: "instant" }));
  await leaveAndReturn(page);
  await expect.poll(() => readState(page)).toEqual({ marker: "this very document", persisted: true });
  expect(await page.evaluate(() => scrollY)).toBe(300);

  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  const footer = page.getByRole("navigation", { name: "Information", exact: true });
  await footer.getByRole("link", { name: "PRIVACY", exact: true }).click();
  await expect(page.locator("h1")).toHaveText("Privacy");
  expect((await readState(page)).marker).toBe("this very document");
  expect(documents).toEqual([]);
});

test("a cached page of a signed-out player is replaced by /", { annotation: rows("4.1-14") }, async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await page.evaluate((records) => void Object.assign(localStorage, records), storageRecords(fakeSession()));
  await page.reload();
  await waitForLoader(page);
  await expect(page.locator("html")).toHaveAttribute("data-session", "in");
  await leaveAndReturn(page, () => page.evaluate(() => localStorage.removeItem("session")), "/");
  await expect(page.locator("html")).not.toHaveAttribute("data-session");
  await waitForLoader(page);
  expect(await readState(page)).toEqual({});
});

test.describe("for a player", () => {
  test.use({ player: "dailyx" });

  test("a restored page reopens its rewards socket", { annotation: rows("7.6-05") }, async ({ page }) => {
    // The live-reload script of the dev server would reload the restored page.
    await page.route("**/_croupier/**", (route) => route.abort());
    // The popup of the daily reward would add history entries.
    await page.addInitScript(() => {
      const record = { coupon: "DAILY50", redeemed: 0, dismissed: Date.now() };
      localStorage.setItem("daily_reward_1007", JSON.stringify(record));
    });
    // Playwright reports no socket that a restored page opens at once, so the page counts the messages itself.
    await page.addInitScript(() => {
      const count = () =>
        sessionStorage.setItem("messages", String(Number(sessionStorage.getItem("messages") ?? 0) + 1));
      window.WebSocket = class extends WebSocket {
        constructor(url: string | URL) {
          super(url);
          if (String(url).includes("/rewards?")) this.addEventListener("message", count);
        }
      };
    });
    const messages = () => page.evaluate(() => Number(sessionStorage.getItem("messages") ?? 0));
    await page.goto("/info/faq/");
    await expect.poll(messages).toBe(1);
    await page.evaluate(() => Object.assign(window, { marker: "this very document" }));
    await page.evaluate(() => location.assign("/info/terms/"));
    await page.waitForURL("**/info/terms/");
    await expect.poll(messages).toBe(2);
    await page.goBack({ waitUntil: "commit" });
    await page.waitForURL("**/info/faq/", { waitUntil: "commit" });
    await expect.poll(messages).toBe(3);
    expect((await readState(page)).marker).toBe("this very document");
  });
});
