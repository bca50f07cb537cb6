// The back-forward cache: a page that was left by a document load comes back as it was, unless the player has signed out since.

import type { Page } from "@playwright/test";
import { BROWSER } from "./playwright.config";
import { expect, ready, SERVED, test } from "./test";

// Playwright switches this cache off for all other tests.
test.use({
  serviceWorkers: "block",
  launchOptions: { ...BROWSER, ignoreDefaultArgs: ["--disable-back-forward-cache"] },
});

/** Leaves by a document load, and comes back. */
async function leaveAndReturn(page: Page, meanwhile = async () => {}) {
  await page.evaluate(() => {
    addEventListener("pageshow", (event) => Object.assign(window, { persisted: event.persisted }));
    Object.assign(window, { kept: "this very document" });
  });
  await page.evaluate(() => location.assign("/info/terms/"));
  await page.waitForURL(`${SERVED}/info/terms/`);
  await meanwhile();
  await page.evaluate(() => history.back());
  // What comes back is loaded already, so there is nothing more to wait for.
  await page.waitForURL(`${SERVED}/info/faq/`, { waitUntil: "commit" });
}
const left = (page: Page) =>
  page.evaluate(() => {
    const { kept, persisted } = window as unknown as { kept?: string; persisted?: boolean };
    return { kept, persisted };
  });

test("back restores the very document, with its islands awake and its loader at work", async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await ready(page);
  await page.getByRole("button", { name: "LOGIN" }).first().hover();
  await expect(page.locator('[data-island="account_menu"]').first()).toHaveAttribute("data-awake", "");
  await expect(page.locator(".notice")).toBeAttached();
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

test("a page of a player who has signed out since is loaded anew instead of shown", async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await page.evaluate(() =>
    localStorage.setItem("session", JSON.stringify({ pid: 1, token: "t", timeStamp: Date.now(), firstName: "Ann" })),
  );
  await page.reload();
  await ready(page);
  await expect(page.locator("html")).toHaveAttribute("data-session", "in");
  await leaveAndReturn(page, () => page.evaluate(() => localStorage.removeItem("session")));
  await expect(page.locator("html")).not.toHaveAttribute("data-session");
  await ready(page);
  expect(await left(page)).toEqual({});
});
