// Fast clicks on a network that fails at random: URL, title and page agree at the end, and few documents are loaded.

import type { Page } from "@playwright/test";
import type { Signals } from "../../../../runtime/loader/src/signals";
import { expect, rows, SERVED, test, waitForLoader } from "../../support/test";

test.use({ serviceWorkers: "block" });

const PATHS = ["/info/faq/", "/info/terms/", "/info/privacy/", "/info/banking/", "/lobby/games/", "/lobby/promotions/"];

/** Returns a pseudo-random generator of numbers from 0 up to 1. */
function randomNumbers(seed: number): () => number {
  let seedState = seed;
  return () => {
    seedState = (Math.imul(seedState, 1_664_525) + 1_013_904_223) >>> 0;
    return seedState / 2 ** 32;
  };
}

/** Goes back, forward or to a page. */
function travel([kind, to]: readonly ["back" | "forward" | "go", string]) {
  if (kind === "go") return void document.dispatchEvent(new CustomEvent("croupier:navigate", { detail: { to: to } }));
  type Travel = () => { committed: Promise<unknown>; finished: Promise<unknown> };
  const { navigation } = window as unknown as { navigation: { back: Travel; forward: Travel } };
  const { committed, finished } = navigation[kind]();
  committed.catch(() => undefined);
  finished.catch(() => undefined);
}

/** Waits for the end of the newest visit. Returning to the page that is still shown cancels a visit, which counts as an end. */
async function waitForLastVisit(page: Page) {
  const lastVisit = () =>
    page.evaluate(() => {
      const { last = "done", at = 0 } = window as unknown as { last?: string; at?: number };
      const isLoaderComplete = document.documentElement.dataset.loader === "deferred";
      const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? origin;
      const isReturned = last === "cancelled" && [location.pathname, "/500.html"].includes(new URL(canonical).pathname);
      return isLoaderComplete && performance.now() - at > 300 ? (isReturned ? "done" : last) : "";
    });
  await expect.poll(() => lastVisit().catch(() => "")).toMatch(/^(done|failed)$/);
}

for (const seed of [12, 19, 43, 64])
  test(`storm ${seed}: URL and page match, and no path loads two documents`, { annotation: rows("4.9-01") }, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    const random = randomNumbers(seed);
    const pickFrom = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    // Shortens retry delays, which other tests check.
    await page.addInitScript(() => {
      const nativeSetTimeout = window.setTimeout;
      Object.assign(window, {
        setTimeout: (callback: () => void, milliseconds = 0) =>
          nativeSetTimeout(callback, milliseconds > 9_000 ? milliseconds : milliseconds / 50),
      });
      let action = "";
      let isLeaving = false;
      document.addEventListener("croupier:before-visit", (event) => {
        action = (event as CustomEvent<Signals["croupier:before-visit"]>).detail.action;
      });
      document.addEventListener("croupier:visit", (event) => {
        const { kind, to } = (event as CustomEvent<Signals["croupier:visit"]>).detail;
        Object.assign(window, { last: kind, at: performance.now() });
        // Back over a document load causes another one, which the player requested. So does a click while the browser leaves the document.
        if (kind === "document_load" && action !== "traverse" && !isLeaving)
          sessionStorage.setItem("document loads", `${sessionStorage.getItem("document loads") ?? ""} ${to}`);
        isLeaving = kind === "document_load";
      });
    });
    const heldRequests: (() => void)[] = [];
    await page.route(/\/(page-data|slice-data)\/.*(page-data|footer|navigation)\.json/, async (route) => {
      const sample = random();
      if (sample < 0.15) await new Promise<void>((resolve) => heldRequests.push(resolve));
      const handled =
        sample > 0.5 ? route.fulfill({ status: 503, body: "" }) : sample > 0.45 ? route.abort() : route.continue();
      // The visit of this request can be over.
      await handled.catch(() => undefined);
    });
    await page.goto(`${SERVED}/info/faq/`);
    await waitForLoader(page);
    for (let step = 0; step < 60; step++) {
      const sample = random();
      const [kind, to] = [sample < 0.2 ? "back" : sample < 0.3 ? "forward" : "go", pickFrom(PATHS)] as const;
      // A document load can start at any time, and the call fails then.
      await page.evaluate(travel, [kind, to] as const).catch(() => undefined);
      if (random() < 0.3) await page.waitForTimeout(0);
      if (random() < 0.5) heldRequests.shift()?.();
    }
    for (const resolve of heldRequests.splice(0)) resolve();
    await page.unroute(/\/(page-data|slice-data)\/.*(page-data|footer|navigation)\.json/);
    await waitForLastVisit(page);
    const state = await page.evaluate(() => ({
      path: location.pathname,
      title: document.title,
      canonical: new URL(document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? origin).pathname,
      heading: document.querySelector("main h1")?.outerHTML.replace(/ tabindex="-1"/, ""),
      mains: document.querySelectorAll("main").length,
      layers: document.querySelectorAll("dialog[open]").length,
    }));
    const data = await (await page.request.get(`${SERVED}/page-data${state.path}page-data.json`)).json();
    const isErrorPage = state.canonical === "/500.html";
    expect(state).toMatchObject({ mains: 1, layers: 0 });
    if (!isErrorPage) {
      expect(state).toMatchObject({ title: data.croupier.title, canonical: state.path });
      expect(data.croupier.main).toContain(state.heading);
    }
    const loads = ((await page.evaluate(() => sessionStorage.getItem("document loads"))) ?? "")
      .trim()
      .split(" ")
      .sort();
    expect(loads).toEqual([...new Set(loads)]);
  });
