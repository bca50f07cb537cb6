// A link that the user is about to follow loads completely: page-data, chunks, static queries and slices. The click requests nothing more.

import type { Page } from "@playwright/test";
import { expect, SERVED, test, waitForFullLoader, waitForLoader } from "../../support/test";

test.use({ motion: true, serviceWorkers: "block", hasTouch: true });

/** Opens a page with a link. The result lists the paths of later requests. */
async function openWithLink(page: Page, path: string, link: string) {
  await page.goto(SERVED + path);
  await waitForLoader(page);
  await waitForFullLoader(page);
  await page.locator("main").evaluate((main, href) => {
    main.prepend(Object.assign(document.createElement("a"), { id: "target", href: href, textContent: "target" }));
  }, link);
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.endsWith("/app-data.json")) requests.push(pathname);
  });
  return requests;
}

/** Returns how often a file was transferred. Repeated requests of an island come from the browser's cache. */
function countTransfers(page: Page, path: string): Promise<number> {
  return page.evaluate((path) => {
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return entries.filter((entry) => new URL(entry.name).pathname === path && entry.transferSize > 0).length;
  }, path);
}

const INTENTS: Record<string, (page: Page) => Promise<void>> = {
  hover: (page) => page.locator("#target").hover(),
  focus: (page) => page.locator("#target").focus(),
  "touch start": (page) => page.locator("#target").dispatchEvent("touchstart"),
};

for (const [name, showIntent] of Object.entries(INTENTS))
  test(`${name}: page-data and static queries load at once, and only once`, async ({ page, documents }) => {
    const path = "/page-data/lobby/promotions/page-data.json";
    const data = (await (await page.request.get(SERVED + path)).json()) as { staticQueryHashes: string[] };
    const queries = data.staticQueryHashes.map((hash) => `/page-data/sq/d/${hash}.json`);
    expect(queries.length).toBeGreaterThan(0);
    const requests = await openWithLink(page, "/info/faq/", "/lobby/promotions/");
    const loaded = [path, ...queries].map(async (file) => (await page.waitForResponse(`**${file}`)).finished());
    await showIntent(page);
    await Promise.all(loaded);
    await page.locator("#target").dispatchEvent("click");
    await expect(page).toHaveURL(`${SERVED}/lobby/promotions/`);
    for (const file of [path, ...queries]) expect(await countTransfers(page, file)).toBe(1);
    expect(requests.filter((path) => path.startsWith("/api/"))).toEqual([]);
    expect(documents).toHaveLength(1);
  });

test("slices of the next page are preloaded", { tag: "@smoke" }, async ({ page, documents }) => {
  const requests = await openWithLink(page, "/lobby/games/", "/info/faq/");
  const slice = page.waitForResponse("**/slice-data/footer.json");
  await page.locator("#target").hover();
  await (await slice).finished();
  await page.locator("#target").click();
  await expect(page.locator("footer")).toBeVisible();
  expect(requests.filter((path) => path === "/slice-data/footer.json")).toHaveLength(1);
  expect(documents).toHaveLength(1);
});

test("island chunks are preloaded before hydration", async ({ page }) => {
  const chunk = /\/assets\/mobile_menu-\w+\.js/.exec(await (await page.request.get(`${SERVED}/info/faq/`)).text())?.[0];
  await page.route("**/page-data/info/terms/page-data.json", async (route) => {
    const data = await (await route.fetch()).json();
    data.croupier.chunks = [chunk];
    await route.fulfill({ json: data });
  });
  const requests = await openWithLink(page, "/info/faq/", "/info/terms/");
  await page.locator("#target").hover();
  await expect.poll(() => requests).toContain(chunk);
  await expect(page.locator('[data-island="mobile_menu"]')).not.toHaveAttribute("data-hydrated");
});
