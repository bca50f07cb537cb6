// Several base layouts: a change of the layout loads a document, and pages with the same layout do not.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { type Deployment, test as deployed } from "./deployment";
import { controlled, expect, madeUpSession, ready, recordsOf, wholly } from "./test";

/** The casino with two landing pages, which have no navigation bar and another footer. All other pages link to them. */
const test = deployed.extend({
  site: async ({ site }, use) => {
    const shell = await readFile(resolve(import.meta.dirname, "../../pages/shell.html"), "utf8");
    const frame = shell
      .replace(/.*slice\("(navigation|mobile_menu)".*\n/g, "")
      .replace(/.*slice\("footer".*/, '{{ slice("landing") }}');
    expect(frame.match(/slice\("\w+"/g)).toEqual(['slice("landing"', 'slice("modal"']);
    await site.create("pages/shells/landing.html", frame);
    const menu = '{{ island("account_menu", data.menus.words, hydrate="session") }}';
    await site.create("pages/slices/landing.html", `<footer><p>Only here</p>${menu}</footer>`);
    const front = (title: string) => `+++\ntitle = "${title}"\nshell = "landing"\n+++\n`;
    const links = "[More of it](/offer/more/) [Common questions](/info/faq/)";
    await site.create("content/offer/index.md", `${front("An offer")}${links}\n`);
    await site.create("content/offer/more.md", front("More"));
    await site.edit("pages/slices/footer.html", "<footer", '<p><a href="/offer/">The offer</a></p><footer');
    await site.build();
    await use(site);
  },
});
test.use({ serviceWorkers: "block" });
test.describe.configure({ timeout: 90_000 });

const main = (page: Page) => page.getByRole("navigation", { name: "Main", exact: true });
const footer = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Information", exact: true }).getByRole("link", { name, exact: true });
const offer = (page: Page) => page.getByRole("link", { name: "The offer", exact: true });
const go = (page: Page, to: string) =>
  page.evaluate(
    (detail) => void document.dispatchEvent(new CustomEvent("croupier:navigate", { detail: { to: detail } })),
    to,
  );

/** Checks that the page has the landing layout and nothing of the default layout. */
async function isLanding(page: Page, heading: string) {
  await expect(page.locator("h1")).toHaveText(heading);
  await expect(page.getByText("Only here")).toBeVisible();
  await expect(page.locator("[data-slice]")).toHaveCount(2);
  await expect(main(page)).toHaveCount(0);
}

async function isUsual(page: Page, heading: string | RegExp) {
  await expect(page.locator("h1")).toHaveText(heading);
  await expect(main(page)).toBeVisible();
  await expect(page.getByText("Only here")).toHaveCount(0);
}

async function open(page: Page, site: Deployment, path = "/info/faq/") {
  await page.goto(site.address + path);
  await ready(page);
  await wholly(page);
}

test("a page with another base layout loads one document, and Back restores scroll", async ({
  page,
  site,
  documents,
}) => {
  await open(page, site);
  await offer(page).scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => scrollY);
  expect(left).toBeGreaterThan(500);
  await offer(page).click();
  await page.waitForURL(`${site.address}/offer/`);
  await isLanding(page, "An offer");
  await wholly(page);
  expect(documents).toHaveLength(2);
  await page.getByRole("link", { name: "More of it" }).click();
  await isLanding(page, "More");
  await page.goBack();
  await isLanding(page, "An offer");
  expect(documents).toHaveLength(2);
  await page.goBack();
  await isUsual(page, "Common questions");
  expect(documents).toHaveLength(3);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
  await wholly(page);
  await footer(page, "TERMS").click();
  await isUsual(page, "Terms and conditions");
  expect(documents).toHaveLength(3);
  // Navigation from a landing page to the default layout loads a document too.
  await page.goto(`${site.address}/offer/`);
  await wholly(page);
  await page.getByRole("link", { name: "Common questions" }).click();
  await page.waitForURL(`${site.address}/info/faq/`);
  await isUsual(page, "Common questions");
  expect(documents).toHaveLength(5);
});

test("a session applies to every base layout", async ({ page, site }) => {
  const records = recordsOf(madeUpSession());
  await page.addInitScript((records) => {
    for (const [name, value] of Object.entries(records)) localStorage.setItem(name, value);
  }, records);
  const greeting = page.locator(".account-menu__greeting");
  await open(page, site);
  await expect(greeting).toContainText("Ann");
  await offer(page).click();
  await isLanding(page, "An offer");
  await expect(greeting).toContainText("Ann");
  await wholly(page);
  await page.getByRole("link", { name: "More of it" }).click();
  await isLanding(page, "More");
  await expect(greeting).toContainText("Ann");
});

test("hover preloads page-data of another base layout, and the click reuses it", async ({ page, site, documents }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/(page-data\/offer|slice-data)\//.test(request.url())) asked.push(new URL(request.url()).pathname);
  });
  await open(page, site);
  const came = page.waitForResponse(/page-data\/offer\/page-data/);
  await offer(page).hover();
  await (await came).finished();
  // The requests of a prefetch start together, so this later prefetch shows that they are complete.
  const next = page.waitForResponse(/page-data\/info\/terms\/page-data/);
  await footer(page, "TERMS").hover();
  await (await next).finished();
  expect(asked).toEqual(["/page-data/offer/page-data.json"]);
  await offer(page).click();
  await isLanding(page, "An offer");
  expect(asked).toEqual(["/page-data/offer/page-data.json"]);
  expect(documents).toHaveLength(2);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("links work across base layouts", async ({ page, site }) => {
    await page.goto(`${site.address}/info/faq/`);
    await offer(page).click();
    await isLanding(page, "An offer");
    await page.getByRole("link", { name: "Common questions" }).click();
    await isUsual(page, "Common questions");
  });
});

