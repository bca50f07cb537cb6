// The licence seal: text in each footer, and the image or script of a validator from site.toml (2.5-19, 2.5-20, A20).

import type { Page } from "@playwright/test";
import { configure, expect, rows, test } from "./test";

test.use({ serviceWorkers: "block" });

const PICTURE = "**/external/seal.svg";
const SEAL = { seal: { adapter: "picture", url: "/external/seal.svg" } };
const seal = (page: Page) => page.locator("footer").getByRole("link", { name: "Licence seal" });

test("the seal links to its validator and loads within a second of load", {
  annotation: rows("2.5-19", "2.5-20"),
}, async ({ page }) => {
  await configure(page, SEAL);
  await page.clock.install();
  const part = page.waitForResponse(/\/assets\/start-seal-/);
  const asked = page.waitForRequest(PICTURE);
  await page.goto("/info/terms/");
  // A second import resolves when the module has run, so its timer of one second has started.
  await page.evaluate((address) => import(address), (await part).url());
  // Exactly one second passes.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await asked;
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
  let letCome = () => {};
  const held = new Promise<void>((then) => {
    letCome = then;
  });
  await page.route(/\/assets\/start-seal-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.route(PICTURE, (route) => route.abort());
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const part = page.waitForRequest(/\/assets\/start-seal-/);
  await page.goto("/info/terms/");
  await part;
  // The clock is paused from here on.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const came = page.waitForResponse(/\/assets\/start-seal-/);
  letCome();
  await came;
  expect(asked).not.toContain("/external/seal.svg");
  const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/external/seal.svg"));
  await seal(page).scrollIntoViewIfNeeded();
  await failed;
  await expect(seal(page)).toHaveText("Licence seal");
  await expect(seal(page).locator("svg")).toBeVisible();
});

test("a validator script runs once, and a missing one leaves the text", { annotation: rows("2.5-20", "A20") }, async ({
  page,
}) => {
  await configure(page, { seal: { adapter: "script", url: "/external/seal.js" } });
  const asked: string[] = [];
  await page.route("**/external/seal.js", (route) => {
    asked.push(route.request().url());
    if (asked.length > 1) return route.abort();
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
  expect(asked).toHaveLength(1);
  const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/external/seal.js"));
  await page.goto("/info/faq/");
  await seal(page).scrollIntoViewIfNeeded();
  await failed;
  await expect(seal(page)).toHaveText("Licence seal");
});
