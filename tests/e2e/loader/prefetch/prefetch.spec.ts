// Prefetching in a real browser: timed batches, immediate on hover, once per page, and none for users who save data.

import type { Page, Route } from "@playwright/test";
import { expect, gate, rows, SERVED, test, waitForLoader } from "../../support/test";

test.use({ serviceWorkers: "block" });

/** Opens a page with exactly ten visible links. The result lists the requested page-data. */
async function openTenLinks(page: Page) {
  const names: string[] = [];
  page.on("request", (request) => {
    const name = /page-data\/info\/(\w+)\/page-data\.json$/.exec(request.url())?.[1];
    if (name) names.push(name);
  });
  await page.route(`${SERVED}/info/fairgaming/`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const links = LINKS.map((name) => `<p><a href="/info/${name}/">${name}</a></p>`).join("");
    const body = html
      .replace(/<(div|nav|footer)[^>]*data-slice="(footer|navigation)"[\s\S]*?(?=<main)/, "")
      .replace(/<main[\s\S]*<\/main>[\s\S]*?(<script type="application\/json")/, `<main id="main">${links}</main>$1`);
    await route.fulfill({ response: response, body });
  });
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.goto(`${SERVED}/info/fairgaming/`);
  await waitForLoader(page);
  await page.clock.runFor(2_000);
  await page.waitForFunction(() => document.documentElement.dataset.loader === "deferred", undefined, { polling: 50 });
  await page.evaluate(
    () => new Promise<void>((resolve) => new IntersectionObserver(() => resolve()).observe(document.body)),
  );
  return names;
}
const LINKS = [
  "banking",
  "terms",
  "about",
  "contactus",
  "faq",
  "security",
  "privacy",
  "responsiblegaming",
  "knowyourcustomer",
  "antimoneylaundering",
];
test("ten visible links load 4 at 3 s, 4 at 6 s and 2 at 9 s", { annotation: rows("4.9-03", "9-24") }, async ({
  page,
}) => {
  let responses = 0;
  page.on("requestfinished", (request) => {
    if (/page-data\/info\//.test(request.url())) responses++;
  });
  const requested = await openTenLinks(page);
  expect(requested).toEqual([]);
  for (const count of [4, 8, 10]) {
    await page.clock.runFor(2_900);
    expect(requested.length).toBeLessThan(count);
    await page.clock.runFor(100);
    await expect.poll(() => requested.length).toBe(count);
    // The clock advances only after the responses, because it could reach their timeout.
    await expect.poll(() => responses).toBe(count);
  }
  await page.clock.runFor(30_000);
  expect([...requested].sort()).toEqual([...LINKS].sort());
});

test("a hovered link loads at once, and its click requests nothing", { tag: "@smoke" }, async ({ page, documents }) => {
  const requested = await openTenLinks(page);
  const link = page.getByRole("link", { name: "terms", exact: true });
  const loaded = page.waitForResponse(/page-data\/info\/terms/);
  await link.hover();
  await page.clock.runFor(100);
  await loaded;
  expect(requested).toEqual(["terms"]);
  await link.click();
  await expect(page.locator("h1")).toBeVisible();
  expect(page.url()).toBe(`${SERVED}/info/terms/`);
  expect(requested).toEqual(["terms"]);
  expect(documents).toHaveLength(1);
});

test("a click joins a running prefetch", async ({ page, documents }) => {
  const { opened, open } = gate();
  await page.route("**/page-data/info/terms/page-data.json", async (route) => {
    await opened;
    await route.continue();
  });
  const requested = await openTenLinks(page);
  const link = page.getByRole("link", { name: "terms", exact: true });
  const requestStarted = page.waitForRequest("**/page-data/info/terms/page-data.json");
  await link.hover();
  await page.clock.runFor(100);
  await requestStarted;
  await page.clock.runFor(100);
  await link.click();
  await page.clock.runFor(600);
  open();
  await expect(page.locator("h1")).toBeVisible();
  expect(requested).toEqual(["terms"]);
  expect(documents).toHaveLength(1);
});

for (const status of [429, 503])
  test(`one status ${status} delays no batch and drops no link`, { annotation: rows("4.9-03") }, async ({ page }) => {
    let responses = 0;
    page.on("requestfinished", (request) => {
      if (/page-data\/info\//.test(request.url())) responses++;
    });
    await page.route("**/page-data/info/privacy/page-data.json", (route) => route.fulfill({ status, body: "" }), {
      times: 1,
    });
    const requested = await openTenLinks(page);
    for (const count of [4, 8, 10]) {
      await page.clock.runFor(3_000);
      await expect.poll(() => requested.length).toBe(count);
      await expect.poll(() => responses).toBe(count);
    }
    expect([...requested].sort()).toEqual([...LINKS].sort());
  });

test("a page from a batch is not requested again by a click", async ({ page, documents }) => {
  const requested = await openTenLinks(page);
  for (const count of [4, 8, 10]) {
    await page.clock.runFor(3_000);
    await expect.poll(() => requested.length).toBe(count);
  }
  await page.getByRole("link", { name: "security", exact: true }).click();
  await expect(page).toHaveURL(`${SERVED}/info/security/`);
  await expect(page.locator("h1")).toHaveText("Security");
  expect(requested).toHaveLength(10);
  expect(documents).toHaveLength(1);
});

for (const [problem, respond] of [
  ["are missing", (route: Route) => route.fulfill({ status: 404, body: "" })],
  ["fail to load", (route: Route) => route.abort()],
  ["get no response", () => undefined],
] as const)
  test(`visible pages that ${problem} do not stop the others`, async ({ page }) => {
    // The last four links are the newest in view, so they form the first batch.
    const failing = LINKS.slice(-4);
    await page.route(new RegExp(`page-data/info/(${failing.join("|")})/`), respond);
    const requested = await openTenLinks(page);
    for (const count of [4, 8, 10]) {
      await page.clock.runFor(3_000);
      await expect.poll(() => new Set(requested).size).toBe(count);
    }
    expect([...new Set(requested)].sort()).toEqual([...LINKS].sort());
  });

test("prefetching pauses while the tab is hidden", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(document, "hidden", { get: () => "away" in window }));
  const requested = await openTenLinks(page);
  await page.evaluate(() => Object.assign(window, { away: true }));
  await page.clock.runFor(9_000);
  expect(requested).toEqual([]);
  await page.evaluate(() => {
    delete (window as { away?: boolean }).away;
  });
  await page.clock.runFor(3_000);
  await expect.poll(() => requested.length).toBe(4);
});

