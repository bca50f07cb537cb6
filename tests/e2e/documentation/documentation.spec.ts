// The site of the documentation in docs/: accessible and without sideways scrolling, with search, sidebar and copy buttons.

import { type ChildProcess, execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { dialog, field, openSearch, results } from "../search/search_dialog";
import { freePort, serve } from "../support/deployment";
import { CROUPIER, E2E, ROOT } from "../support/paths";
import { sharedSite } from "../support/shared_sites";
import { expect, expectContrast, expectLightPaper, expectNoViolations, loadAxe, test } from "../support/test";

const runFile = promisify(execFile);
const DOCS = join(ROOT, "docs");
/** Pages with different templates and content. SCREENSHOTS=1 writes pictures of them to the results. */
const PAGES = [
  "/",
  "/install/",
  "/tutorial/",
  "/guides/",
  "/guides/design/gallery/",
  "/reference/templates/",
  "/reference/cli/",
  "/explanation/comparison/",
  "/casino/specification/decisions/pages/",
  "/404.html",
];

/** Number of tests among which all pages are divided, so that several workers check them. */
const SHARDS = 8;

let url = "";
let server: ChildProcess;
let listed: readonly string[] = [];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const folder = await sharedSite("documentation", async (out) => {
    const options = ["--profile", "production", "--base-url", "https://www.harbour.se"];
    // The search over texts needs Pagefind, which a fresh clone has not installed in docs/.
    const env = { ...process.env, PATH: `${join(E2E, "node_modules/.bin")}:${process.env.PATH}` };
    await runFile(CROUPIER, ["build", "--root", DOCS, "--out", out, ...options], { env });
  });
  const sitemap = await readFile(join(folder, "sitemap.xml"), "utf8");
  listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? "").pathname);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = await serve(DOCS, folder, port);
});

test.afterAll(() => void server.kill("SIGTERM"));

for (const width of [390, 1280])
  for (const colorScheme of ["light", "dark"] as const)
    test(`the documentation is accessible and fits at ${width} px in ${colorScheme} colours`, async ({
      page,
    }, info) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await loadAxe(page);
      const isScreenshots = process.env.SCREENSHOTS === "1";
      for (const path of PAGES) {
        // The test of every page checks the listed ones on a phone, too.
        const isChecked = width === 390 && colorScheme === "light" && listed.includes(path);
        if (isChecked && !isScreenshots) continue;
        await page.goto(url + path);
        await (colorScheme === "light" ? expectNoViolations(page) : expectContrast(page));
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, path).toBeLessThanOrEqual(0);
        if (!isScreenshots) continue;
        const name = `${path.replace(/^\/|\/$/g, "").replaceAll("/", "_") || "home"}.png`;
        await page.screenshot({ path: info.outputPath(name) });
      }
    });

for (let shard = 0; shard < SHARDS; shard += 1)
  test(`every page fits on a phone and is accessible, part ${shard + 1} of ${SHARDS}`, async ({ page }) => {
    test.setTimeout(90_000);
    await page.setViewportSize({ width: 390, height: 800 });
    await loadAxe(page);
    expect(listed.length).toBeGreaterThan(100);
    for (const path of listed.filter((_, index) => index % SHARDS === shard)) {
      await page.goto(url + path);
      await expectNoViolations(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });

test("the search finds a page and opens it", async ({ page }, info) => {
  await page.goto(`${url}/tutorial/`);
  await openSearch(page);
  await field(page).fill("comments analytics");
  await expect(results(page).first()).toContainText("Add comments and analytics");
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath("search.png") });
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/guides\/design\/comments-and-analytics\/(#.*)?$/);
  await expect(dialog(page)).toBeHidden();
});

for (const word of ["permalink", "slug"])
  test(`the search over texts finds pages with the word ${word}`, async ({ page }) => {
    await page.goto(`${url}/tutorial/`);
    await openSearch(page);
    await field(page).fill(word);
    await expect(results(page).filter({ hasText: "Choose the URL of a page" }).first()).toBeVisible();
  });

test("the ways to install are tabs", async ({ page }) => {
  await page.goto(`${url}/install/`);
  await page.getByRole("tab", { name: "Cargo" }).first().click();
  await expect(page.getByText("cargo binstall croupier")).toBeVisible();
  await expect(page.getByText("npm create croupier@latest my-site")).toBeHidden();
  await expectNoViolations(page);
});

test("the sidebar shows the section of the page, and the casino apart", { tag: "@smoke" }, async ({ page }) => {
  await page.goto(`${url}/guides/design/gallery/`);
  const sidebar = page.getByRole("navigation", { name: "Documentation" });
  await expect(sidebar.locator("[aria-current]")).toHaveText("Add a gallery");
  await expect(sidebar.locator("details[open] > summary")).toHaveText(["Guides", "Design a site"]);
  await expect(sidebar.getByRole("link", { name: "Promotions" })).toHaveCount(0);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/\/guides\/design\/contact-form\/$/);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Casino" }).click();
  await expect(sidebar.getByRole("link", { name: "Promotions" })).toBeVisible();
  await expect(sidebar.getByRole("link", { name: "Guides" })).toBeHidden();
});

test("paper shows the text without header, sidebar and contents, in light colours", async ({ page }) => {
  await page.goto(`${url}/reference/starters/`);
  const onScreen = [
    page.getByRole("banner"),
    page.getByRole("navigation", { name: "Documentation" }),
    page.getByRole("complementary"),
    page.getByRole("navigation", { name: "Previous and next page" }),
    page.getByRole("contentinfo"),
  ];
  for (const part of onScreen) await expect(part).toBeVisible();
  await page.emulateMedia({ media: "print" });
  for (const part of onScreen) await expect(part).toBeHidden();
  await expect(page.getByRole("article")).toBeVisible();

  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Dark colours" }).click();
  await expectLightPaper(page);
});

test("a button copies the commands of a block", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${url}/tutorial/`);
  const block = page.locator(".copy-frame").filter({ hasText: "croupier new garden" });
  await block.getByRole("button", { name: "Copy" }).click();
  await expect(block.getByRole("button")).toHaveText("Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^croupier new garden .*\ncd garden\ncroupier check$/);
});