test("a page that changes its base layout in a release loads once as a document", async ({ page, site, documents }) => {
  await page.clock.install();
  const known = page.waitForResponse(/app-data\.json/);
  await open(page, site);
  await (await known).finished();
  const old = page.waitForResponse(/info\/terms\/page-data/);
  await go(page, "/info/terms/");
  await (await old).finished();
  await isUsual(page, "Terms and conditions");
  await go(page, "/info/privacy/");
  await isUsual(page, "Privacy");
  await site.edit("content/info/terms.md", "+++\ntitle", '+++\nshell = "landing"\ntitle');
  await site.build();
  await page.clock.fastForward(31_000);
  await go(page, "/info/security/");
  await isUsual(page, "Security");
  expect(documents).toHaveLength(1);
  await go(page, "/info/terms/");
  await page.waitForURL(`${site.address}/info/terms/`);
  await isLanding(page, "Terms and conditions");
  expect(documents).toHaveLength(2);
});

test("with unsaved input another layout is swapped in, the next page loads", async ({ page, site, documents }) => {
  const hold = (held: boolean) =>
    page.evaluate((detail) => void document.dispatchEvent(new CustomEvent("croupier:hold", { detail })), {
      name: "draft",
      held,
    });
  await open(page, site);
  await hold(true);
  await go(page, "/offer/");
  await isUsual(page, "An offer");
  await expect(footer(page, "TERMS")).toBeVisible();
  expect(documents).toHaveLength(1);
  await hold(false);
  await go(page, "/info/faq/");
  await isUsual(page, "Common questions");
  expect(documents).toHaveLength(1);
  await go(page, "/offer/more/");
  await page.waitForURL(`${site.address}/offer/more/`);
  await isLanding(page, "More");
  expect(documents).toHaveLength(2);
});

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("visited pages of both layouts are available offline", async ({ page, site, context }) => {
    await open(page, site);
    await controlled(page);
    for (const path of ["/offer/", "/info/faq/"]) {
      await open(page, site, path);
    }
    const data = page.waitForResponse(/page-data\/offer\/page-data/);
    await offer(page).hover();
    await (await data).finished();
    await context.setOffline(true);
    await offer(page).click();
    await page.waitForURL(`${site.address}/offer/`);
    await isLanding(page, "An offer");
    await page.goBack();
    await isUsual(page, "Common questions");
    await context.setOffline(false);
  });
});