test("prefetching pauses while a page is loading", async ({ page }) => {
  await page.route("**/page-data/info/terms/page-data.json", () => undefined);
  const requested = await openTenLinks(page);
  const requestStarted = page.waitForRequest("**/page-data/info/terms/page-data.json");
  await page.getByRole("link", { name: "terms", exact: true }).dispatchEvent("click");
  await requestStarted;
  await page.clock.runFor(9_000);
  expect(requested).toEqual(["terms"]);
});

for (const [environment, prepare] of [
  ["Save-Data", connection({ saveData: true, effectiveType: "4g" })],
  ["a 2g network", connection({ effectiveType: "2g" })],
  ["a slow 2g network", connection({ effectiveType: "slow-2g" })],
  ["the name of a bot", userAgent("Mozilla/5.0 (compatible; Examplebot/2.1)")],
  ["the name of a spider", userAgent("ExampleSpider")],
  [
    "no network",
    (page: Page) => page.addInitScript(() => Object.defineProperty(navigator, "onLine", { value: false })),
  ],
] as const)
  test(`with ${environment} nothing is prefetched, not even on hover`, async ({ page }) => {
    await prepare(page);
    const requested = await openTenLinks(page);
    await page.getByRole("link", { name: "terms", exact: true }).hover();
    await page.clock.runFor(12_000);
    expect(requested).toEqual([]);
  });

function connection(value: { saveData?: boolean; effectiveType: string }) {
  return (page: Page) =>
    page.addInitScript((value) => Object.defineProperty(navigator, "connection", { value: value }), value);
}

function userAgent(value: string) {
  return (page: Page) =>
    page.addInitScript((value) => Object.defineProperty(navigator, "userAgent", { value: value }), value);
}

