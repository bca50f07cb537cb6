// New sites with `--add islands,mermaid`: clicks keep the document, and everything that depends on the page follows.

import { type ChildProcess, execFile } from "node:child_process";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { field, openSearch, results } from "../search/search_dialog";
import { freePort, serve } from "../support/deployment";
import { CROUPIER } from "../support/paths";
import { createSiteWith } from "../support/shared_sites";
import { expect, test } from "../support/test";

const runFile = promisify(execFile);
type WithIslands = "blog" | "docs" | "plain";

/** The page of each template that gets a diagram and an island. */
const PAGES: Readonly<Record<WithIslands, string>> = {
  blog: "content/about.md",
  docs: "content/v2/write/code.md",
  plain: "content/index.md",
};
const TEXT = `
## Diagram

\`\`\`mermaid
flowchart LR
  a[Write] --> b{Check}
  b -->|ok| c[Publish]
\`\`\`

{{ island("counter", label="Clicks") }}
`;

// All tests use the same sites.
test.describe.configure({ mode: "default", timeout: 60_000 });
test.use({ permissions: ["clipboard-read", "clipboard-write"], viewport: { width: 1280, height: 700 } });
// Mermaid tries inline styles while it determines the sizes of texts.
test.use({ allowedErrors: /inline style/ });

let folder = "";
const sites = new Map<WithIslands, { readonly url: string; readonly server: ChildProcess }>();

test.beforeAll(async () => {
  // npm takes long to install the packages.
  test.setTimeout(300_000);
  folder = await mkdtemp(join(tmpdir(), "croupier-with-islands-"));
  for (const template of Object.keys(PAGES) as WithIslands[]) {
    const root = join(folder, template);
    const out = join(root, "public");
    await createSiteWith(root, template, "islands,mermaid");
    await appendFile(join(root, PAGES[template]), TEXT);
    const { stderr } = await runFile(CROUPIER, ["build", "--preview", "--root", root, "--out", out]);
    expect(stderr).not.toContain("warning");
    const port = await freePort();
    sites.set(template, { url: `http://127.0.0.1:${port}`, server: await serve(root, out, port) });
  }
});

