// Each route is a complete page without scripts.
// Rows: 2.1-01, 2.1-03, 2.1-06, 2.1-07, 2.1-08, 2.1-09, 2.1-10, 2.1-11, 2.1-14, 2.1-15, 2.1-17, 2.1-18, 2.1-20

import { expect, INFO, ROUTES, rows, SERVED, test } from "../support/test";

for (const [route, row] of Object.entries(ROUTES)) {
  test(`${route} has a complete page and page-data`, {
    annotation: rows(row, ...(INFO.includes(route) ? ["1-02"] : [])),
  }, async ({ browser, request }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const response = await page.goto(SERVED + route);
    expect(response?.status()).toBe(200);
    expect(response?.headers()["content-type"]).toContain("text/html");
    await expect(page.locator("h1")).toHaveCount(1);
    await expect(page.locator("h1")).toBeVisible();
    await expect(page).toHaveTitle(/\S/);
    for (const key of [
      'meta[name="description"]',
      'meta[property="og:title"]',
      'meta[property="og:description"]',
      'meta[property="og:url"]',
    ])
      await expect(page.locator(key)).toHaveAttribute("content", /\S/);
    const canonical = await page.locator('link[rel="canonical"]').getAttribute("href");
    expect(new URL(canonical ?? "").pathname).toBe(route);
    expect(((await page.locator("main").textContent()) ?? "").length).toBeGreaterThan(150);
    await context.close();

    const name = route === "/" ? "index" : route.slice(1, -1);
    const data = await (await request.get(`${SERVED}/page-data/${name}/page-data.json`)).json();
    expect(data.path).toBe(route);
    expect(data.componentChunkName).toMatch(/^component---/);
    expect(data.result.pageContext).toBeTruthy();
  });
}

test("the landing page names real-money play and its countries", { annotation: rows("0-01") }, async ({ page }) => {
  await page.goto(`${SERVED}/`);
  const description = await page.locator('meta[name="description"]').getAttribute("content");
  const hero = await page.locator(".hero").textContent();
  for (const text of [await page.title(), description, hero]) {
    expect(text).toMatch(/real[- ]money/i);
    expect(text).toContain("US and Canada");
  }
});

test("the eleven information pages share one component", { annotation: rows("2.1-11", "2.1-12") }, async ({
  request,
}) => {
  const titles = new Set<string>();
  const texts = new Set<string>();
  const components = new Set<string>();
  for (const route of INFO) {
    const data = await (await request.get(`${SERVED}/page-data${route}page-data.json`)).json();
    titles.add(data.croupier.title);
    texts.add(data.croupier.main);
    components.add(data.componentChunkName);
  }
  expect([titles.size, texts.size, components.size]).toEqual([11, 11, 1]);
});

test("an unknown path has status 404, and so has its page-data", { annotation: rows("2.1-21") }, async ({
  page,
  request,
}) => {
  const response = await page.goto(`${SERVED}/no/such/path/`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page is not here");
  expect((await request.get(`${SERVED}/page-data/no/such/path/page-data.json`)).status()).toBe(404);
});

test("a route without its final slash redirects with 301 and keeps the query", async ({ request }) => {
  const response = await request.get(`${SERVED}/lobby/games?promo=X325`, { maxRedirects: 0 });
  expect(response.status()).toBe(301);
  expect(response.headers().location).toBe("/lobby/games/?promo=X325");
});

test("app-data, slices, sitemap, robots and the worker are published", { annotation: rows("7.6-13") }, async ({
  request,
}) => {
  const app = await (await request.get(`${SERVED}/page-data/app-data.json`)).json();
  expect(app.webpackCompilationHash).toMatch(/^[0-9a-f]{20}$/);
  const data = await (await request.get(`${SERVED}/page-data/info/faq/page-data.json`)).json();
  expect(Object.keys(data.slicesMap).sort()).toEqual(["footer", "mobile_menu", "modal", "navigation"]);
  for (const name of Object.keys(data.slicesMap)) {
    const slice = await (await request.get(`${SERVED}/slice-data/${name}.json`)).json();
    expect(slice.croupier.digest).toBe(app.slices[name]);
  }
  const sitemap = await (await request.get(`${SERVED}/sitemap.xml`)).text();
  for (const route of INFO) expect(sitemap).toContain(`${route}</loc>`);
  expect(sitemap).not.toContain("/lobby/account/");
  expect(await (await request.get(`${SERVED}/robots.txt`)).text()).toContain("Sitemap: ");
  const worker = await (await request.get(`${SERVED}/sw.js`)).text();
  expect(worker).toContain('"url":"offline.html"');
  expect(worker).not.toContain("__WB_MANIFEST");
});

test("every static query of a page is published under its hash", { annotation: rows("7.6-12") }, async ({
  request,
}) => {
  const data = await (await request.get(`${SERVED}/page-data/lobby/promotions/page-data.json`)).json();
  expect(data.staticQueryHashes.length).toBeGreaterThan(0);
  const titles: unknown[] = [];
  for (const hash of data.staticQueryHashes) {
    const query = await request.get(`${SERVED}/page-data/sq/d/${hash}.json`);
    expect(query.headers()["cache-control"]).toContain("immutable");
    titles.push((await query.json()).data.dialogues?.couponCancel?.title);
  }
  expect(titles).toContain("Cancel Coupon");
});

test("hashed assets are immutable, and pages are revalidated", async ({ request }) => {
  const html = await request.get(`${SERVED}/info/faq/`);
  expect(html.headers()["cache-control"]).toContain("must-revalidate");
  expect(html.headers()["content-security-policy"]).toContain("default-src 'self'");
  const revalidated = await request.get(`${SERVED}/info/faq/`, {
    headers: { "if-none-match": html.headers().etag ?? "" },
  });
  expect(revalidated.status()).toBe(304);
  const asset = /\/assets\/boot-[0-9a-f]+\.js/.exec(await html.text())?.[0];
  const script = await request.get(SERVED + asset);
  expect(script.headers()["cache-control"]).toContain("immutable");
});
