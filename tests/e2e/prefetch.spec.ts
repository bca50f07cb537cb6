// Prefetching in a real browser: timed batches, immediate on hover, once per page, and none for users who save data.

import type { Page, Route } from "@playwright/test";
import { expect, gate, ready, rows, SERVED, test } from "./test";

test.use({ serviceWorkers: "block" });

/** Opens a page with exactly ten visible links. The result lists the requested page-data. */
async function tenLinks(page: Page) {
  const asked: string[] = [];
  page.on("request", (request) => {
    const name = /page-data\/info\/(\w+)\/page-data\.json$/.exec(request.url())?.[1];
    if (name) asked.push(name);
  });
  await page.route(`${SERVED}/info/fairgaming/`, async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    const links = LINKS.map((name) => `<p><a href="/info/${name}/">${name}</a></p>`).join("");
    const body = html
      .replace(/<(div|nav|footer)[^>]*data-slice="(footer|navigation)"[\s\S]*?(?=<main)/, "")
      .replace(/<main[\s\S]*<\/main>[\s\S]*?(<script type="application\/json")/, `<main id="main">${links}</main>$1`);
    await route.fulfill({ response: answer, body });
  });
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.goto(`${SERVED}/info/fairgaming/`);
  await ready(page);
  await page.clock.runFor(2_000);
  await page.waitForFunction(() => document.documentElement.dataset.loader === "deferred", undefined, { polling: 50 });
  await page.evaluate(() => new Promise<void>((then) => new IntersectionObserver(() => then()).observe(document.body)));
  return asked;
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
  let came = 0;
  page.on("requestfinished", (request) => {
    if (/page-data\/info\//.test(request.url())) came++;
  });
  const asked = await tenLinks(page);
  expect(asked).toEqual([]);
  for (const count of [4, 8, 10]) {
    await page.clock.runFor(2_900);
    expect(asked.length).toBeLessThan(count);
    await page.clock.runFor(100);
    await expect.poll(() => asked.length).toBe(count);
    // The clock advances only after the responses, because it could reach their timeout.
    await expect.poll(() => came).toBe(count);
  }
  await page.clock.runFor(30_000);
  expect([...asked].sort()).toEqual([...LINKS].sort());
});

test("a hovered link loads at once, and its click requests nothing", async ({ page, documents }) => {
  const asked = await tenLinks(page);
  const link = page.getByRole("link", { name: "terms", exact: true });
  const loaded = page.waitForResponse(/page-data\/info\/terms/);
  await link.hover();
  await page.clock.runFor(100);
  await loaded;
  expect(asked).toEqual(["terms"]);
  await link.click();
  await expect(page.locator("h1")).toBeVisible();
  expect(page.url()).toBe(`${SERVED}/info/terms/`);
  expect(asked).toEqual(["terms"]);
  expect(documents).toHaveLength(1);
});

test("a click joins a running prefetch", async ({ page, documents }) => {
  const { opened, open } = gate();
  await page.route("**/page-data/info/terms/page-data.json", async (route) => {
    await opened;
    await route.continue();
  });
  const asked = await tenLinks(page);
  const link = page.getByRole("link", { name: "terms", exact: true });
  const begun = page.waitForRequest("**/page-data/info/terms/page-data.json");
  await link.hover();
  await page.clock.runFor(100);
  await begun;
  await page.clock.runFor(100);
  await link.click();
  await page.clock.runFor(600);
  open();
  await expect(page.locator("h1")).toBeVisible();
  expect(asked).toEqual(["terms"]);
  expect(documents).toHaveLength(1);
});

for (const status of [429, 503])
  test(`one status ${status} delays no batch and drops no link`, { annotation: rows("4.9-03") }, async ({ page }) => {
    let came = 0;
    page.on("requestfinished", (request) => {
      if (/page-data\/info\//.test(request.url())) came++;
    });
    await page.route("**/page-data/info/privacy/page-data.json", (route) => route.fulfill({ status, body: "" }), {
      times: 1,
    });
    const asked = await tenLinks(page);
    for (const count of [4, 8, 10]) {
      await page.clock.runFor(3_000);
      await expect.poll(() => asked.length).toBe(count);
      await expect.poll(() => came).toBe(count);
    }
    expect([...asked].sort()).toEqual([...LINKS].sort());
  });

test("a page from a batch is not requested again by a click", async ({ page, documents }) => {
  const asked = await tenLinks(page);
  for (const count of [4, 8, 10]) {
    await page.clock.runFor(3_000);
    await expect.poll(() => asked.length).toBe(count);
  }
  await page.getByRole("link", { name: "security", exact: true }).click();
  await expect(page).toHaveURL(`${SERVED}/info/security/`);
  await expect(page.locator("h1")).toHaveText("Security");
  expect(asked).toHaveLength(10);
  expect(documents).toHaveLength(1);
});

for (const [what, answer] of [
  ["are not there", (route: Route) => route.fulfill({ status: 404, body: "" })],
  ["break off", (route: Route) => route.abort()],
  ["never come", () => undefined],
] as const)
  test(`visible pages that ${what} do not stop the others`, async ({ page }) => {
    // The last four links are the newest in view, so they form the first batch.
    const dead = LINKS.slice(-4);
    await page.route(new RegExp(`page-data/info/(${dead.join("|")})/`), answer);
    const asked = await tenLinks(page);
    for (const count of [4, 8, 10]) {
      await page.clock.runFor(3_000);
      await expect.poll(() => new Set(asked).size).toBe(count);
    }
    expect([...new Set(asked)].sort()).toEqual([...LINKS].sort());
  });

test("prefetching pauses while the tab is hidden", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(document, "hidden", { get: () => "away" in window }));
  const asked = await tenLinks(page);
  await page.evaluate(() => Object.assign(window, { away: true }));
  await page.clock.runFor(9_000);
  expect(asked).toEqual([]);
  await page.evaluate(() => {
    delete (window as { away?: boolean }).away;
  });
  await page.clock.runFor(3_000);
  await expect.poll(() => asked.length).toBe(4);
});

