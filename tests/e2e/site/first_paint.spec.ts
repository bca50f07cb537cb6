// First paint: the session is known before it, only the document blocks it, and nothing shifts after it.

import type { Page } from "@playwright/test";
import { logIn } from "../pages/onboarding";
import { expectShiftBelow, readShifts, watchShifts } from "../support/layout_shifts";
import { fakeSession, storageRecords } from "../support/players";
import { expect, SERVED, test, waitForFonts, waitForLoader } from "../support/test";

test.use({ motion: true, serviceWorkers: "block" });

const signIn = (page: Page) =>
  page.addInitScript((records) => Object.assign(localStorage, records), storageRecords(fakeSession()));

/** Hydrates all islands of the page. */
async function hydrateAll(page: Page) {
  await waitForLoader(page);
  // For a guest, an empty island shows nothing.
  const islands = page.locator("[data-island]:has(> *)");
  for (const island of await islands.all()) {
    await island.locator("> *").first().dispatchEvent("pointerover");
    await expect(island).toHaveAttribute("data-hydrated", "");
  }
}

for (const signedIn of [true, false])
  test(`${signedIn ? "a player" : "a guest"} is recognized before the first paint`, async ({ page }) => {
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

test("style sheets are inlined, and nothing blocks rendering", async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`, { waitUntil: "load" });
  const blocking = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as (PerformanceResourceTiming & { renderBlockingStatus: string })[])
      .filter((entry) => entry.renderBlockingStatus === "blocking")
      .map((entry) => new URL(entry.name).pathname.replace(/-\w+\./, ".")),
  );
  expect(blocking).toEqual([]);
  const sheets = page.locator("style[data-href]");
  expect(
    await sheets.evaluateAll((elements) =>
      elements.map((element) => (element as HTMLStyleElement).sheet?.cssRules.length ?? 0),
    ),
  ).toEqual([expect.any(Number), expect.any(Number)]);
  await expect(sheets.first()).toHaveAttribute("data-href", /^\/assets\/site-/);
  await expect(sheets.last()).toHaveAttribute("data-href", /^\/assets\/info-/);
});

test("a page of another kind loads its style sheet once", async ({ page }) => {
  const sheetNames: string[] = [];
  page.on("response", (response) => {
    const name = /\/assets\/(\w+)-\w+\.css$/.exec(response.url())?.[1];
    if (name) sheetNames.push(name);
  });
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  await page.locator(".logo").first().click();
  await expect(page.locator(".hero")).toHaveCSS("display", "grid");
  await page.goBack();
  await expect(page.locator(".info__body")).toHaveCSS("display", "grid");
  await page.goForward();
  await expect(page.locator(".hero")).toHaveCSS("display", "grid");
  expect([...new Set(sheetNames)]).toEqual(["home"]);
  await expect(page.locator('link[rel="stylesheet"][href*="/home-"]')).toHaveCount(1);
});

for (const [name, viewport] of [
  ["desktop", { width: 1280, height: 800 }],
  ["phone", { width: 390, height: 844 }],
] as const)
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    for (const path of ["/", "/info/faq/", "/lobby/promotions/", "/lobby/games/"])
      test(`hydration shifts nothing on ${path}`, async ({ page }) => {
        // Layout shifts by fonts have their own test.
        await page.route("**/assets/fonts/*", (route) => route.abort());
        await watchShifts(page);
        await page.goto(SERVED + path);
        await hydrateAll(page);
        expect(await readShifts(page)).toEqual([]);
        // Checks that the measurement works.
        await page.locator("main").evaluate((main) => {
          main.style.marginTop = "90px";
        });
        await expect.poll(async () => (await readShifts(page)).length).toBeGreaterThan(0);
      });

    test("hydration for a player shifts almost nothing", async ({ page }) => {
      await page.goto("/lobby/games/");
      await logIn(page);
      await expect(page.locator("html")).toHaveAttribute("data-session", "in");
      await watchShifts(page);
      for (const path of ["/lobby/games/", "/info/faq/"]) {
        await page.goto(path);
        await hydrateAll(page);
        await expect(page.getByText("$50.00").first()).toBeAttached();
        await waitForFonts(page);
        // The greeting reserves space for the balance.
        await expectShiftBelow(page, 0.002);
      }
    });
  });
