// A click shows the next page without a document load, with the correct focus, title, announcement and scroll position.

import { expect, rows, SERVED, test, waitForFonts, waitForLoader } from "../../support/test";

test.use({ motion: true });

test("five clicks from / load one document", { tag: "@smoke" }, async ({ page, documents }) => {
  await page.goto("/");
  await waitForLoader(page);
  const footer = page.getByRole("navigation", { name: "Information", exact: true });
  for (const [label, path] of [
    ["BANKING", "/info/banking/"],
    ["FAQ", "/info/faq/"],
    ["TERMS", "/info/terms/"],
    ["ABOUT US", "/info/about/"],
    ["SECURITY", "/info/security/"],
  ] as const) {
    await footer.getByRole("link", { name: label }).click();
    await page.waitForURL(path);
    await expect(page.locator("h1")).toBeFocused();
    // Focus on the heading already announces the page.
    await expect(page.locator("#croupier-announcer")).toHaveText("");
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", new RegExp(`${path}$`));
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
  expect(documents).toHaveLength(1);
});

test("Back and Forward restore page, title and scroll", async ({ page, documents }) => {
  await page.goto("/info/faq/");
  await waitForLoader(page);
  await waitForFonts(page);
  const title = await page.title();
  const link = page.locator("main").getByRole("link", { name: "know your customer", exact: true });
  await link.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
  const scrollTop = await page.evaluate(() => scrollY);
  await link.click();
  await page.waitForURL("/info/knowyourcustomer/");
  await page.goBack();
  await expect(page).toHaveTitle(title);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrollTop);
  await expect(link).toBeFocused();
  await expect(page.locator("#croupier-announcer")).toHaveText(title);
  await page.goForward();
  await expect(page.locator("h1")).toHaveText("Know your customer");
  expect(documents).toHaveLength(1);
});

test("a link to a heading of another page scrolls to it", async ({ page, documents }) => {
  await page.goto("/welcomeoffer/");
  await waitForLoader(page);
  await page.locator("main").getByRole("link", { name: "deposit limit" }).click();
  await page.waitForURL("/info/responsiblegaming/#set-a-limit");
  await expect(page.locator("#set-a-limit")).toBeInViewport();
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("responsiblegaming")) requests.push(request.url());
  });
  await page.getByText("People who can help").first().click();
  await expect(page.locator("#people-who-can-help")).toBeInViewport();
  expect(requests).toEqual([]);
  expect(documents).toHaveLength(1);
});

test("slices persist across pages, and hidden ones return", async ({ page }) => {
  await page.goto("/info/faq/");
  await waitForLoader(page);
  await page
    .locator('[data-slice="navigation"] header')
    .evaluate((element) => element.setAttribute("data-mark", "kept"));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "GAMES" }).click();
  await page.waitForURL("/lobby/games/");
  await expect(page.locator("header[data-mark=kept]")).toHaveCount(1);
  await expect(page.locator("footer")).toHaveCount(0);
  await page.goBack();
  await page.waitForURL("/info/faq/");
  await expect(page.locator("footer")).toHaveCount(1);
  await expect(page.locator("header[data-mark=kept]")).toHaveCount(1);
});

test("a link to a missing page shows the 404 page under its URL", { annotation: rows("2.1-21") }, async ({
  page,
  documents,
}) => {
  await page.goto("/info/about/");
  await waitForLoader(page);
  await page.locator("main").evaluate((main) => {
    main
      .querySelector("p")
      ?.append(Object.assign(document.createElement("a"), { href: "/no/such/page/?a=1#b", textContent: "gone" }));
  });
  await page.getByRole("link", { name: "gone" }).click();
  await expect(page.locator("h1")).toHaveText("This page is not here");
  expect(new URL(page.url()).pathname + new URL(page.url()).search + new URL(page.url()).hash).toBe(
    "/no/such/page/?a=1#b",
  );
  expect(documents).toHaveLength(1);
});

test("links work without JavaScript", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${SERVED}/`);
  await page
    .getByRole("navigation", { name: "Information", exact: true })
    .getByRole("link", { name: "PRIVACY" })
    .click();
  await expect(page.locator("h1")).toHaveText("Privacy");
  await page.getByRole("button", { name: "LOGIN" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await context.close();
});

test("a content page loads no React before an island needs it", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  await page.goto(`${SERVED}/info/faq/`, { waitUntil: "load" });
  await waitForLoader(page);
  expect(scripts.filter((path) => path.includes("/vendor-"))).toEqual([]);
  await page.getByRole("button", { name: "LOGIN" }).hover();
  await expect.poll(() => scripts.some((path) => path.includes("/vendor-"))).toBe(true);
});