test("links rendered later by a widget are prefetched", async ({ page }) => {
  await page.goto(`${SERVED}/lobby/games/`);
  await page.waitForFunction(() => document.documentElement.dataset.loader === "deferred");
  const prefetchRequest = page.waitForRequest("**/page-data/vip/page-data.json");
  await page.locator("main").evaluate((main) => {
    main.prepend(Object.assign(document.createElement("a"), { href: "/vip/", textContent: "drawn later" }));
  });
  await prefetchRequest;
});

test("a pointer that passes over a link requests nothing", async ({ page }) => {
  await page.clock.install();
  await page.goto(`${SERVED}/info/faq/`);
  await page.waitForFunction(() => document.documentElement.dataset.loader === "deferred", undefined, { polling: 50 });
  await page.clock.pauseAt(Date.now() + 60_000);
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  const link = page.locator("footer a[href='/info/terms/']");
  await link.dispatchEvent("pointerover");
  await page.clock.runFor(90);
  await link.dispatchEvent("pointerout");
  await page.clock.runFor(200);
  expect(urls.filter((url) => url.includes("/info/terms/"))).toEqual([]);
  const prefetchRequest = page.waitForRequest("**/page-data/info/terms/page-data.json");
  await link.dispatchEvent("pointerover");
  await page.clock.runFor(110);
  await prefetchRequest;
});

/** Runs the idle callbacks in `count` frames with `left_ms` of idle time each. */
const runFrames = (page: Page, count: number, left_ms: number) =>
  page.evaluate(
    async ([total, remaining]) => {
      const { idleCallbacks } = window as unknown as { idleCallbacks: IdleRequestCallback[] };
      for (let frame = 0; frame < total; frame++) {
        for (const callback of idleCallbacks.splice(0)) callback({ didTimeout: false, timeRemaining: () => remaining });
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
    [count, left_ms] as const,
  );

/** Opens a page whose idle callbacks run only in `frames`. Returns its preload hints. */
async function openWithoutIdleTime(page: Page) {
  await page.addInitScript(() => {
    const idleCallbacks: IdleRequestCallback[] = [];
    Object.assign(window, {
      idleCallbacks,
      requestIdleCallback: (callback: IdleRequestCallback) => idleCallbacks.push(callback),
    });
  });
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  await runFrames(page, 1, 50);
  await page.waitForFunction(() => document.documentElement.dataset.loader === "deferred");
  const hints = page.locator("head link:is([rel=modulepreload], [rel=preload], [rel=prefetch])");
  return {
    hints,
    initialCount: await hints.count(),
    pageDataLoaded: page.waitForResponse("**/page-data/lobby/promotions/page-data.json"),
  };
}
/** Waits until an idle callback is queued. */
const waitForIdleCallback = (page: Page) =>
  page.waitForFunction(() => (window as unknown as { idleCallbacks: unknown[] }).idleCallbacks.length > 0);

test("chunks of visible pages wait for scrolling to stop, with a limit", async ({ page }) => {
  const { hints, initialCount, pageDataLoaded } = await openWithoutIdleTime(page);
  await (await pageDataLoaded).finished();
  await waitForIdleCallback(page);
  await runFrames(page, 60, 8);
  await expect(hints).toHaveCount(initialCount);
  const countHints = async () => {
    await runFrames(page, 10, 8);
    return hints.count();
  };
  await expect.poll(countHints).toBeGreaterThan(initialCount);
  const code = page.waitForRequest(/assets\/promotions-.+\.css$/);
  await runFrames(page, 40, 50);
  await code;
});

test("chunks of a hovered page wait only for their own turn", async ({ page }) => {
  const { hints, initialCount, pageDataLoaded } = await openWithoutIdleTime(page);
  await page.locator("a[href='/lobby/promotions/']").first().dispatchEvent("pointerover");
  await (await pageDataLoaded).finished();
  await waitForIdleCallback(page);
  const code = page.waitForRequest(/assets\/promotions-.+\.css$/);
  await runFrames(page, 20, 8);
  await code;
  expect(await hints.count()).toBeGreaterThan(initialCount);
});
