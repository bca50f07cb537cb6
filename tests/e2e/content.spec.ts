// Content in widgets: words come from data files as static queries by name, and what must be known without them stands in the HTML.

import { expect, fault, logIn, ready, test } from "./test";

test.use({ serviceWorkers: "block" });

const FALLBACK = "Sorry, Something went wrong. Please try again later.";
const QUERIES = "**/page-data/sq/d/*.json";
const restriction = { errorMessage: "errorViewerRestriction", country: "GB" };

test("a message of the API chooses its screen from content, with the country in words [8-05] (A126)", async ({
  page,
}) => {
  await page.goto("/info/faq/");
  await ready(page);
  await fault(page, "**/api/794/login", { status: 403, body: restriction });
  await logIn(page);
  await expect(page.getByText("We are not able to accept players from United Kingdom.")).toBeVisible();
});

test("messages that come a moment after the failure still word it", async ({ page }) => {
  await fault(page, QUERIES, { delay_ms: 800 });
  await page.goto("/info/faq/");
  await ready(page);
  await fault(page, "**/api/794/login", { status: 403, body: restriction });
  await logIn(page);
  await expect(page.getByText("We are not able to accept players from United Kingdom.")).toBeVisible();
});

test("maintenance is said with the product's name, and its code never [8-07] (A53)", async ({ page }) => {
  await page.goto("/info/faq/");
  await ready(page);
  await fault(page, "**/api/794/login", { status: 503, body: { errorMessage: "errorCasinoMaintenance" } });
  await logIn(page);
  const words = "Sorry, Paper Lantern Casino is currently down for Maintenance. Please try again soon.";
  await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByText("errorCasinoMaintenance")).toHaveCount(0);
});

test("without the messages the form still says what the page itself knows [8-30]", async ({ page }) => {
  const missing = await fault(page, QUERIES, { status: 404, body: "" });
  await page.goto("/info/faq/");
  await ready(page);
  await fault(page, "**/api/794/login", { status: 403, body: restriction });
  const dialog = await logIn(page);
  await expect(dialog.getByText(FALLBACK)).toBeVisible();
  expect(missing.struck).toBeGreaterThan(0);
});

test("messages that did not come are asked for again while somebody waits", async ({ page }) => {
  await page.clock.install();
  await fault(page, QUERIES, { status: 503, body: "" });
  await page.goto("/info/faq/");
  await ready(page);
  await fault(page, "**/api/794/login", { status: 403, body: restriction });
  const dialog = await logIn(page);
  await expect(dialog.getByText(FALLBACK)).toBeVisible();
  await page.unroute(QUERIES);
  const came = page.waitForResponse((response) => response.url().includes("/page-data/sq/d/") && response.ok());
  await page.clock.runFor(10_000);
  await came;
  await dialog.getByLabel("Password", { exact: true }).fill("wrong-1");
  await dialog.getByRole("button", { name: "LOGIN" }).click();
  await expect(page.getByText("We are not able to accept players from United Kingdom.")).toBeVisible();
});