test.afterAll(async () => {
  for (const { server } of sites.values()) server.kill("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

/** Opens a page, and waits until clicks keep the document. The mark is lost with the document. */
async function open(page: Page, template: WithIslands, path: string) {
  await page.goto(`${sites.get(template)?.url}${path}`);
  await expect(page.locator("html")).toHaveAttribute("data-loader", "deferred");
  await page.evaluate(() => document.body.setAttribute("data-same-document", ""));
}

const expectSameDocument = (page: Page) => expect(page.locator("body")).toHaveAttribute("data-same-document");
const current = (place: Locator) => place.locator("[aria-current]");

/** Shows the diagram and presses the counter. */
async function expectIslands(page: Page) {
  const main = page.getByRole("main");
  await main.locator("[data-island=mermaid]").scrollIntoViewIfNeeded();
  await expect(main.getByRole("img", { name: "flowchart LR" })).toBeVisible();
  await main.getByRole("button", { name: "Clicks" }).click();
  await expect(main.getByRole("button", { name: "Clicks" })).toHaveText("Clicks 1");
}

/** Returns the brightness of the text in the first diagram, from 0 to 255. */
const textBrightness = (page: Page) =>
  page.getByRole("img", { name: "flowchart LR" }).evaluate((image: HTMLImageElement) => {
    const svg = decodeURIComponent(image.src.slice(image.src.indexOf(",") + 1));
    const element = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    const color = /fill:\s*([^;]+);/.exec(element.querySelector("style")?.textContent ?? "")?.[1] ?? "";
    const canvas = document.createElement("canvas").getContext("2d");
    if (!canvas) throw new Error("no canvas");
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data[0] ?? 0;
  });

test("the menu of the blog marks the page after each click", { tag: "@smoke" }, async ({ page }) => {
  await open(page, "blog", "/posts/");
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(current(menu)).toHaveText("Posts");
  await menu.getByRole("link", { name: "About" }).click();
  await expect(page).toHaveURL(/\/about\/$/);
  await expect(current(menu)).toHaveText("About");
  await expectIslands(page);
  await page.goBack();
  await expect(current(menu)).toHaveText("Posts");
  await page.getByRole("main").getByRole("link").first().click();
  await expect(page.getByRole("navigation", { name: "Other posts" })).toBeVisible();
  await expect(current(menu)).toHaveCount(0);

  await openSearch(page);
  await field(page).fill("about");
  await results(page).first().click();
  await expect(current(menu)).toHaveText("About");
  await expectSameDocument(page);
});

test("the sidebar, the contents and the copy buttons of the documentation follow a click", async ({ page }) => {
  await open(page, "docs", "/v2/");
  const sidebar = page.getByRole("navigation", { name: "Pages of this version" });
  const contents = page.getByRole("navigation", { name: "On this page" });
  await sidebar.evaluate((element) => element.scrollTo(0, 60));
  await sidebar.getByRole("link", { name: "Code", exact: true }).click();
  await expect(current(sidebar)).toHaveText("Code");
  expect(await sidebar.evaluate((element) => element.scrollTop)).toBe(60);
  await expect(contents.getByRole("link", { name: "Diagram" })).toBeVisible();
  await expect(current(page.getByRole("navigation", { name: "Main" }))).toHaveText("Documentation");
  await expectIslands(page);
  await expect(contents.locator("[data-current]")).toHaveText("Diagram");

  const block = page.locator("main .copy-frame").first();
  await block.hover();
  await block.getByRole("button", { name: "Copy" }).click();
  await expect(block.getByRole("button")).toHaveText("Copied");
  const code = await block.locator("pre").textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code?.trimEnd());
  await expect(page.locator("main .copy-frame .copy-frame, [data-island] .copy")).toHaveCount(0);

  await page.getByRole("navigation", { name: "Previous and next page" }).getByRole("link", { name: /Next/ }).click();
  await expect(current(sidebar)).toHaveText("Sections");
  // A page without a sidebar has another layout in the same document.
  await page.getByRole("link", { name: "Harbour" }).first().click();
  await expect(page.locator("html")).toHaveAttribute("data-layout", "full");
  await expect(sidebar).toBeHidden();
  await page.getByRole("link", { name: "Get started" }).first().click();
  await expect(sidebar).toBeVisible();
  // The menu of versions is that of the new page.
  await page.locator(".versions summary").click();
  await page.locator(".versions").getByRole("link", { name: "Version 1" }).click();
  await expect(page.locator(".versions summary")).toHaveText("Version: Version 1");
  await expectSameDocument(page);
});

test("the menu of the documentation closes on a phone when a page opens", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, "docs", "/v2/");
  await page.getByRole("button", { name: "Menu" }).click();
  const sidebar = page.getByRole("navigation", { name: "Pages of this version" });
  await sidebar.getByRole("link", { name: "Code", exact: true }).click();
  await expect(page).toHaveURL(/\/code\/$/);
  await expect(sidebar).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(current(sidebar)).toHaveText("Code");
  await expectSameDocument(page);
});

for (const template of ["blog", "docs"] as const)
  test(`a diagram of ${template} has the colours of the text around it`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await open(page, template, PAGES[template].replace("content", "").replace(".md", "/"));
    await expectIslands(page);
    expect(await textBrightness(page)).toBeLessThan(100);
    await page.getByRole("button", { name: /dark colours/i }).click();
    await expect.poll(() => textBrightness(page)).toBeGreaterThan(160);
  });

test("a site without styles of its own shows islands and diagrams", async ({ page }) => {
  await open(page, "plain", "/");
  await expectIslands(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a diagram is its text", async ({ page }) => {
    await page.goto(`${sites.get("docs")?.url}/v2/write/code/`);
    await expect(page.locator("[data-island=mermaid] pre")).toContainText("b -->|ok| c[Publish]");
  });
});
