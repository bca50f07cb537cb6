// The JavaScript that each page fetches, for guests and players: at rest, and after opening a dialog.

import type { Browser, Page } from "@playwright/test";
import { cashierDialog } from "../pages/dialogs";
import { expect, ROUTES, SERVED, test } from "../support/test";
import { type Action, type Weight, weigh } from "../support/weights";

const KB = 1024;
/** Bytes at most, after Brotli at level 11: what is reached. docs/content/casino/performance.md has the goals. */
const LIMITS = { guest: 31.5 * KB, login: 105 * KB, signup: 109 * KB, player: 100 * KB, cashier: 108 * KB };
/** Pages about an account open LOGIN for guests by themselves, so they load its code at rest. */
const WITH_LOGIN = ["/cashier/", "/lobby/account/", "/lobby/account/history/", "/lobby/account/preferences/"];

/** Opens a form with the button in the header, if there is one. */
const openFormByButton =
  (name: string): Action =>
  async (page: Page) => {
    const dialog = page.getByRole("dialog");
    const button = page.getByRole("banner").getByRole("button", { name, exact: true });
    // Account pages open LOGIN for guests by themselves.
    if (!(await dialog.isVisible())) {
      if (!(await button.isVisible())) return;
      await button.click();
    }
    await expect(dialog.locator("form")).toBeVisible();
  };

/** Opens the cashier with the button in the header, if there is one. */
const openCashier: Action = async (page) => {
  const button = page.getByRole("banner").getByRole("button", { name: "Cashier" });
  if (!(await button.isVisible())) return;
  await button.click();
  await expect(cashierDialog(page).getByRole("tab").first()).toBeVisible();
};

/** Returns all routes, with those that the sitemap omits. */
async function allPages() {
  const sitemap = await (await fetch(`${SERVED}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
  return [...new Set([...listed, ...Object.keys(ROUTES)])].sort();
}

/** Number of tests among which the pages are divided, so that several workers measure them. */
const SHARDS = 4;
let pagesOfKinds: Promise<string[]> | undefined;

/** Returns the pages of one test: one of each kind. Pages with the same islands and hydration triggers load the same scripts. */
async function pagesOf(shard: number): Promise<string[]> {
  pagesOfKinds ??= pagesByIslands();
  return (await pagesOfKinds).filter((_, index) => index % SHARDS === shard);
}

async function pagesByIslands() {
  const kinds = new Map<string, string>();
  const pages = await allPages();
  expect(pages.length).toBeGreaterThan(20);
  for (const path of pages) {
    const html = await (await fetch(SERVED + path)).text();
    const islands = [...html.matchAll(/<[^>]*data-island="([^"]*)"[^>]*>/g)].map(
      ([tag, name]) => `${name} ${/data-hydrate="([^"]*)"/.exec(tag)?.[1] ?? "load"}`,
    );
    const kind = [...new Set(islands)].sort().join();
    if (!kinds.has(kind)) kinds.set(kind, path);
  }
  return [...kinds.values()];
}

async function measure(browser: Browser, paths: readonly string[], login: string | undefined, action: Action) {
  const rows: { path: string; weight: Weight }[] = [];
  for (const path of paths) {
    const weight = await weigh(browser, path, login, action);
    // Prints rows for docs/content/casino/performance.md.
    if (process.env.WEIGHTS) console.log(`| ${path} | ${weight.rest} | ${weight.opened} | ${weight.files.join(" ")}`);
    rows.push({ path, weight });
  }
  return rows;
}

for (let shard = 0; shard < SHARDS; shard += 1) {
  const part = `part ${shard + 1} of ${SHARDS}`;

  test(`no page weighs more than its limit for guests, at rest and with LOGIN open, ${part}`, async ({ browser }) => {
    test.setTimeout(150_000);
    const rows = await measure(browser, await pagesOf(shard), undefined, openFormByButton("LOGIN"));
    expect(rows.length).toBeGreaterThan(0);
    const limitOf = (path: string) => (WITH_LOGIN.includes(path) ? LIMITS.login : LIMITS.guest);
    expect.soft(rows.filter(({ path, weight }) => weight.rest > limitOf(path))).toEqual([]);
    expect.soft(rows.filter(({ weight }) => weight.opened > LIMITS.login)).toEqual([]);
  });

  test(`no page weighs more than its limit for players, at rest and with the cashier open, ${part}`, async ({
    browser,
  }) => {
    test.setTimeout(150_000);
    // The landing page redirects players to the lobby.
    const paths = (await pagesOf(shard)).map((path) => (path === "/" ? "/info/faq/" : path));
    const rows = await measure(browser, paths, "annx", openCashier);
    expect(rows.length).toBeGreaterThan(0);
    expect.soft(rows.filter(({ weight }) => weight.rest > LIMITS.player)).toEqual([]);
    expect.soft(rows.filter(({ weight }) => weight.opened > LIMITS.cashier)).toEqual([]);
  });
}

test("no page weighs more than its limit for guests with SIGN UP open", async ({ browser }) => {
  test.setTimeout(90_000);
  const paths = ["/", "/lobby/games/", "/lobby/promotions/"];
  const rows = await measure(browser, paths, undefined, openFormByButton("SIGN UP"));
  expect.soft(rows.filter(({ weight }) => weight.opened > LIMITS.signup)).toEqual([]);
});
