// The service worker: offline pages, new text after a deploy, no private data in the cache, and switching it off.

import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { footerLink, showTab } from "../../pages/navigation";
import { changeSharedCode, type Deployment, test } from "../../support/deployment";
import { expect, rows, waitForFullLoader, waitForLoader, waitForWorker } from "../../support/test";

test.describe.configure({ timeout: 90_000 });

/** Returns the URLs in all caches. */
const cachedUrls = (page: Page) =>
  page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) urls.push(request.url);
    return urls;
  });

/** Opens a page and waits until the worker controls it. */
async function openWithWorker(page: Page, site: Deployment) {
  await page.goto(`${site.url}/info/faq/`);
  await waitForLoader(page);
  await waitForWorker(page);
}

test("the worker registers and serves visited pages and the offline page", {
  annotation: rows("4.9-05"),
}, async ({ page, site }) => {
  await page.goto(`${site.url}/`);
  await waitForLoader(page);
  const registered = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
  expect(registered).toBe(`${site.url}/sw.js`);
  await waitForWorker(page);
  await page.goto(`${site.url}/info/faq/`);
  const title = await page.title();
  await site.stop();
  await page.goto(`${site.url}/info/terms/`);
  await expect(page.locator("h1")).toBeVisible();
  await expect(page.locator("body")).toContainText(/offline|connection|network/i);
  await page.goto(`${site.url}/info/faq/`);
  await expect(page).toHaveTitle(title);
});

test("the worker registers after hydration", async ({ page, site }) => {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  // Idle callbacks of the fake clock report no idle time.
  await page.addInitScript(() => {
    const deadline = { didTimeout: false, timeRemaining: () => 50 };
    Object.assign(window, {
      requestIdleCallback: (callback: IdleRequestCallback) => setTimeout(callback, 10, deadline),
    });
  });
  await page.goto(`${site.url}/`);
  await waitForLoader(page);
  await page.clock.runFor(2_500);
  await waitForFullLoader(page);
  await page.clock.runFor(2_900);
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
  await page.clock.runFor(200);
  await waitForWorker(page);
});

test("images and uncached requests bypass the worker, chunks do not", async ({ page, site }) => {
  await page.goto(`${site.url}/`);
  await waitForLoader(page);
  await waitForWorker(page);
  const sources = await page.evaluate(async () => {
    const code = document.querySelector<HTMLScriptElement>("script[src*='/assets/']")?.src ?? "";
    const text = async (url: string) => (await fetch(url, { cache: "reload" })).text();
    const picture = new Image();
    picture.src = "/favicon.svg";
    await Promise.all([picture.decode(), text("/robots.txt"), text(code)]);
    return [picture.src, `${location.origin}/robots.txt`, code].map((url) => {
      // TypeScript lacks this property: the routing rule that handled the request.
      const entry = performance.getEntriesByName(url).at(-1) as
        | (PerformanceEntry & { workerMatchedSourceType: string })
        | undefined;
      return entry?.workerMatchedSourceType;
    });
  });
  expect(sources).toEqual(["network", "network", ""]);
});

test("a click on an unknown page offline shows the offline page", { annotation: rows("7.6-10") }, async ({
  page,
  site,
  context,
}) => {
  await openWithWorker(page, site);
  await context.setOffline(true);
  await footerLink(page, "TERMS").click();
  await page.waitForURL(`${site.url}/info/terms/`);
  await expect(page.locator("body")).toContainText(/offline|connection|network/i);
  await context.setOffline(false);
});

test("after a deploy one navigation shows the new text", async ({ page, site }) => {
  await openWithWorker(page, site);
  await page.goto(`${site.url}/info/terms/`);
  await page.goto(`${site.url}/info/privacy/`);
  const headings = ["terms", "privacy"].map(async (name) => {
    const html = await site.read(`info/${name}/index.html`);
    return /<h1[^>]*>([^<]+)</.exec(html)?.[1] ?? "";
  });
  const [terms = "", privacy = ""] = await Promise.all(headings);
  await site.edit("content/info/terms.md", terms, "Terms of the second release");
  await site.edit("content/info/privacy.md", privacy, "Privacy of the second release");
  await site.build();
  await page.goto(`${site.url}/info/terms/`);
  await expect(page.locator("h1")).toHaveText("Terms of the second release");
  await waitForLoader(page);
  await footerLink(page, "PRIVACY").click();
  await expect(page.locator("h1")).toHaveText("Privacy of the second release");
});

