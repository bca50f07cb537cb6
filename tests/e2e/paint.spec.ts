// The first paint: signed in or not is known before it, it waits for the document alone, and nothing moves after it.

import type { Page, Route } from "@playwright/test";
import { expect, FONTS, fontsShown, logIn, madeUpSession, ready, recordsOf, SERVED, test } from "./test";

test.use({ motion: true, serviceWorkers: "block" });

const signIn = (page: Page) =>
  page.addInitScript((records) => Object.assign(localStorage, records), recordsOf(madeUpSession()));

/** Adds up what moved without anybody having touched it, and names what did. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const moved: { by: number; what: string[] }[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        const what = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML : "text").slice(0, 120));
        if (!entry.hadRecentInput) moved.push({ by: entry.value, what });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
const moved = (page: Page) =>
  page.evaluate(async () => {
    // What moved in a frame is told after it.
    await new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(then))));
    return (window as unknown as { moved: { by: number; what: string[] }[] }).moved.filter(({ by }) => by > 0.001);
  });

/** Wakes every island of the page. */
async function wakeAll(page: Page) {
  await ready(page);
  // One that is empty shows nothing to a guest.
  const islands = page.locator("[data-island]:has(> *)");
  for (const island of await islands.all()) {
    await island.locator("> *").first().dispatchEvent("pointerover");
    await expect(island).toHaveAttribute("data-awake", "");
  }
}

for (const signedIn of [true, false])
  test(`${signedIn ? "a player" : "a guest"} is known as such before there is anything to paint`, async ({ page }) => {
    if (signedIn) await signIn(page);
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        observer.disconnect();
        sessionStorage.setItem("known", document.documentElement.dataset.session ?? "out");
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${SERVED}/info/faq/`);
    expect(await page.evaluate(() => sessionStorage.getItem("known"))).toBe(signedIn ? "in" : "out");
  });

test("nothing that the page loads blocks rendering: its style sheets stand in it", async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`, { waitUntil: "load" });
  const blocking = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as (PerformanceResourceTiming & { renderBlockingStatus: string })[])
      .filter((entry) => entry.renderBlockingStatus === "blocking")
      .map((entry) => new URL(entry.name).pathname.replace(/-\w+\./, ".")),
  );
  expect(blocking).toEqual([]);
  const sheets = page.locator("style[data-href]");
  expect(
    await sheets.evaluateAll((all) => all.map((it) => (it as HTMLStyleElement).sheet?.cssRules.length ?? 0)),
  ).toEqual([expect.any(Number), expect.any(Number)]);
  await expect(sheets.first()).toHaveAttribute("data-href", /^\/assets\/site-/);
  await expect(sheets.last()).toHaveAttribute("data-href", /^\/assets\/info-/);
});

test("a page of another kind is shown with its style sheet, which comes once", async ({ page }) => {
  const asked: string[] = [];
  page.on("response", (response) => {
    const sheet = /\/assets\/(\w+)-\w+\.css$/.exec(response.url())?.[1];
    if (sheet) asked.push(sheet);
  });
  await page.goto(`${SERVED}/info/faq/`);
  await ready(page);
  await page.locator(".logo").first().click();
  await expect(page.locator(".hero")).toHaveCSS("display", "grid");
  await page.goBack();
  await expect(page.locator(".info__body")).toHaveCSS("display", "grid");
  await page.goForward();
  await expect(page.locator(".hero")).toHaveCSS("display", "grid");
  expect([...new Set(asked)]).toEqual(["home"]);
  await expect(page.locator('link[rel="stylesheet"][href*="/home-"]')).toHaveCount(1);
});

for (const [name, viewport] of [
  ["desktop", { width: 1280, height: 800 }],
  ["phone", { width: 390, height: 844 }],
] as const)
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    for (const path of ["/", "/info/faq/", "/lobby/promotions/", "/lobby/games/"])
      test(`nothing of ${path} moves when islands wake`, async ({ page }) => {
        // What fonts move when they come late is another test's matter.
        await page.route("**/assets/fonts/*", (route) => route.abort());
        await watch(page);
        await page.goto(SERVED + path);
        await wakeAll(page);
        expect(await moved(page)).toEqual([]);
        // The measure itself works.
        await page.locator("main").evaluate((main) => {
          main.style.marginTop = "90px";
        });
        await expect.poll(async () => (await moved(page)).length).toBeGreaterThan(0);
      });

    test("next to nothing moves when a player's islands wake and their balance comes", async ({ page }) => {
      await page.goto("/lobby/games/");
      await logIn(page);
      await expect(page.locator("html")).toHaveAttribute("data-session", "in");
      await watch(page);
      for (const path of ["/lobby/games/", "/info/faq/"]) {
        await page.goto(path);
        await wakeAll(page);
        await expect(page.getByText("$50.00").first()).toBeAttached();
        await fontsShown(page);
        // The greeting makes room for the balance; 0.1 in all is what counts as good.
        expect((await moved(page)).reduce((sum, { by }) => sum + by, 0)).toBeLessThan(0.002);
      }
    });

    for (const path of ["/", "/freespins/", "/info/faq/"])
      test(`the brand's fonts are shown on a first visit to ${path}, and next to nothing moves when they come`, async ({
        page,
      }) => {
        const held: Route[] = [];
        await page.route("**/*.woff2", (route) => void held.push(route));
        await watch(page);
        await page.goto(SERVED + path, { waitUntil: "commit" });
        await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
        await expect.poll(() => held.length).toBeGreaterThan(0);
        for (const route of held) await route.continue();
        await fontsShown(page);
        const [painted, asked] = await page.evaluate(() => [
          performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
          performance.getEntriesByType("resource").flatMap((it) => (it.name.endsWith(".woff2") ? it.startTime : [])),
        ]);
        expect(asked).toHaveLength(FONTS.length);
        for (const time of asked as number[]) expect(time).toBeGreaterThan(painted as number);
        const shift = (await moved(page)).reduce((sum, { by }) => sum + by, 0);
        expect(shift).toBeLessThan(0.01);
      });
  });

test("without scripts the brand's fonts come with the page", async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const fonts: string[] = [];
  page.on("response", (answer) => {
    const [, font] = answer.url().match(/\/assets\/fonts\/(\w+)-.*\.woff2$/) ?? [];
    if (font && answer.ok()) fonts.push(font);
  });
  await page.goto(`${SERVED}/info/faq/`);
  await expect.poll(() => fonts.sort()).toEqual(["fraunces", "manrope"]);
  await page.close();
});
