// A tab with an older document than the deployed release, and tabs with a game or unsaved input: one document load at the right time.

import type { Page } from "@playwright/test";
import { type Deployment, test } from "./deployment";
import { expect, ready, rows, wholly } from "./test";

test.use({ serviceWorkers: "block" });
test.describe.configure({ timeout: 90_000 });

const footer = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Information", exact: true }).getByRole("link", { name, exact: true });
const go = (page: Page, to: string) =>
  page.evaluate(
    (detail) => void document.dispatchEvent(new CustomEvent("croupier:navigate", { detail: { to: detail } })),
    to,
  );

async function open(page: Page, site: Deployment) {
  const known = page.waitForResponse(/app-data\.json/);
  await page.goto(`${site.address}/info/faq/`);
  await ready(page);
  await (await known).finished();
}

test("older HTML than app-data costs one document load at the next navigation", { annotation: rows("4.9-02") }, async ({
  page,
  site,
  documents,
}) => {
  const old = await site.read("info/faq/index.html");
  await site.edit(
    "runtime/src/island/hydrated.tsx",
    "identifierPrefix: idPrefix",
    "identifierPrefix: String(idPrefix)",
  );
  await site.build();
  expect(await site.read("info/faq/index.html")).not.toBe(old);
  // Simulates a cache that keeps the old document forever.
  await page.route(`${site.address}/info/faq/`, (route) => route.fulfill({ contentType: "text/html", body: old }));
  await page.clock.install();
  await open(page, site);
  await go(page, "/info/terms/?a=1#b");
  await page.waitForURL(`${site.address}/info/terms/?a=1#b`);
  await ready(page);
  expect(documents).toHaveLength(2);
  for (const path of ["/info/privacy/", "/info/terms/"]) {
    await go(page, path);
    await expect(page).toHaveURL(site.address + path);
  }
  expect(documents).toHaveLength(2);
  // The old document has the same change of code, so it causes no second load.
  await page.goto(`${site.address}/info/faq/`);
  await ready(page);
  await wholly(page);
  for (const path of ["/info/terms/", "/info/privacy/"]) {
    await go(page, path);
    await expect(page).toHaveURL(site.address + path);
  }
  expect(documents).toHaveLength(3);
});

test("new code waits while a game is open", async ({ page, site, documents }) => {
  await page.clock.install();
  await open(page, site);
  await site.edit("runtime/src/loader/browser/navigation/notice.ts", "delay_ms = 1000", "delay_ms = 999");
  await site.build();
  await page.clock.fastForward(301_000);
  const seen = page.waitForResponse(/app-data\.json/);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await (await seen).finished();
  await page.evaluate(() => {
    const game = Object.assign(document.createElement("dialog"), { id: "game" });
    game.append(document.createElement("iframe"));
    document.body.append(game);
  });
  await page.locator("#game").evaluate((dialog: HTMLDialogElement) => dialog.showModal());
  await go(page, "/info/terms/");
  await expect(page).toHaveURL(`${site.address}/info/terms/`);
  await expect(page.locator("#game")).toBeHidden();
  expect(documents).toHaveLength(1);
  await footer(page, "PRIVACY").click();
  await page.waitForURL(`${site.address}/info/privacy/`);
  await ready(page);
  expect(documents).toHaveLength(2);
});

test("app-data is requested at most every 30 s, on visibility every 5 minutes", async ({ page, site }) => {
  await page.clock.install();
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/app-data.json")) asked++;
  });
  await open(page, site);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => asked).toBe(2);
  const visit = async (path: string) => {
    await go(page, path);
    // The visit waits up to 200 ms for the app-data response.
    await page.clock.runFor(200);
    await expect(page).toHaveURL(site.address + path);
  };
  await page.clock.runFor(29_000);
  await visit("/info/terms/");
  expect(asked).toBe(2);
  await page.clock.runFor(1_000);
  await visit("/info/faq/");
  await expect.poll(() => asked).toBe(3);
  await page.clock.runFor(298_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await visit("/info/terms/");
  // The navigation sent this request: the tab requested app-data less than 5 minutes ago.
  await expect.poll(() => asked).toBe(4);
  await page.clock.runFor(300_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => asked).toBe(5);
});