test("queries, custom headers, API calls and app-data are never cached", async ({ page, site }) => {
  await openWithWorker(page, site);
  await page.goto(`${site.url}/info/terms/?player=annx`);
  await page.evaluate(async () => {
    const session = { headers: { "x-anything": "t" } };
    await fetch("/page-data/info/banking/page-data.json", session);
    await fetch("/page-data/info/security/page-data.json?player=annx");
    await fetch("/page-data/app-data.json");
    await fetch("/api/794/players/balance").catch(() => undefined);
    await fetch("/page-data/info/about/page-data.json");
  });
  await expect
    .poll(async () => (await cachedUrls(page)).some((url) => url.endsWith("/info/about/page-data.json")))
    .toBe(true);
  const urls = await cachedUrls(page);
  for (const excluded of ["player=annx", "info/banking/page-data", "info/security/page-data", "app-data", "/api/"])
    expect(urls.filter((url) => url.includes(excluded))).toEqual([]);
  expect(urls.some((url) => url.includes("/assets/boot-"))).toBe(true);
});

test("the games file is served from the cache and revalidated", async ({ page, site }) => {
  await site.write("rtggames.json", '{"release":1}');
  await openWithWorker(page, site);
  const games = () => page.evaluate(async () => (await (await fetch("/rtggames.json")).json()) as { release: number });
  expect(await games()).toEqual({ release: 1 });
  await expect.poll(async () => (await cachedUrls(page)).includes(`${site.url}/rtggames.json`)).toBe(true);
  await site.write("rtggames.json", '{"release":2}');
  expect(await games()).toEqual({ release: 1 });
  await expect.poll(games).toEqual({ release: 2 });
});

test("a fallback page for a missing asset is not cached", { annotation: rows("4.9-01") }, async ({ page, site }) => {
  await openWithWorker(page, site);
  await site.write("assets/part-0123456789.html", "<p>This page is not here.</p>");
  await site.write("assets/part-9876543210.js", "export {};");
  for (const file of ["part-0123456789.html", "part-9876543210.js"])
    expect(await page.evaluate(async (name) => (await fetch(`/assets/${name}`)).status, file)).toBe(200);
  await expect.poll(async () => (await cachedUrls(page)).some((url) => url.endsWith("part-9876543210.js"))).toBe(true);
  expect((await cachedUrls(page)).filter((url) => url.endsWith(".html") && url.includes("/assets/"))).toEqual([]);
});

test("with a failing server visited pages come from the cache", { annotation: rows("4.9-05") }, async ({
  page,
  site,
}) => {
  await openWithWorker(page, site);
  await page.goto(`${site.url}/info/terms/`);
  await waitForLoader(page);
  const data = "/page-data/info/privacy/page-data.json";
  await page.evaluate((path) => fetch(path), data);
  await expect.poll(async () => (await cachedUrls(page)).includes(site.url + data)).toBe(true);
  await site.stop();
  const server = createServer((_, response) => {
    response.writeHead(503, { "content-type": "text/html" });
    response.end("<h1>The server rests.</h1>");
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(site.url).port), "127.0.0.1", resolve));
  await page.goto(`${site.url}/info/terms/`);
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  const status = (path: string) => page.evaluate(async (to) => (await fetch(to)).status, path);
  expect(await status(data)).toBe(200);
  expect(await status("/page-data/info/banking/page-data.json")).toBe(503);
  await page.goto(`${site.url}/info/security/`);
  await expect(page.locator("h1")).toHaveText("The server rests.");
  await page.goto(`${site.url}/info/terms/`);
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test("a new worker takes over without a reload", async ({ page, site, documents }) => {
  await openWithWorker(page, site);
  await changeSharedCode(site);
  await site.build();
  await page.evaluate(async () => {
    const controllerChanged = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
    );
    await (await navigator.serviceWorker.ready).update();
    await controllerChanged;
  });
  expect(documents).toHaveLength(1);
});

test("after a code deploy the next navigation is one document load, with a worker", {
  annotation: rows("4.9-02"),
}, async ({ page, site, documents }) => {
  await page.clock.install();
  const appDataLoaded = page.waitForResponse(/app-data\.json/);
  await page.goto(`${site.url}/info/faq/`);
  await waitForLoader(page);
  await (await appDataLoaded).finished();
  await waitForWorker(page);
  await page.goto(`${site.url}/info/terms/`);
  await waitForLoader(page);
  await waitForFullLoader(page);
  await changeSharedCode(site);
  await site.build();
  const bootChunk = /\/assets\/boot-\w+\.js/.exec(await site.read("info/faq/index.html"))?.[0] ?? "";
  await page.clock.fastForward(301_000);
  const appDataReloaded = page.waitForResponse(/app-data\.json/);
  await showTab(page);
  await (await appDataReloaded).finished();
  const loadsBefore = documents.length;
  for (const [label, path] of [
    ["FAQ", "/info/faq/"],
    ["PRIVACY", "/info/privacy/"],
  ] as const) {
    await footerLink(page, label).click();
    await page.waitForURL(site.url + path);
    await waitForLoader(page);
    await expect(page.locator("script[src]")).toHaveAttribute("src", bootChunk);
  }
  expect(documents.length).toBe(loadsBefore + 1);
});

