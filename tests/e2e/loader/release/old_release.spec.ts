// A tab with an older document than the deployed release, and tabs with a game or unsaved input: one document load at the right time.

import type { Page } from "@playwright/test";
import { footerLink, navigate, showTab } from "../../pages/navigation";
import { changeSharedCode, type Deployment, test } from "../../support/deployment";
import { expect, rows, waitForFullLoader, waitForLoader } from "../../support/test";

test.use({ serviceWorkers: "block" });
test.describe.configure({ timeout: 90_000 });

async function openPage(page: Page, site: Deployment) {
  const appDataLoaded = page.waitForResponse(/app-data\.json/);
  await page.goto(`${site.url}/info/faq/`);
  await waitForLoader(page);
  await (await appDataLoaded).finished();
}

test("older HTML than app-data costs one document load at the next navigation", { annotation: rows("4.9-02") }, async ({
  page,
  site,
  documents,
}) => {
  const oldHtml = await site.read("info/faq/index.html");
  await site.edit(
    "runtime/loader/src/island/hydrated.tsx",
    "identifierPrefix: idPrefix",
    "identifierPrefix: String(idPrefix)",
  );
  await site.build();
  expect(await site.read("info/faq/index.html")).not.toBe(oldHtml);
  // Simulates a cache that keeps the old document forever.
  await page.route(`${site.url}/info/faq/`, (route) => route.fulfill({ contentType: "text/html", body: oldHtml }));
  await page.clock.install();
  await openPage(page, site);
  await navigate(page, "/info/terms/?a=1#b");
  await page.waitForURL(`${site.url}/info/terms/?a=1#b`);
  await waitForLoader(page);
  expect(documents).toHaveLength(2);
  for (const path of ["/info/privacy/", "/info/terms/"]) {
    await navigate(page, path);
    await expect(page).toHaveURL(site.url + path);
  }
  expect(documents).toHaveLength(2);
  // The old document has the same change of code, so it causes no second load.
  await page.goto(`${site.url}/info/faq/`);
  await waitForLoader(page);
  await waitForFullLoader(page);
  for (const path of ["/info/terms/", "/info/privacy/"]) {
    await navigate(page, path);
    await expect(page).toHaveURL(site.url + path);
  }
  expect(documents).toHaveLength(3);
});

test("new code waits while a game is open", async ({ page, site, documents }) => {
  await page.clock.install();
  await openPage(page, site);
  await changeSharedCode(site);
  await site.build();
  await page.clock.fastForward(301_000);
  const appDataLoaded = page.waitForResponse(/app-data\.json/);
  await showTab(page);
  await (await appDataLoaded).finished();
  await page.evaluate(() => {
    const game = Object.assign(document.createElement("dialog"), { id: "game" });
    game.append(document.createElement("iframe"));
    document.body.append(game);
  });
  await page.locator("#game").evaluate((dialog: HTMLDialogElement) => dialog.showModal());
  await navigate(page, "/info/terms/");
  await expect(page).toHaveURL(`${site.url}/info/terms/`);
  await expect(page.locator("#game")).toBeHidden();
  expect(documents).toHaveLength(1);
  await footerLink(page, "PRIVACY").click();
  await page.waitForURL(`${site.url}/info/privacy/`);
  await waitForLoader(page);
  expect(documents).toHaveLength(2);
});

test("app-data is requested at most every 30 s, on visibility every 5 minutes", { tag: "@smoke" }, async ({
  page,
  site,
}) => {
  await page.clock.install();
  let appDataRequests = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/app-data.json")) appDataRequests++;
  });
  await openPage(page, site);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await showTab(page);
  await expect.poll(() => appDataRequests).toBe(2);
  const visitPage = async (path: string) => {
    await navigate(page, path);
    // The visit waits up to 200 ms for the app-data response.
    await page.clock.runFor(200);
    await expect(page).toHaveURL(site.url + path);
  };
  await page.clock.runFor(29_000);
  await visitPage("/info/terms/");
  expect(appDataRequests).toBe(2);
  await page.clock.runFor(1_000);
  await visitPage("/info/faq/");
  await expect.poll(() => appDataRequests).toBe(3);
  await page.clock.runFor(298_000);
  await showTab(page);
  await visitPage("/info/terms/");
  // The navigation sent this request: the tab requested app-data less than 5 minutes ago.
  await expect.poll(() => appDataRequests).toBe(4);
  await page.clock.runFor(300_000);
  await showTab(page);
  await expect.poll(() => appDataRequests).toBe(5);
});
