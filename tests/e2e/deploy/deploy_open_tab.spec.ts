// Deploys while a tab is open: new text loads no document, new code loads one, and a server with changing hashes causes no loop.

import type { Page } from "@playwright/test";
import { footerLink, navigate, showTab } from "../pages/navigation";
import { openForm } from "../pages/onboarding";
import { changeSharedCode, test } from "../support/deployment";
import { expect, rows, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });
test.describe.configure({ timeout: 90_000 });

/** Opens a page and waits until the tab knows its release. From then on, the test controls the clock. */
async function openPage(page: Page, url: string) {
  await page.clock.install();
  const appDataLoaded = page.waitForResponse(/app-data\.json/);
  await page.goto(`${url}/info/faq/`);
  await waitForLoader(page);
  await page.clock.runFor(2_500);
  await (await appDataLoaded).finished();
  await page.clock.runFor(100);
}

test("after a text deploy the next navigation shows it without a document load", { tag: "@smoke" }, async ({
  page,
  site,
  documents,
}) => {
  await openPage(page, site.url);
  const terms = await site.read("info/terms/index.html");
  const heading = /<h1[^>]*>([^<]+)</.exec(terms)?.[1] ?? "";
  await site.edit("pages/slices/footer.html", "<footer", '<footer data-release="second"');
  await site.edit("content/info/terms.md", heading, "Terms of the second release");
  await site.build();
  await page.clock.runFor(31_000);
  await footerLink(page, "TERMS").click();
  await expect(page.locator("h1")).toHaveText("Terms of the second release");
  await expect(page.locator("footer")).toHaveAttribute("data-release", "second");
  expect(documents).toHaveLength(1);
});

test("a prefetched page is requested again after app-data reports other pages", async ({ page, site, documents }) => {
  await openPage(page, site.url);
  const prefetched = page.waitForResponse(/info\/terms\/page-data/);
  await footerLink(page, "TERMS").hover();
  await (await prefetched).finished();
  const terms = await site.read("info/terms/index.html");
  await site.edit("content/info/terms.md", /<h1[^>]*>([^<]+)</.exec(terms)?.[1] ?? "", "Terms of the second release");
  await site.build();
  const appData = JSON.parse(await site.read("page-data/app-data.json")) as Record<string, unknown>;
  await site.write("page-data/app-data.json", JSON.stringify({ ...appData, pages: "of the second release" }));
  await page.mouse.move(0, 0);
  await page.clock.runFor(31_000);
  await footerLink(page, "TERMS").click();
  await expect(page.locator("h1")).toHaveText("Terms of the second release");
  expect(documents).toHaveLength(1);
});

test("after a code deploy the next navigation is one document load", { annotation: rows("4.9-02") }, async ({
  page,
  site,
  documents,
}) => {
  await openPage(page, site.url);
  await changeSharedCode(site);
  await site.build();
  await page.clock.runFor(31_000);
  await page.locator("main").evaluate((main) => {
    main.prepend(Object.assign(document.createElement("a"), { href: "/info/terms/?a=1#b", textContent: "with more" }));
  });
  const oldScript = await page.locator("script[src]").getAttribute("src");
  await page.getByRole("link", { name: "with more" }).click();
  await page.waitForURL(`${site.url}/info/terms/?a=1#b`);
  await waitForLoader(page);
  expect(documents).toHaveLength(2);
  expect(await page.locator("script[src]").getAttribute("src")).not.toBe(oldScript);
  await page.clock.runFor(31_000);
  for (const [label, path] of [
    ["PRIVACY", "/info/privacy/"],
    ["FAQ", "/info/faq/"],
  ] as const) {
    await footerLink(page, label).click();
    await page.waitForURL(site.url + path);
  }
  expect(documents).toHaveLength(2);
});

