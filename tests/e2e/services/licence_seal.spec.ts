// The licence seal: text in each footer, and the image or script of a validator from site.toml (2.5-19, 2.5-20, A20).

import type { Page } from "@playwright/test";
import { configure, expect, gate, rows, test } from "../support/test";

test.use({ serviceWorkers: "block" });

const PICTURE = "**/external/seal.svg";
const SEAL = { seal: { adapter: "picture", url: "/external/seal.svg" } };
const seal = (page: Page) => page.locator("footer").getByRole("link", { name: "Licence seal" });

test("the seal links to its validator and loads within a second of load", {
  annotation: rows("2.5-19", "2.5-20"),
}, async ({ page }) => {
  await configure(page, SEAL);
  await page.clock.install();
  const sealChunk = page.waitForResponse(/\/assets\/start-seal-/);
  const imageRequest = page.waitForRequest(PICTURE);
  await page.goto("/info/terms/");
  // A second import resolves when the module has run, so its timer of one second has started.
  await page.evaluate((url) => import(url), (await sealChunk).url());
  // Exactly one second passes.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await imageRequest;
  await expect(seal(page).locator("img")).toHaveJSProperty("complete", true);
  await expect(seal(page)).toHaveAttribute("href", "https://seals.example.com/licence");
  await seal(page).scrollIntoViewIfNeeded();
  await expect(seal(page).locator("img")).toBeVisible();
  await expect(seal(page).locator("svg")).toHaveCount(0);
});

test("the seal loads near the footer, and a failed one stays text", { annotation: rows("2.5-19", "A20") }, async ({
  page,
}) => {
  await configure(page, SEAL);
  await page.clock.install();
  const { opened: released, open: loadChunk } = gate();
  await page.route(/\/assets\/start-seal-/, async (route) => {
    await released;
    await route.continue();
  });
  await page.route(PICTURE, (route) => route.abort());
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  const sealChunk = page.waitForRequest(/\/assets\/start-seal-/);
  await page.goto("/info/terms/");
  await sealChunk;
  // The clock is paused from here on.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const chunkLoaded = page.waitForResponse(/\/assets\/start-seal-/);
  loadChunk();
  await chunkLoaded;
  expect(paths).not.toContain("/external/seal.svg");
  const requestFailed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/external/seal.svg"));
  await seal(page).scrollIntoViewIfNeeded();
  await requestFailed;
  await expect(seal(page)).toHaveText("Licence seal");
  await expect(seal(page).locator("svg")).toBeVisible();
});

test("a validator script runs once, and a missing one leaves the text", { annotation: rows("2.5-20", "A20") }, async ({
  page,
}) => {
  await configure(page, { seal: { adapter: "script", url: "/external/seal.js" } });
  const requests: string[] = [];
  await page.route("**/external/seal.js", (route) => {
    requests.push(route.request().url());
    if (requests.length > 1) return route.abort();
    const body = `document.querySelector("[data-seal]").append(" is valid")`;
    return route.fulfill({ contentType: "text/javascript", body });
  });
  await page.goto("/info/terms/");
  await seal(page).scrollIntoViewIfNeeded();
  await expect(seal(page)).toHaveText(/Licence seal\s+is valid/);
  // The footer is a slice and stays in place.
  await page.locator("footer").getByRole("link", { name: "Privacy" }).first().click();
  await page.waitForURL("/info/privacy/");
  await expect(seal(page)).toContainText("is valid");
  expect(requests).toHaveLength(1);
  const requestFailed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/external/seal.js"));
  await page.goto("/info/faq/");
  await seal(page).scrollIntoViewIfNeeded();
  await requestFailed;
  await expect(seal(page)).toHaveText("Licence seal");
});
