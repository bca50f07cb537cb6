// The head of pages for search engines: JSON-LD in documents under the strict policy, and metadata that follows navigation.

import { expect, SERVED, test, waitForLoader } from "../support/test";

const BLOCK = 'script[type="application/ld+json"]';

test("structured data needs no permission of the policy, and describes only the document's own page", {
  tag: "@smoke",
}, async ({ page }) => {
  // The test fails on any error in the console, such as a violation of the policy.
  await page.goto(`${SERVED}/games/gold-rush/`);
  await waitForLoader(page);
  const graph = JSON.parse((await page.locator(BLOCK).textContent()) ?? "")["@graph"];
  const names = graph[0].itemListElement.map(({ name }: { name: string }) => name);
  expect(names.slice(1)).toEqual(["All games by name", "Gold Rush"]);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole("main").locator('a[href="/games/"]').click();
  await expect(page).toHaveURL(`${SERVED}/games/`);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/games\/$/);
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
  await expect(page.locator(BLOCK)).toHaveCount(0);
});