/** Caches of another site of this origin, in the names of this and of earlier releases. */
async function createCachesOfOtherSite(page: Page, url: string) {
  const scope = `${url}/other/`;
  const names = [`asset ${scope}`, `page ${scope}`, `workbox-precache-v2-${scope}`];
  await page.evaluate(
    async ([names, entry]) => {
      for (const name of names) await (await caches.open(name)).put(entry, new Response("x"));
    },
    [names, `${scope}x.js`] as const,
  );
  return names;
}

test("a worker leaves the caches of other sites of its origin alone", async ({ page, site }) => {
  // The worker registers some seconds after the page has loaded.
  await page.goto(`${site.url}/info/faq/`);
  const names = await createCachesOfOtherSite(page, site.url);
  await page.evaluate(async () => (await caches.open("assets")).put("/assets/old.js", new Response("x")));
  await waitForWorker(page);
  await page.reload();
  await expect.poll(() => cachedUrls(page)).not.toContain(`${site.url}/assets/old.js`);
  expect(await page.evaluate(() => caches.keys())).toEqual(expect.arrayContaining(names));
  await expect.poll(() => page.evaluate(() => caches.keys())).toContain(`page ${site.url}/`);
});

test("switching the worker off removes it and its caches", async ({ page, site }) => {
  await openWithWorker(page, site);
  expect((await cachedUrls(page)).length).toBeGreaterThan(0);
  const otherSite = await createCachesOfOtherSite(page, site.url);
  await site.edit("site.toml", "[service_worker]\nenabled = true", "[service_worker]\nenabled = false");
  await site.build();
  // Polls like new page loads do, because a response from before the build can arrive late.
  const registered = () =>
    page.evaluate(async () => {
      for (const registration of await navigator.serviceWorker.getRegistrations())
        await registration.update().catch(() => undefined);
      return (await navigator.serviceWorker.getRegistrations()).length;
    });
  await expect.poll(registered).toBe(0);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(otherSite);
  await page.goto(`${site.url}/info/terms/`);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

test("precached files are in the output", { annotation: rows("7.6-14") }, async ({ page, site }) => {
  const source = await page.request.get(`${site.url}/sw.js`);
  expect(source.headers()["cache-control"]).toBe("no-cache");
  expect(source.headers()["content-type"]).toContain("javascript");
  await page.goto(`${site.url}/info/faq/`);
  await waitForWorker(page);
  const precached = await page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.includes("precache")) ?? "";
    return (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname);
  });
  for (const path of ["/404.html", "/500.html", "/offline.html"]) expect(precached).toContain(path);
  expect(precached.filter((path) => /\/assets\/boot-\w+\.js/.test(path))).toHaveLength(1);
  const unexpected = precached.filter(
    (path) => !/^\/(assets\/.+-\w+\.\w+|404\.html|500\.html|offline\.html)$/.test(path),
  );
  expect(unexpected).toEqual([]);
  for (const path of precached) expect((await site.read(path.slice(1))).length).toBeGreaterThan(0);
});

test("after 3 s without a response pages come from the cache, app-data fails", async ({ page, site }) => {
  await page.goto(`${site.url}/info/faq/`);
  await waitForWorker(page);
  await page.goto(`${site.url}/info/terms/`);
  await waitForLoader(page);
  const data = "/page-data/info/privacy/page-data.json";
  await page.evaluate((path) => fetch(path), data);
  await expect.poll(async () => (await cachedUrls(page)).includes(site.url + data)).toBe(true);
  await page.goto(`${site.url}/info/faq/`);
  await waitForLoader(page);
  await site.suspend();
  const times = await page.evaluate(async (path) => {
    const startedAt = performance.now();
    const pageData = (await (await fetch(path)).json()) as { path: string };
    const pageDataTime = performance.now() - startedAt;
    const appDataResult = await fetch("/page-data/app-data.json").then(
      () => "an answer",
      () => "none",
    );
    return {
      path: pageData.path,
      pageDataTime,
      appDataResult,
      limit: performance.now() - startedAt - pageDataTime,
    };
  }, data);
  expect(times).toMatchObject({ path: "/info/privacy/", appDataResult: "none" });
  for (const limit of [times.pageDataTime, times.limit]) {
    expect(limit).toBeGreaterThan(2_500);
    expect(limit).toBeLessThan(6_000);
  }
  await page.goto(`${site.url}/info/terms/`);
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  site.resume();
});

test("hashed assets are served from the cache", async ({ page, site }) => {
  await page.goto(`${site.url}/info/faq/`);
  await waitForWorker(page);
  await page.goto(`${site.url}/info/terms/`);
  await waitForLoader(page);
  for (const file of await site.list("assets")) if (file.includes(".")) await site.remove(`assets/${file}`);
  await page.reload();
  await waitForLoader(page);
  await page.getByRole("button", { name: "LOGIN" }).first().hover();
  await expect(page.locator('[data-island="account_menu"]').first()).toHaveAttribute("data-hydrated", "");
});
