// The service worker: offline pages, new text after a deploy, no private data in the cache, and switching it off.

import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { test } from "./deployment";
import { controlled, expect, ready, rows, wholly } from "./test";

test.describe.configure({ timeout: 90_000 });

/** Returns the URLs in all caches. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) found.push(request.url);
    return found;
  });
const footer = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Information", exact: true }).getByRole("link", { name, exact: true });

test("the worker registers and serves visited pages and the offline page", { annotation: rows("4.9-05") }, async ({
  page,
  site,
}) => {
  await page.goto(`${site.address}/`);
  await ready(page);
  const registered = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
  expect(registered).toBe(`${site.address}/sw.js`);
  await controlled(page);
  await page.goto(`${site.address}/info/faq/`);
  const title = await page.title();
  await site.stop();
  await page.goto(`${site.address}/info/terms/`);
  await expect(page.locator("h1")).toBeVisible();
  expect(await page.evaluate(() => document.body.textContent)).toMatch(/offline|connection|network/i);
  await page.goto(`${site.address}/info/faq/`);
  await expect(page).toHaveTitle(title);
});

test("the worker registers after hydration", async ({ page, site }) => {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  // Idle callbacks of the fake clock report no idle time.
  await page.addInitScript(() => {
    const deadline = { didTimeout: false, timeRemaining: () => 50 };
    Object.assign(window, { requestIdleCallback: (then: IdleRequestCallback) => setTimeout(then, 10, deadline) });
  });
  await page.goto(`${site.address}/`);
  await ready(page);
  await page.clock.runFor(2_500);
  await wholly(page);
  await page.clock.runFor(2_900);
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
  await page.clock.runFor(200);
  await controlled(page);
});

test("images and uncached requests bypass the worker, chunks do not", async ({ page, site }) => {
  await page.goto(`${site.address}/`);
  await ready(page);
  await controlled(page);
  const sources = await page.evaluate(async () => {
    const code = document.querySelector<HTMLScriptElement>("script[src*='/assets/']")?.src ?? "";
    const text = async (address: string) => (await fetch(address, { cache: "reload" })).text();
    const picture = new Image();
    picture.src = "/favicon.svg";
    await Promise.all([picture.decode(), text("/robots.txt"), text(code)]);
    return [picture.src, `${location.origin}/robots.txt`, code].map((address) => {
      // TypeScript lacks this property: the routing rule that handled the request.
      const taken = performance.getEntriesByName(address).at(-1) as
        | (PerformanceEntry & { workerMatchedSourceType: string })
        | undefined;
      return taken?.workerMatchedSourceType;
    });
  });
  expect(sources).toEqual(["network", "network", ""]);
});

test("a click on an unknown page offline shows the offline page", { annotation: rows("7.6-10") }, async ({
  page,
  site,
  context,
}) => {
  await page.goto(`${site.address}/info/faq/`);
  await ready(page);
  await controlled(page);
  await context.setOffline(true);
  await footer(page, "TERMS").click();
  await page.waitForURL(`${site.address}/info/terms/`);
  expect(await page.evaluate(() => document.body.textContent)).toMatch(/offline|connection|network/i);
  await context.setOffline(false);
});

test("after a deploy one navigation shows the new text", async ({ page, site }) => {
  await page.goto(`${site.address}/info/faq/`);
  await ready(page);
  await controlled(page);
  await page.goto(`${site.address}/info/terms/`);
  await page.goto(`${site.address}/info/privacy/`);
  const headings = ["terms", "privacy"].map(async (name) => {
    const html = await site.read(`info/${name}/index.html`);
    return /<h1[^>]*>([^<]+)</.exec(html)?.[1] ?? "";
  });
  const [terms = "", privacy = ""] = await Promise.all(headings);
  await site.edit("content/info/terms.md", terms, "Terms of the second release");
  await site.edit("content/info/privacy.md", privacy, "Privacy of the second release");
  await site.build();
  await page.goto(`${site.address}/info/terms/`);
  await expect(page.locator("h1")).toHaveText("Terms of the second release");
  await ready(page);
  await footer(page, "PRIVACY").click();
  await expect(page.locator("h1")).toHaveText("Privacy of the second release");
});

test("queries, custom headers, API calls and app-data are never cached", async ({ page, site }) => {
  await page.goto(`${site.address}/info/faq/`);
  await ready(page);
  await controlled(page);
  await page.goto(`${site.address}/info/terms/?player=annx`);
  await page.evaluate(async () => {
    const session = { headers: { "x-anything": "t" } };
    await fetch("/page-data/info/banking/page-data.json", session);
    await fetch("/page-data/info/security/page-data.json?player=annx");
    await fetch("/page-data/app-data.json");
    await fetch("/api/794/players/balance").catch(() => undefined);
    await fetch("/page-data/info/about/page-data.json");
  });
  await expect
    .poll(async () => (await cached(page)).some((url) => url.endsWith("/info/about/page-data.json")))
    .toBe(true);
  const kept = await cached(page);
  for (const never of ["player=annx", "info/banking/page-data", "info/security/page-data", "app-data", "/api/"])
    expect(kept.filter((url) => url.includes(never))).toEqual([]);
  expect(kept.some((url) => url.includes("/assets/boot-"))).toBe(true);
});

test("the games file is served from the cache and revalidated", async ({ page, site }) => {
  await site.write("rtggames.json", '{"release":1}');
  await page.goto(`${site.address}/info/faq/`);
  await ready(page);
  await controlled(page);
  const games = () => page.evaluate(async () => (await (await fetch("/rtggames.json")).json()) as { release: number });
  expect(await games()).toEqual({ release: 1 });
  await expect.poll(async () => (await cached(page)).includes(`${site.address}/rtggames.json`)).toBe(true);
  await site.write("rtggames.json", '{"release":2}');
  expect(await games()).toEqual({ release: 1 });
  await expect.poll(games).toEqual({ release: 2 });
});

test("a fallback page for a missing asset is not cached", { annotation: rows("4.9-01") }, async ({ page, site }) => {
  await page.goto(`${site.address}/info/faq/`);
  await ready(page);
  await controlled(page);
  await site.write("assets/part-0123456789.html", "<p>This page is not here.</p>");
  await site.write("assets/part-9876543210.js", "export {};");
  for (const file of ["part-0123456789.html", "part-9876543210.js"])
    expect(await page.evaluate(async (name) => (await fetch(`/assets/${name}`)).status, file)).toBe(200);
  await expect.poll(async () => (await cached(page)).some((url) => url.endsWith("part-9876543210.js"))).toBe(true);
  expect((await cached(page)).filter((url) => url.endsWith(".html") && url.includes("/assets/"))).toEqual([]);
});

test("with a failing server visited pages come from the cache", { annotation: rows("4.9-05") }, async ({
  page,
  site,
}) => {
  await page.goto(`${site.address}/info/faq/`);
  await ready(page);
  await controlled(page);
  await page.goto(`${site.address}/info/terms/`);
  await ready(page);
  const data = "/page-data/info/privacy/page-data.json";
  await page.evaluate((path) => fetch(path), data);
  await expect.poll(async () => (await cached(page)).includes(site.address + data)).toBe(true);
  await site.stop();
  const server = createServer((_, answer) => {
    answer.writeHead(503, { "content-type": "text/html" });
    answer.end("<h1>The server rests.</h1>");
  });
  await new Promise<void>((listening) => server.listen(Number(new URL(site.address).port), "127.0.0.1", listening));
  await page.goto(`${site.address}/info/terms/`);
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  const status = (path: string) => page.evaluate(async (to) => (await fetch(to)).status, path);
  expect(await status(data)).toBe(200);
  expect(await status("/page-data/info/banking/page-data.json")).toBe(503);
  await page.goto(`${site.address}/info/security/`);
  await expect(page.locator("h1")).toHaveText("The server rests.");
  await page.goto(`${site.address}/info/terms/`);
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

test("a new worker takes over without a reload", async ({ page, site, documents }) => {
  await page.goto(`${site.address}/info/faq/`);
  await ready(page);
  await controlled(page);
  await site.edit("runtime/src/loader/browser/navigation/notice.ts", "delay_ms = 1000", "delay_ms = 999");
  await site.build();
  await page.evaluate(async () => {
    const taken = new Promise((then) =>
      navigator.serviceWorker.addEventListener("controllerchange", then, { once: true }),
    );
    await (await navigator.serviceWorker.ready).update();
    await taken;
  });
  expect(documents).toHaveLength(1);
});

test("after a code deploy the next navigation is one document load, with a worker", {
  annotation: rows("4.9-02"),
}, async ({ page, site, documents }) => {
  await page.clock.install();
  const known = page.waitForResponse(/app-data\.json/);
  await page.goto(`${site.address}/info/faq/`);
  await ready(page);
  await (await known).finished();
  await controlled(page);
  await page.goto(`${site.address}/info/terms/`);
  await ready(page);
  await wholly(page);
  await site.edit("runtime/src/loader/browser/navigation/notice.ts", "delay_ms = 1000", "delay_ms = 999");
  await site.build();
  const boot = /\/assets\/boot-\w+\.js/.exec(await site.read("info/faq/index.html"))?.[0] ?? "";
  await page.clock.fastForward(301_000);
  const news = page.waitForResponse(/app-data\.json/);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await (await news).finished();
  const before = documents.length;
  for (const [label, path] of [
    ["FAQ", "/info/faq/"],
    ["PRIVACY", "/info/privacy/"],
  ] as const) {
    await footer(page, label).click();
    await page.waitForURL(site.address + path);
    await ready(page);
    await expect(page.locator("script[src]")).toHaveAttribute("src", boot);
  }
  expect(documents.length).toBe(before + 1);
});

test("switching the worker off removes it and its caches", async ({ page, site }) => {
  await page.goto(`${site.address}/info/faq/`);
  await ready(page);
  await controlled(page);
  expect((await cached(page)).length).toBeGreaterThan(0);
  await site.edit("site.toml", "[service_worker]\nenabled = true", "[service_worker]\nenabled = false");
  await site.build();
  // Polls like new page loads do, because a response from before the build can arrive late.
  const registered = () =>
    page.evaluate(async () => {
      for (const it of await navigator.serviceWorker.getRegistrations()) await it.update().catch(() => undefined);
      return (await navigator.serviceWorker.getRegistrations()).length;
    });
  await expect.poll(registered).toBe(0);
  await expect.poll(() => cached(page)).toEqual([]);
  await page.goto(`${site.address}/info/terms/`);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

test("precached files are in the output", { annotation: rows("7.6-14") }, async ({ page, site }) => {
  const source = await page.request.get(`${site.address}/sw.js`);
  expect(source.headers()["cache-control"]).toBe("no-cache");
  expect(source.headers()["content-type"]).toContain("javascript");
  await page.goto(`${site.address}/info/faq/`);
  await controlled(page);
  const kept = await page.evaluate(async () => {
    const name = (await caches.keys()).find((it) => it.includes("precache")) ?? "";
    return (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname);
  });
  for (const path of ["/404.html", "/500.html", "/offline.html"]) expect(kept).toContain(path);
  expect(kept.filter((path) => /\/assets\/boot-\w+\.js/.test(path))).toHaveLength(1);
  const others = kept.filter((path) => !/^\/(assets\/.+-\w+\.\w+|404\.html|500\.html|offline\.html)$/.test(path));
  expect(others).toEqual([]);
  for (const path of kept) expect((await site.read(path.slice(1))).length).toBeGreaterThan(0);
});

test("after 3 s without a response pages come from the cache, app-data fails", async ({ page, site }) => {
  await page.goto(`${site.address}/info/faq/`);
  await controlled(page);
  await page.goto(`${site.address}/info/terms/`);
  await ready(page);
  const data = "/page-data/info/privacy/page-data.json";
  await page.evaluate((path) => fetch(path), data);
  await expect.poll(async () => (await cached(page)).includes(site.address + data)).toBe(true);
  await page.goto(`${site.address}/info/faq/`);
  await ready(page);
  await site.hang();
  const took = await page.evaluate(async (path) => {
    const begun = performance.now();
    const answer = (await (await fetch(path)).json()) as { path: string };
    const after = performance.now() - begun;
    const given = await fetch("/page-data/app-data.json").then(
      () => "an answer",
      () => "none",
    );
    return { path: answer.path, after, given, limit: performance.now() - begun - after };
  }, data);
  expect(took).toMatchObject({ path: "/info/privacy/", given: "none" });
  for (const limit of [took.after, took.limit]) {
    expect(limit).toBeGreaterThan(2_500);
    expect(limit).toBeLessThan(6_000);
  }
  await page.goto(`${site.address}/info/terms/`);
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  site.goOn();
});

test("hashed assets are served from the cache", async ({ page, site }) => {
  await page.goto(`${site.address}/info/faq/`);
  await controlled(page);
  await page.goto(`${site.address}/info/terms/`);
  await ready(page);
  for (const file of await site.list("assets")) if (file.includes(".")) await site.remove(`assets/${file}`);
  await page.reload();
  await ready(page);
  await page.getByRole("button", { name: "LOGIN" }).first().hover();
  await expect(page.locator('[data-island="account_menu"]').first()).toHaveAttribute("data-awake", "");
});
