// The site of the documentation in docs/: accessible and without sideways scrolling, with search, sidebar and copy buttons.

import { type ChildProcess, execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { dialog, field, openSearch, results } from "../search/search_dialog";
import { freePort, serve } from "../support/deployment";
import { CROUPIER, ROOT } from "../support/paths";
import { expect, expectLightPaper, expectNoViolations, test } from "../support/test";

const runFile = promisify(execFile);
const DOCS = join(ROOT, "docs");
/** Pages with different templates and content, of which screenshots are taken. */
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

// All tests use the same site.
test.describe.configure({ mode: "default" });

let folder = "";
let url = "";
let server: ChildProcess;
let listed: readonly string[] = [];

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "croupier-docs-"));
  const options = ["--profile", "production", "--base-url", "https://www.harbour.se"];
  await runFile(CROUPIER, ["build", "--root", DOCS, "--out", folder, ...options]);
  const sitemap = await readFile(join(folder, "sitemap.xml"), "utf8");
  listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? "").pathname);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = await serve(DOCS, folder, port);
});

test.afterAll(async () => {
  server.kill("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

for (const width of [390, 1280])
  for (const colorScheme of ["light", "dark"] as const)
    test(`the documentation is accessible and fits at ${width} px in ${colorScheme} colours`, async ({
      page,
    }, info) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      for (const path of PAGES) {
        await page.goto(url + path);
        await expectNoViolations(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, path).toBeLessThanOrEqual(0);
        const name = `${path.replace(/^\/|\/$/g, "").replaceAll("/", "_") || "home"}.png`;
        await page.screenshot({ path: info.outputPath(name) });
      }
    });

test("every page fits on a phone and is accessible", async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(listed.length).toBeGreaterThan(100);
  for (const path of listed) {
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
  await expect(page).toHaveURL(/\/guides\/design\/comments-and-analytics\/$/);
  await expect(dialog(page)).toBeHidden();
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
