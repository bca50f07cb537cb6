// The sites that `croupier new` creates: accessible and without sideways scrolling on phones and desktops, in light and dark colours.

import { type ChildProcess, execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { freePort, serve } from "../support/deployment";
import { CROUPIER } from "../support/paths";
import { createSite, sharedSite, TEMPLATES, type Template } from "../support/shared_sites";
import { expect, expectContrast, expectLightPaper, expectNoViolations, gate, loadAxe, test } from "../support/test";

const runFile = promisify(execFile);
/** Pages that the sitemap does not contain. */
const UNLISTED: Readonly<Record<Template, readonly string[]>> = {
  blog: [],
  docs: ["/v1/", "/v1/start/first-page/"],
  islands: ["/offline.html"],
  casino: [],
};
/** Values of an operator, because a production build refuses the sample brand. */
const BRAND = { CROUPIER_BRAND__SAMPLE: "false", CROUPIER_BRAND__EMAIL: "help@harbour.se" };

interface StarterSite {
  readonly url: string;
  readonly server: ChildProcess;
  readonly paths: readonly string[];
}

// npm takes long to install the packages of a template, for which its first test waits.
test.describe.configure({ timeout: 300_000 });

const sites = new Map<Template, Promise<StarterSite>>();

test.afterAll(async () => {
  for (const { server } of await Promise.all(sites.values())) server.kill("SIGTERM");
  // The same worker can get more tests of this file later.
  sites.clear();
});

async function startSite(template: Template): Promise<StarterSite> {
  const root = await sharedSite(`production-${template}`, async (folder) => {
    await createSite(folder, template);
    const options = ["--profile", "production", "--base-url", "https://www.harbour.se"];
    const env = template === "casino" ? { ...process.env, ...BRAND } : process.env;
    await runFile(CROUPIER, ["build", "--root", folder, "--out", join(folder, "public"), ...options], { env });
  });
  const out = join(root, "public");
  const port = await freePort();
  const sitemap = await readFile(join(out, "sitemap.xml"), "utf8");
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? "").pathname);
  // The pages of games differ only in their data.
  const isGame = (path: string) => /^\/games\/.+/.test(path);
  const paths = [...listed.filter((path) => !isGame(path)), ...listed.filter(isGame).slice(0, 2)];
  return {
    url: `http://127.0.0.1:${port}`,
    server: await serve(root, out, port),
    paths: [...paths, "/404.html", ...UNLISTED[template]],
  };
}

/** Returns the site of a template, which the first test in this worker serves. */
function site(template: Template): Promise<StarterSite> {
  const started = sites.get(template) ?? startSite(template);
  sites.set(template, started);
  return started;
}

const open = async (page: Page, template: Template, path: string) => page.goto((await site(template)).url + path);
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

for (const template of TEMPLATES)
  for (const width of [390, 1280])
    for (const colorScheme of ["light", "dark"] as const)
      test(`${template} is accessible and fits at ${width} px in ${colorScheme} colours`, async ({ page }, info) => {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await loadAxe(page);
        const { paths } = await site(template);
        for (const path of paths) {
          await open(page, template, path);
          await (colorScheme === "light" ? expectNoViolations(page) : expectContrast(page));
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow, path).toBeLessThanOrEqual(0);
          // SCREENSHOTS=1 writes pictures of all pages to the results.
          if (process.env.SCREENSHOTS !== "1") continue;
          const name = `${path.replace(/^\/|\/$/g, "").replaceAll("/", "_") || "home"}.png`;
          await page.screenshot({ path: info.outputPath(name), fullPage: true });
        }
        expect(paths.length).toBeGreaterThan(2);
      });

