// Prefetching in a real browser: batches by the clock, at once under the pointer, once only, and not for those who pay for every byte.

import type { Page } from "@playwright/test";
import { expect, ready, SERVED, test } from "./test";

test.use({ serviceWorkers: "block" });

/** A page whose links in view are exactly these ten, and a list of the page-data that was asked for. */
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
  await page.waitForFunction(() => document.querySelector(".notice") !== null, undefined, { polling: 50 });
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
test("ten links in view are loaded 4 at 3 s, 4 at 6 s and 2 at 9 s [4.9-03]", async ({ page }) => {
  const asked = await tenLinks(page);
  expect(asked).toEqual([]);
  for (const count of [4, 8, 10]) {
    await page.clock.runFor(2_900);
    expect(asked.length).toBeLessThan(count);
    await page.clock.runFor(100);
    await expect.poll(() => asked.length).toBe(count);
  }
  await page.clock.runFor(30_000);
  expect([...asked].sort()).toEqual([...LINKS].sort());
});

test("a link under the pointer is loaded at once, and a click asks for nothing again", async ({ page, documents }) => {
  const asked = await tenLinks(page);
  const link = page.getByRole("link", { name: "terms", exact: true });
  const loaded = page.waitForResponse(/page-data\/info\/terms/);
  await link.hover();
  await loaded;
  expect(asked).toEqual(["terms"]);
  await link.click();
  await expect(page.locator("h1")).toBeVisible();
  expect(page.url()).toBe(`${SERVED}/info/terms/`);
  expect(asked).toEqual(["terms"]);
  expect(documents).toHaveLength(1);
});

test("with Save-Data nothing is loaded ahead, under the pointer neither", async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } }),
  );
  const asked = await tenLinks(page);
  await page.getByRole("link", { name: "terms", exact: true }).hover();
  await page.clock.runFor(12_000);
  expect(asked).toEqual([]);
});
