// The JavaScript that each page fetches, for guests and players: at rest, and with the dialogs open that most of them use.

import type { Page } from "@playwright/test";
import { expect, ROUTES, SERVED, test } from "./test";
import { type Action, type Weight, weigh } from "./weights";

const KB = 1024;
/** Bytes at most, after Brotli at level 11. docs/performance.md has the goals, which some pages miss. */
const LIMITS = { guest: 40 * KB, login: 113 * KB, signup: 113 * KB, player: 109 * KB, cashier: 121 * KB };
/** Pages that load React for guests at rest: they miss the goal of 40 KB. */
const WITH_REACT: Readonly<Record<string, number>> = {
  "/cashier/": 94 * KB,
  "/lobby/account/": 94 * KB,
  "/lobby/account/history/": 94 * KB,
  "/lobby/account/preferences/": 94 * KB,
  "/lobby/games/": 99.5 * KB,
  "/lobby/promotions/": 97 * KB,
  "/marketing/": 90 * KB,
  "/unsubscribe/": 83 * KB,
};

/** Opens a form by the button in the page's header. */
const byButton =
  (name: string): Action =>
  async (page: Page) => {
    const dialog = page.getByRole("dialog");
    // Pages about an account open LOGIN for guests by themselves.
    if (!(await dialog.isVisible())) await page.getByRole("banner").getByRole("button", { name, exact: true }).click();
    await expect(dialog.locator("form")).toBeVisible();
  };

const openCashier: Action = async (page) => {
  await page.getByRole("banner").getByRole("button", { name: "Cashier" }).click();
  await expect(page.getByRole("dialog", { name: "CASHIER" }).getByRole("tab").first()).toBeVisible();
};

/** All pages of the sitemap, and those that it leaves out. */
async function pages() {
  const sitemap = await (await fetch(`${SERVED}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
  return [...new Set([...listed, ...Object.keys(ROUTES)])].sort();
}

/** Prints rows for docs/performance.md. */
function print(rows: readonly { path: string; weight: Weight }[]) {
  if (process.env.WEIGHTS)
    for (const { path, weight } of rows)
      console.log(`| ${path} | ${weight.rest} | ${weight.opened} | ${weight.files.join(" ")}`);
}

/** Pages that fetch the same files at rest fetch the same for a dialog: one of each kind is opened. */
function kinds(rows: readonly { path: string; weight: Weight }[]) {
  return [...new Map(rows.map((row) => [row.weight.files.join(), row.path])).values()];
}

async function measure(browser: Parameters<typeof weigh>[0], paths: readonly string[], login?: string, act?: Action) {
  const rows: { path: string; weight: Weight }[] = [];
  for (const path of paths) {
    const row = { path, weight: await weigh(browser, path, login, act) };
    print([row]);
    rows.push(row);
  }
  return rows;
}

test("no page weighs more than its limit for guests, at rest and with LOGIN or SIGN UP open", async ({ browser }) => {
  test.setTimeout(300_000);
  const all = await measure(browser, await pages());
  expect(all.length).toBeGreaterThan(20);
  const heavy = all.filter(({ path, weight }) => weight.rest > (WITH_REACT[path] ?? LIMITS.guest));
  expect.soft(heavy).toEqual([]);
  for (const [name, limit] of [
    ["LOGIN", LIMITS.login],
    ["SIGN UP", LIMITS.signup],
  ] as const) {
    const opened = await measure(browser, kinds(all), undefined, byButton(name));
    expect.soft(opened.filter(({ weight }) => weight.opened > limit)).toEqual([]);
  }
});

test("no page weighs more than its limit for players, at rest and with the cashier open", async ({ browser }) => {
  test.setTimeout(300_000);
  // The landing page redirects players to the lobby.
  const all = await measure(
    browser,
    (await pages()).filter((path) => path !== "/"),
    "annx",
  );
  expect.soft(all.filter(({ weight }) => weight.rest > LIMITS.player)).toEqual([]);
  const opened = await measure(browser, kinds(all), "annx", openCashier);
  expect.soft(opened.filter(({ weight }) => weight.opened > LIMITS.cashier)).toEqual([]);
});