test("prefetching pauses while a page is loading", async ({ page }) => {
  await page.route("**/page-data/info/terms/page-data.json", () => undefined);
  const asked = await tenLinks(page);
  const begun = page.waitForRequest("**/page-data/info/terms/page-data.json");
  await page.getByRole("link", { name: "terms", exact: true }).dispatchEvent("click");
  await begun;
  await page.clock.runFor(9_000);
  expect(asked).toEqual(["terms"]);
});

for (const [who, prepare] of [
  ["Save-Data", connection({ saveData: true, effectiveType: "4g" })],
  ["a 2g network", connection({ effectiveType: "2g" })],
  ["a slow 2g network", connection({ effectiveType: "slow-2g" })],
  ["the name of a bot", agent("Mozilla/5.0 (compatible; Examplebot/2.1)")],
  ["the name of a spider", agent("ExampleSpider")],
  [
    "no network",
    (page: Page) => page.addInitScript(() => Object.defineProperty(navigator, "onLine", { value: false })),
  ],
] as const)
  test(`with ${who} nothing is prefetched, not even on hover`, async ({ page }) => {
    await prepare(page);
    const asked = await tenLinks(page);
    await page.getByRole("link", { name: "terms", exact: true }).hover();
    await page.clock.runFor(12_000);
    expect(asked).toEqual([]);
  });

function connection(value: { saveData?: boolean; effectiveType: string }) {
  return (page: Page) =>
    page.addInitScript((it) => Object.defineProperty(navigator, "connection", { value: it }), value);
}

function agent(value: string) {
  return (page: Page) =>
    page.addInitScript((it) => Object.defineProperty(navigator, "userAgent", { value: it }), value);
}

test("links rendered later by a widget are prefetched", async ({ page }) => {
  await page.goto(`${SERVED}/lobby/games/`);
  await page.waitForFunction(() => document.documentElement.dataset.loader === "deferred");
  const ahead = page.waitForRequest("**/page-data/vip/page-data.json");
  await page.locator("main").evaluate((main) => {
    main.prepend(Object.assign(document.createElement("a"), { href: "/vip/", textContent: "drawn later" }));
  });
  await ahead;
});

test("a pointer that passes over a link requests nothing", async ({ page }) => {
  await page.clock.install();
  await page.goto(`${SERVED}/info/faq/`);
  await page.waitForFunction(() => document.documentElement.dataset.loader === "deferred", undefined, { polling: 50 });
  await page.clock.pauseAt(Date.now() + 60_000);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const link = page.locator("footer a[href='/info/terms/']");
  await link.dispatchEvent("pointerover");
  await page.clock.runFor(90);
  await link.dispatchEvent("pointerout");
  await page.clock.runFor(200);
  expect(asked.filter((url) => url.includes("/info/terms/"))).toEqual([]);
  const ahead = page.waitForRequest("**/page-data/info/terms/page-data.json");
  await link.dispatchEvent("pointerover");
  await page.clock.runFor(110);
  await ahead;
});

/** Runs the idle callbacks in `count` frames with `left_ms` of idle time each. */
const frames = (page: Page, count: number, left_ms: number) =>
  page.evaluate(
    async ([many, left]) => {
      const { waiting } = window as unknown as { waiting: IdleRequestCallback[] };
      for (let frame = 0; frame < many; frame++) {
        for (const then of waiting.splice(0)) then({ didTimeout: false, timeRemaining: () => left });
        await new Promise((then) => setTimeout(then));
      }
    },
    [count, left_ms] as const,
  );

/** Opens a page whose idle callbacks run only in `frames`. Returns its preload hints. */
async function withoutIdling(page: Page) {
  await page.addInitScript(() => {
    const waiting: IdleRequestCallback[] = [];
    Object.assign(window, { waiting, requestIdleCallback: (then: IdleRequestCallback) => waiting.push(then) });
  });
  await page.goto(`${SERVED}/info/faq/`);
  await ready(page);
  await frames(page, 1, 50);
  await page.waitForFunction(() => document.documentElement.dataset.loader === "deferred");
  const hints = page.locator("head link:is([rel=modulepreload], [rel=preload])");
  return {
    hints,
    before: await hints.count(),
    came: page.waitForResponse("**/page-data/lobby/promotions/page-data.json"),
  };
}
/** Waits until an idle callback is queued. */
const waits = (page: Page) =>
  page.waitForFunction(() => (window as unknown as { waiting: unknown[] }).waiting.length > 0);

test("chunks of visible pages wait for scrolling to stop, with a limit", async ({ page }) => {
  const { hints, before, came } = await withoutIdling(page);
  await (await came).finished();
  await waits(page);
  await frames(page, 60, 8);
  await expect(hints).toHaveCount(before);
  const more = async () => {
    await frames(page, 10, 8);
    return hints.count();
  };
  await expect.poll(more).toBeGreaterThan(before);
  const code = page.waitForRequest(/assets\/promotions-.+\.css$/);
  await frames(page, 10, 50);
  await code;
});

test("chunks of a hovered page wait only for their own turn", async ({ page }) => {
  const { hints, before, came } = await withoutIdling(page);
  await page.locator("a[href='/lobby/promotions/']").first().dispatchEvent("pointerover");
  await (await came).finished();
  await waits(page);
  const code = page.waitForRequest(/assets\/promotions-.+\.css$/);
  await frames(page, 20, 8);
  await code;
  expect(await hints.count()).toBeGreaterThan(before);
});
