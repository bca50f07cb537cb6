// Fast clicks on a network that fails at random: URL, title and page agree at the end, and few documents are loaded.

import type { Page } from "@playwright/test";
import type { Signals } from "../../runtime/src/signals";
import { expect, ready, rows, SERVED, test } from "./test";

test.use({ serviceWorkers: "block" });

const PATHS = ["/info/faq/", "/info/terms/", "/info/privacy/", "/info/banking/", "/lobby/games/", "/lobby/promotions/"];

/** Returns a pseudo-random generator of numbers from 0 up to 1. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
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
async function calm(page: Page) {
  const end = () =>
    page.evaluate(() => {
      const { last = "done", at = 0 } = window as unknown as { last?: string; at?: number };
      const isWhole = document.documentElement.dataset.loader === "deferred";
      const shown = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? origin;
      const isBack = last === "cancelled" && [location.pathname, "/500.html"].includes(new URL(shown).pathname);
      return isWhole && performance.now() - at > 300 ? (isBack ? "done" : last) : "";
    });
  await expect.poll(() => end().catch(() => "")).toMatch(/^(done|failed)$/);
}

for (const seed of [12, 19, 43, 64])
  test(`storm ${seed}: URL and page match, and no path loads two documents`, { annotation: rows("4.9-01") }, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    const chance = chances(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
    // Shortens retry delays, which other tests check.
    await page.addInitScript(() => {
      const wait = window.setTimeout;
      Object.assign(window, {
        setTimeout: (then: () => void, milliseconds = 0) =>
          wait(then, milliseconds > 9_000 ? milliseconds : milliseconds / 50),
      });
      document.addEventListener("croupier:visit", (event) => {
        const { kind, to } = (event as CustomEvent<Signals["croupier:visit"]>).detail;
        Object.assign(window, { last: kind, at: performance.now() });
        if (kind === "document_load")
          sessionStorage.setItem("document loads", `${sessionStorage.getItem("document loads") ?? ""} ${to}`);
      });
    });
    const held: (() => void)[] = [];
    await page.route(/\/(page-data|slice-data)\/.*(page-data|footer|navigation)\.json/, async (route) => {
      const fate = chance();
      if (fate < 0.15) await new Promise<void>((then) => held.push(then));
      const answer =
        fate > 0.5 ? route.fulfill({ status: 503, body: "" }) : fate > 0.45 ? route.abort() : route.continue();
      // The visit of this request can be over.
      await answer.catch(() => undefined);
    });
    await page.goto(`${SERVED}/info/faq/`);
    await ready(page);
    for (let step = 0; step < 60; step++) {
      const fate = chance();
      const [kind, to] = [fate < 0.2 ? "back" : fate < 0.3 ? "forward" : "go", pick(PATHS)] as const;
      // A document load can start at any time, and the call fails then.
      await page.evaluate(travel, [kind, to] as const).catch(() => undefined);
      if (chance() < 0.3) await page.waitForTimeout(0);
      if (chance() < 0.5) held.shift()?.();
    }
    for (const then of held.splice(0)) then();
    await page.unroute(/\/(page-data|slice-data)\/.*(page-data|footer|navigation)\.json/);
    await calm(page);
    const shown = await page.evaluate(() => ({
      path: location.pathname,
      title: document.title,
      canonical: new URL(document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? origin).pathname,
      heading: document.querySelector("main h1")?.outerHTML.replace(/ tabindex="-1"/, ""),
      mains: document.querySelectorAll("main").length,
      layers: document.querySelectorAll("dialog[open]").length,
    }));
    const data = await (await page.request.get(`${SERVED}/page-data${shown.path}page-data.json`)).json();
    const failed = shown.canonical === "/500.html";
    expect(shown).toMatchObject({ mains: 1, layers: 0 });
    if (!failed) {
      expect(shown).toMatchObject({ title: data.croupier.title, canonical: shown.path });
      expect(data.croupier.main).toContain(shown.heading);
    }
    // Back over a document load causes another one, which the player requested.
    const loads = ((await page.evaluate(() => sessionStorage.getItem("document loads"))) ?? "")
      .trim()
      .split(" ")
      .sort();
    expect(loads).toEqual([...new Set(loads)]);
  });