for (const template of TEMPLATES)
  test(`the switch of ${template} selects dark colours, also on the next page and before it is painted`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await open(page, template, "/");
    const light = await background(page);
    await page.getByRole("button", { name: /dark colours/i }).click();
    await expect.poll(() => background(page)).not.toBe(light);
    const dark = await background(page);

    // When the parser reaches the body, the attribute is already set.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        document.documentElement.dataset.early = getComputedStyle(document.documentElement).colorScheme;
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    await open(page, template, "/404.html");
    await expect(page.locator("html")).toHaveAttribute("data-early", "dark");
    expect(await background(page)).toBe(dark);
    await expectLightPaper(page);
    expect(await background(page)).toBe(dark);
    await page.getByRole("button", { name: /dark colours/i }).click();
    await expect.poll(() => background(page)).toBe(light);
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 800 }, colorScheme: "dark" });

  test("the colours are those of the system, and the menu of docs opens", async ({ page }) => {
    await open(page, "docs", "/v2/start/first-page/");
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(17, 21, 27)");
    await expect(page.getByRole("button", { name: /dark colours/i })).toBeHidden();
    const sidebar = page.getByRole("navigation", { name: "Pages of this version" });
    await expect(sidebar).toBeHidden();
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(sidebar.getByRole("link", { name: "Write a page" })).toHaveAttribute("aria-current", "page");
    await sidebar.getByRole("link", { name: "Releases" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Releases");
  });
});

test("docs marks the page, its section and the heading that is read", { tag: "@smoke" }, async ({ page }) => {
  await open(page, "docs", "/v2/write/text/");
  const sidebar = page.getByRole("navigation", { name: "Pages of this version" });
  await expect(sidebar.locator("[aria-current]")).toHaveText("Text");
  await expect(sidebar.locator("details[open]:has([aria-current]) > summary")).toHaveText("Writing");
  const contents = page.getByRole("complementary").getByRole("navigation", { name: "On this page" });
  await contents.getByRole("link", { name: "Tables" }).click();
  await expect(contents.locator("[data-current]")).toHaveText("Tables");
});

test("the menu of versions opens the same page of the other version", async ({ page }) => {
  await open(page, "docs", "/v2/start/first-page/");
  const menu = page.locator(".versions");
  await menu.locator("summary").click();
  await menu.getByRole("link", { name: "Version 1" }).click();
  await expect(page).toHaveURL(/\/v1\/start\/first-page\/$/);
  await page.getByRole("link", { name: "Read about Version 2" }).click();
  await expect(page).toHaveURL(/\/v2\/start\/first-page\/$/);
  await menu.locator("summary").click();
  await page.keyboard.press("Escape");
  await expect(menu.getByRole("link", { name: "Version 1" })).toBeHidden();
});

test("a button of docs copies code without line numbers", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "docs", "/v2/write/code/");
  const block = page.locator(".copy-frame").filter({ hasText: "fn main()" });
  await block.getByRole("button", { name: "Copy" }).click();
  await expect(block.getByRole("button")).toHaveText("Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^fn main\(\) \{\n {4}let who = .*\n\}$/s);
});

test("the switch of islands loads its code only when it is pressed", async ({ page }) => {
  const { opened: released, open: loadCode } = gate();
  const requested: string[] = [];
  await page.route(/\/assets\/theme-\w+\.js/, async (route) => {
    requested.push(route.request().url());
    await released;
    await route.continue();
  });
  await open(page, "islands", "/");
  await expect(page.locator("[data-island=finder]")).toHaveAttribute("data-hydrated", "");
  expect(requested).toEqual([]);
  await page.getByRole("button", { name: "Light or dark colours" }).click();
  await expect.poll(() => requested.length).toBe(1);
  loadCode();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("searchbox").fill("signed in");
  await expect(page.locator(".finder dt")).toHaveText(["session"]);
});

test("the casino shows returns, terms and help, and opens games only where the operator runs them", async ({
  page,
}) => {
  await open(page, "casino", "/games/harbour-lights/");
  await expect(page.getByRole("main")).toContainText("Return to players96.2%");
  await expect(page.getByRole("link", { name: "Open the game" })).toHaveCount(0);
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(menu.getByRole("link")).toHaveText(["Games", "Offers", "Deposits", "Limits and help"]);
  await menu.getByRole("link", { name: "Offers" }).click();
  await expect(page.getByRole("region", { name: "Half of your first deposit" })).toContainText("staked $1,000");
  await menu.getByRole("link", { name: "Limits and help" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: /^\+1/ })).toBeVisible();
});
