// Several base layouts: a change of the layout loads a document, and pages with the same layout do not.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { footerLink, navigate } from "../pages/navigation";
import { type Deployment, testOfSite } from "../support/deployment";
import { fakeSession, storageRecords } from "../support/players";
import { expect, waitForFonts, waitForFullLoader, waitForLoader, waitForWorker } from "../support/test";

/** The casino with two landing pages, which have no navigation bar and another footer. All other pages link to them. */
const test = testOfSite("casino-landing", async (site) => {
  const baseLayout = await readFile(resolve(import.meta.dirname, "../../../pages/shell.html"), "utf8");
  const landingLayout = baseLayout
    .replace(/.*slice\("(navigation|mobile_menu)".*\n/g, "")
    .replace(/.*slice\("footer".*/, '{{ slice("landing") }}');
  expect(landingLayout.match(/slice\("\w+"/g)).toEqual(['slice("landing"', 'slice("modal"']);
  await site.create("pages/shells/landing.html", landingLayout);
  const menu = '{{ island("account_menu", data.menus.texts, hydrate="session") }}';
  await site.create("pages/slices/landing.html", `<footer><p>Only here</p>${menu}</footer>`);
  const frontMatter = (title: string) => `+++\ntitle = "${title}"\nshell = "landing"\n+++\n`;
  const links = "[More of it](/offer/more/) [Common questions](/info/faq/)";
  await site.create("content/offer/index.md", `${frontMatter("An offer")}${links}\n`);
  await site.create("content/offer/more.md", frontMatter("More"));
  await site.edit("pages/slices/footer.html", "<footer", '<p><a href="/offer/">The offer</a></p><footer');
});
test.use({ serviceWorkers: "block" });
test.describe.configure({ timeout: 90_000 });

const mainNavigation = (page: Page) => page.getByRole("navigation", { name: "Main", exact: true });
const offerLink = (page: Page) => page.getByRole("link", { name: "The offer", exact: true });

/** Checks that the page has the landing layout and nothing of the default layout. */
async function expectLanding(page: Page, heading: string) {
  await expect(page.locator("h1")).toHaveText(heading);
  await expect(page.getByText("Only here")).toBeVisible();
  await expect(page.locator("[data-slice]")).toHaveCount(2);
  await expect(mainNavigation(page)).toHaveCount(0);
}

async function expectDefault(page: Page, heading: string | RegExp) {
  await expect(page.locator("h1")).toHaveText(heading);
  await expect(mainNavigation(page)).toBeVisible();
  await expect(page.getByText("Only here")).toHaveCount(0);
}

async function openPage(page: Page, site: Deployment, path = "/info/faq/") {
  await page.goto(site.url + path);
  await waitForLoader(page);
  await waitForFullLoader(page);
}

test("a page with another base layout loads one document, and Back restores scroll", async ({
  page,
  site,
  documents,
}) => {
  await openPage(page, site);
  await waitForFonts(page);
  await offerLink(page).scrollIntoViewIfNeeded();
  const scrollTop = await page.evaluate(() => scrollY);
  expect(scrollTop).toBeGreaterThan(500);
  await offerLink(page).click();
  await page.waitForURL(`${site.url}/offer/`);
  await expectLanding(page, "An offer");
  await waitForFullLoader(page);
  expect(documents).toHaveLength(2);
  await page.getByRole("link", { name: "More of it" }).click();
  await expectLanding(page, "More");
  await page.goBack();
  await expectLanding(page, "An offer");
  expect(documents).toHaveLength(2);
  await page.goBack();
  await expectDefault(page, "Common questions");
  expect(documents).toHaveLength(3);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrollTop);
  await waitForFullLoader(page);
  await footerLink(page, "TERMS").click();
  await expectDefault(page, "Terms and conditions");
  expect(documents).toHaveLength(3);
  // Navigation from a landing page to the default layout loads a document too.
  await page.goto(`${site.url}/offer/`);
  await waitForFullLoader(page);
  await page.getByRole("link", { name: "Common questions" }).click();
  await page.waitForURL(`${site.url}/info/faq/`);
  await expectDefault(page, "Common questions");
  expect(documents).toHaveLength(5);
});

test("a session applies to every base layout", async ({ page, site }) => {
  const records = storageRecords(fakeSession());
  await page.addInitScript((records) => {
    for (const [name, value] of Object.entries(records)) localStorage.setItem(name, value);
  }, records);
  const greeting = page.locator(".account-menu__greeting");
  await openPage(page, site);
  await expect(greeting).toContainText("Ann");
  await offerLink(page).click();
  await expectLanding(page, "An offer");
  await expect(greeting).toContainText("Ann");
  await waitForFullLoader(page);
  await page.getByRole("link", { name: "More of it" }).click();
  await expectLanding(page, "More");
  await expect(greeting).toContainText("Ann");
});

test("hover preloads page-data of another base layout, and the click reuses it", async ({ page, site, documents }) => {
  const paths: string[] = [];
  page.on("request", (request) => {
    if (/\/(page-data\/offer|slice-data)\//.test(request.url())) paths.push(new URL(request.url()).pathname);
  });
  await openPage(page, site);
  const pageDataLoaded = page.waitForResponse(/page-data\/offer\/page-data/);
  await offerLink(page).hover();
  await (await pageDataLoaded).finished();
  // The requests of a prefetch start together, so this later prefetch shows that they are complete.
  const laterPrefetch = page.waitForResponse(/page-data\/info\/terms\/page-data/);
  await footerLink(page, "TERMS").hover();
  await (await laterPrefetch).finished();
  expect(paths).toEqual(["/page-data/offer/page-data.json"]);
  await offerLink(page).click();
  await expectLanding(page, "An offer");
  expect(paths).toEqual(["/page-data/offer/page-data.json"]);
  expect(documents).toHaveLength(2);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("links work across base layouts", async ({ page, site }) => {
    await page.goto(`${site.url}/info/faq/`);
    await offerLink(page).click();
    await expectLanding(page, "An offer");
    await page.getByRole("link", { name: "Common questions" }).click();
    await expectDefault(page, "Common questions");
  });
});

test("a page that changes its base layout in a release loads once as a document", async ({ page, site, documents }) => {
  await page.clock.install();
  const appDataLoaded = page.waitForResponse(/app-data\.json/);
  await openPage(page, site);
  await (await appDataLoaded).finished();
  const oldData = page.waitForResponse(/info\/terms\/page-data/);
  await navigate(page, "/info/terms/");
  await (await oldData).finished();
  await expectDefault(page, "Terms and conditions");
  await navigate(page, "/info/privacy/");
  await expectDefault(page, "Privacy");
  await site.edit("content/info/terms.md", "+++\ntitle", '+++\nshell = "landing"\ntitle');
  await site.build();
  await page.clock.fastForward(31_000);
  await navigate(page, "/info/security/");
  await expectDefault(page, "Security");
  expect(documents).toHaveLength(1);
  await navigate(page, "/info/terms/");
  await page.waitForURL(`${site.url}/info/terms/`);
  await expectLanding(page, "Terms and conditions");
  expect(documents).toHaveLength(2);
});

test("with unsaved input another layout is swapped in, and a later page loads a document", async ({
  page,
  site,
  documents,
}) => {
  const setUnloadGuard = (isHeld: boolean) =>
    page.evaluate((detail) => void document.dispatchEvent(new CustomEvent("croupier:hold", { detail })), {
      name: "draft",
      held: isHeld,
    });
  await openPage(page, site);
  await setUnloadGuard(true);
  await navigate(page, "/offer/");
  await expectDefault(page, "An offer");
  await expect(footerLink(page, "TERMS")).toBeVisible();
  expect(documents).toHaveLength(1);
  await setUnloadGuard(false);
  await navigate(page, "/info/faq/");
  await expectDefault(page, "Common questions");
  expect(documents).toHaveLength(1);
  await navigate(page, "/offer/more/");
  await page.waitForURL(`${site.url}/offer/more/`);
  await expectLanding(page, "More");
  expect(documents).toHaveLength(2);
});

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("visited pages of both layouts are available offline", async ({ page, site, context }) => {
    await openPage(page, site);
    await waitForWorker(page);
    for (const path of ["/offer/", "/info/faq/"]) {
      await openPage(page, site, path);
    }
    const data = page.waitForResponse(/page-data\/offer\/page-data/);
    await offerLink(page).hover();
    await (await data).finished();
    await context.setOffline(true);
    await offerLink(page).click();
    await page.waitForURL(`${site.url}/offer/`);
    await expectLanding(page, "An offer");
    await page.goBack();
    await expectDefault(page, "Common questions");
    await context.setOffline(false);
  });
});
