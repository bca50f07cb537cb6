// Content in widgets: static queries provide texts from data files, and the HTML contains the texts that are needed without them.

import { FALLBACK_MESSAGE } from "../pages/dialogs";
import { logIn } from "../pages/onboarding";
import { injectFault } from "../support/requests";
import { expect, rows, test, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const QUERIES = "**/page-data/sq/d/*.json";
const restriction = { errorMessage: "errorViewerRestriction", country: "GB" };

test("an API message selects its screen in content, with the country name", {
  tag: "@smoke",
  annotation: rows("8-05", "A126"),
}, async ({ page }) => {
  await page.goto("/info/faq/");
  await waitForLoader(page);
  await injectFault(page, "**/api/794/login", { status: 403, body: restriction });
  await logIn(page);
  await expect(page.getByText("We are not able to accept players from United Kingdom.")).toBeVisible();
});

test("messages that load after a failure still replace its text", async ({ page }) => {
  await injectFault(page, QUERIES, { delay_ms: 800 });
  await page.goto("/info/faq/");
  await waitForLoader(page);
  await injectFault(page, "**/api/794/login", { status: 403, body: restriction });
  await logIn(page);
  await expect(page.getByText("We are not able to accept players from United Kingdom.")).toBeVisible();
});

test("maintenance names the product and never shows its code", { annotation: rows("8-07", "A53") }, async ({
  page,
}) => {
  await page.goto("/info/faq/");
  await waitForLoader(page);
  await injectFault(page, "**/api/794/login", { status: 503, body: { errorMessage: "errorCasinoMaintenance" } });
  await logIn(page);
  const message = "Sorry, Paper Lantern Casino is currently down for Maintenance. Please try again soon.";
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByText("errorCasinoMaintenance")).toHaveCount(0);
});

test("without the messages file the form uses the text of the page", { annotation: rows("8-30") }, async ({ page }) => {
  const failedQueries = await injectFault(page, QUERIES, { status: 404, body: "" });
  await page.goto("/info/faq/");
  await waitForLoader(page);
  await injectFault(page, "**/api/794/login", { status: 403, body: restriction });
  const dialog = await logIn(page);
  await expect(dialog.getByText(FALLBACK_MESSAGE)).toBeVisible();
  expect(failedQueries.hits).toBeGreaterThan(0);
});

test("a failed messages file is requested again while it is needed", async ({ page }) => {
  await page.clock.install();
  await injectFault(page, QUERIES, { status: 503, body: "" });
  await page.goto("/info/faq/");
  await waitForLoader(page);
  await injectFault(page, "**/api/794/login", { status: 403, body: restriction });
  const dialog = await logIn(page);
  await expect(dialog.getByText(FALLBACK_MESSAGE)).toBeVisible();
  await page.unroute(QUERIES);
  const messagesResponse = page.waitForResponse(
    (response) => response.url().includes("/page-data/sq/d/") && response.ok(),
  );
  await page.clock.runFor(10_000);
  await messagesResponse;
  await dialog.getByLabel("Password", { exact: true }).fill("wrong-1");
  await dialog.getByRole("button", { name: "LOGIN" }).click();
  await expect(page.getByText("We are not able to accept players from United Kingdom.")).toBeVisible();
});
