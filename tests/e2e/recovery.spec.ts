// Code or data that is gone: one document load to the address that was asked for, then calm. Never a loop.

import type { Page } from "@playwright/test";
import { expect, ready, SERVED, test } from "./test";

/** All failures of a tab go through this event; the promise is of the `count`th for code that is gone. */
async function countLost(page: Page) {
  await page.addInitScript(() => {
    const tally = Number(sessionStorage.getItem("lost") ?? 0);
    let lost = tally;
    addEventListener(
      "croupier:error",
      (event) => {
        if ((event as CustomEvent<{ lost?: boolean }>).detail.lost) sessionStorage.setItem("lost", String(++lost));
      },
      true,
    );
  });
}
const lost = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem("lost") ?? 0));
const login = (page: Page) => page.getByRole("button", { name: "LOGIN" }).first();

test.use({ serviceWorkers: "block" });

test("an island whose code is gone for good costs one document load, then keeps its HTML and tries again quietly [4.9-01]", async ({
  page,
  documents,
}) => {
  await page.clock.install();
  await countLost(page);
  await page.route(/\/assets\/modal-/, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(`${SERVED}/info/faq/?from=mail#money`);
  await ready(page);
  const again = page.waitForEvent("domcontentloaded");
  await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
  await again;
  expect(documents).toHaveLength(2);
  expect(page.url()).toBe(`${SERVED}/info/faq/?from=mail#money`);
  await ready(page);
  await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
  for (const [pause, failures] of [
    [2_000, 2],
    [10_000, 3],
    [60_000, 4],
  ] as const) {
    await expect.poll(() => lost(page)).toBe(failures);
    await page.clock.fastForward(pause);
  }
  await expect.poll(() => lost(page)).toBe(5);
  // The dialogue itself is the browser's, so that it opens although its island sleeps.
  await login(page).click();
  await expect(page.getByRole("dialog", { name: "Welcome back" })).toBeVisible();
  expect(documents).toHaveLength(2);
});

for (const [what, files] of [
  ["its own code", /\/assets\/modal-/],
  ["code that it imports", /\/assets\/(vendor|shared)-/],
] as const)
  test(`an island wakes at a later try, when ${what} is there again`, async ({ page, documents }) => {
    await page.clock.install();
    await countLost(page);
    await page.route(files, (route) => route.abort());
    await page.goto(`${SERVED}/info/faq/`);
    await ready(page);
    const again = page.waitForEvent("domcontentloaded");
    await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
    await again;
    await ready(page);
    await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
    await expect.poll(() => lost(page)).toBe(2);
    await page.unroute(files);
    await page.clock.fastForward(2_000);
    await expect(page.locator('[data-island="modal"]')).toHaveAttribute("data-awake", "");
    expect(documents).toHaveLength(2);
  });

test("vendor code that all islands need, gone for good, is one document load on each page", async ({
  page,
  documents,
}) => {
  await countLost(page);
  await page.route(/\/assets\/(vendor|shared)-/, (route) => route.abort());
  for (const [visits, path] of ["/info/faq/", "/info/terms/", "/info/faq/"].entries()) {
    const before = documents.length;
    await page.goto(SERVED + path);
    await ready(page);
    const failed = await lost(page);
    const again = visits < 2 ? page.waitForEvent("domcontentloaded") : undefined;
    await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
    await again;
    await expect.poll(() => lost(page)).toBe(failed + 1);
    expect(documents.length - before).toBe(visits < 2 ? 2 : 1);
  }
});

test("a style sheet that is gone for good is one document load", async ({ page, documents }) => {
  await page.route(/\/assets\/site-/, (route) => route.abort());
  const asked: string[] = [];
  page.on("requestfailed", (request) => {
    if (request.url().includes("/assets/site-")) asked.push(request.url());
  });
  await page.goto(`${SERVED}/info/faq/`, { waitUntil: "commit" });
  await expect.poll(() => asked.length).toBe(2);
  await expect(page.locator(".notice")).toBeAttached();
  await ready(page);
  expect(documents).toHaveLength(2);
});

test("nobody who types is taken from it by code that is gone", async ({ page, documents }) => {
  await countLost(page);
  await page.route(/\/assets\/modal-/, (route) => route.abort());
  await page.goto(`${SERVED}/info/faq/`);
  await ready(page);
  await page.locator("main").evaluate((main) => main.insertAdjacentHTML("afterbegin", "<input id=typing>"));
  await page.locator("#typing").fill("half a sentence");
  await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
  await expect.poll(() => lost(page)).toBe(1);
  await expect(page.locator("#typing")).toHaveValue("half a sentence");
  expect(documents).toHaveLength(1);
});

test("a page whose data cannot be loaded becomes one document load with query and fragment kept, and only one [7.6-10]", async ({
  page,
  documents,
}) => {
  await page.clock.install();
  const asked: string[] = [];
  await page.route("**/page-data/info/terms/page-data.json", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ status: 503, body: "" });
  });
  await page.goto(`${SERVED}/info/faq/`);
  await ready(page);
  async function click() {
    await page.locator("main").evaluate((main) => {
      main.insertAdjacentHTML("afterbegin", '<a id="target" href="/info/terms/?a=1&b=2#x">terms</a>');
    });
    await page.locator("#target").dispatchEvent("click");
    for (const count of [1, 2, 3]) {
      await expect.poll(() => asked.length).toBe(count);
      await page.clock.fastForward(4_000);
    }
  }
  const loaded = page.waitForURL(`${SERVED}/info/terms/?a=1&b=2#x`);
  await click();
  await loaded;
  expect(asked).toHaveLength(4);
  expect(documents).toHaveLength(2);
  await page.goto(`${SERVED}/info/faq/`);
  await ready(page);
  asked.length = 0;
  await click();
  await expect(page.getByRole("status").filter({ hasText: "could not be loaded" })).toBeVisible();
  expect(asked).toHaveLength(4);
  expect(page.url()).toBe(`${SERVED}/info/faq/`);
  expect(documents).toHaveLength(3);
});

test("an error of an island is one report with route and code, without secrets [7.6-15]", async ({ page }) => {
  await page.route(`${SERVED}/info/faq/?mail=ann@mail.example`, async (route) => {
    const answer = await route.fetch();
    const configured = '"reporting":{"adapter":"sandbox","url":"/reports"}';
    const body = (await answer.text()).replace(/"reporting":\{[^}]*\}/, configured);
    await route.fulfill({ response: answer, body });
  });
  const sent: string[] = [];
  await page.route("**/reports", (route) => {
    sent.push(route.request().postData() ?? "");
    return route.fulfill({ status: 204, body: "" });
  });
  const known = page.waitForResponse(/app-data\.json/);
  await page.goto(`${SERVED}/info/faq/?mail=ann@mail.example`);
  await ready(page);
  const { webpackCompilationHash } = (await (await known).json()) as { webpackCompilationHash: string };
  await page.evaluate(() => {
    const error = new TypeError('no answer to {"password":"Hidden-1!","token":"t0ken"} of ann@mail.example');
    for (const name of ["modal", "modal"])
      document.dispatchEvent(new CustomEvent("croupier:error", { detail: { error, name } }));
  });
  await expect.poll(() => sent.length).toBe(1);
  const report = JSON.parse(sent[0] ?? "{}") as Record<string, string>;
  expect(report).toMatchObject({ route: "/info/faq/", code: webpackCompilationHash, part: "modal" });
  expect(report.message).toContain("no answer to");
  expect(report.stack).toContain("TypeError");
  for (const secret of ["Hidden-1!", "t0ken", "mail.example"]) expect(sent[0]).not.toContain(secret);
});