test("a server with changing hashes costs one document load each", async ({ page, site, documents }) => {
  await openPage(page, site.url);
  const appData = await site.read("page-data/app-data.json");
  const otherDigit = (_: string, name: string, digit: string) => name + (digit === "0" ? "1" : "0");
  const otherAppData = appData.replace(/("(?:webpackCompilationHash|shell)":")(\w)/g, otherDigit);
  expect(otherAppData).not.toBe(appData);
  let requests = 0;
  // Two servers with different releases answer in turn.
  await page.route("**/page-data/app-data.json", (route) =>
    route.fulfill({ contentType: "application/json", body: ++requests % 2 ? otherAppData : appData }),
  );
  for (let round = 0; round < 4; round++) {
    for (const [label, path] of [
      ["PRIVACY", "/info/privacy/"],
      ["FAQ", "/info/faq/"],
    ] as const) {
      await page.clock.runFor(31_000);
      await footerLink(page, label).click();
      await page.waitForURL(site.url + path);
      await waitForLoader(page);
    }
  }
  expect(requests).toBeGreaterThan(5);
  expect(documents.length).toBeGreaterThan(1);
  expect(documents.length).toBeLessThanOrEqual(3);
});

test("new code waits while the user types", async ({ page, site, documents }) => {
  await openPage(page, site.url);
  await changeSharedCode(site);
  await site.build();
  await page
    .locator("main")
    .evaluate((main) => main.prepend(Object.assign(document.createElement("input"), { id: "typing" })));
  await page.clock.runFor(301_000);
  await page.locator("#typing").fill("half a sentence");
  const appDataLoaded = page.waitForResponse(/app-data\.json/);
  await showTab(page);
  await (await appDataLoaded).finished();
  await expect(page.locator("#typing")).toHaveValue("half a sentence");
  // A navigation by script while the field has the focus, as after a login.
  await navigate(page, "/info/terms/");
  await page.waitForURL(`${site.url}/info/terms/`);
  expect(documents).toHaveLength(1);
  await footerLink(page, "PRIVACY").click();
  await page.waitForURL(`${site.url}/info/privacy/`);
  await waitForLoader(page);
  expect(documents).toHaveLength(2);
});

test("new code waits for a half-filled form, also on the next page", async ({ page, site, documents }) => {
  await openPage(page, site.url);
  const dialog = await openForm(page, "signup");
  await dialog.getByLabel("First name").fill("Ann");
  await changeSharedCode(site);
  await site.build();
  await page.clock.runFor(301_000);
  const appDataLoaded = page.waitForResponse(/app-data\.json/);
  await showTab(page);
  await (await appDataLoaded).finished();
  await navigate(page, "/info/terms/");
  await page.waitForURL(`${site.url}/info/terms/`);
  await footerLink(page, "FAQ").click();
  await page.waitForURL(`${site.url}/info/faq/`);
  expect(documents).toHaveLength(1);
  await openForm(page, "signup");
  await expect(dialog.getByLabel("First name")).toHaveValue("Ann");
  // Closing the dialog clears the form.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await footerLink(page, "PRIVACY").click();
  await page.waitForURL(`${site.url}/info/privacy/`);
  await waitForLoader(page);
  expect(documents).toHaveLength(2);
});

test("a tab that needs deleted code costs one document load", async ({ page, site, documents }) => {
  await site.edit("site.toml", "keep_releases = 3", "keep_releases = 0");
  await site.build();
  await openPage(page, site.url);
  await site.edit("runtime/casino/api/request.ts", "TIMEOUT_MS = 15_000", "TIMEOUT_MS = 14_999");
  await site.build();
  const reloaded = page.waitForEvent("domcontentloaded");
  const login = page.getByRole("button", { name: "LOGIN" }).first();
  await login.hover();
  await reloaded;
  await waitForLoader(page);
  await page.mouse.move(0, 500);
  await login.hover();
  await expect(page.locator('[data-island="account_menu"]').first()).toHaveAttribute("data-hydrated", "");
  expect(documents).toHaveLength(2);
});

test("offline, new code does not block a cached page", async ({ page, site, documents }) => {
  await openPage(page, site.url);
  const prefetched = page.waitForResponse(/info\/terms\/page-data/);
  await footerLink(page, "TERMS").hover();
  await (await prefetched).finished();
  await changeSharedCode(site);
  await site.build();
  await page.mouse.move(0, 0);
  await page.clock.runFor(301_000);
  const appDataLoaded = page.waitForResponse(/app-data\.json/);
  await showTab(page);
  await (await appDataLoaded).finished();
  await page.context().setOffline(true);
  await footerLink(page, "TERMS").click();
  await page.waitForURL(`${site.url}/info/terms/`);
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  expect(documents).toHaveLength(1);
});

test("a stale slice of a CDN does not repaint at every click", async ({ page, site }) => {
  await openPage(page, site.url);
  const staleSlice = await site.read("slice-data/navigation.json");
  await page.route("**/slice-data/navigation.json", (route) =>
    route.fulfill({ contentType: "application/json", body: staleSlice }),
  );
  await site.edit("pages/slices/navigation.html", "<header", '<header data-release="second"');
  await site.build();
  const bar = page.locator('[data-slice="navigation"] > *').first();
  await bar.evaluate((element) => element.setAttribute("data-unchanged", ""));
  const sliceLoaded = page.waitForResponse(/slice-data\/navigation/);
  for (const [label, path] of [
    ["TERMS", "/info/terms/"],
    ["PRIVACY", "/info/privacy/"],
  ] as const) {
    await page.clock.runFor(31_000);
    await footerLink(page, label).click();
    await page.waitForURL(site.url + path);
    await sliceLoaded;
    await expect(bar).toHaveAttribute("data-unchanged", "");
  }
});
