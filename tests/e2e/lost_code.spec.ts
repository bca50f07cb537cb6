// Chunks and style sheets that are permanently missing: at most one document load for each path, no loop, and the page stays usable.

import type { Page } from "@playwright/test";
import { type Deployment, test } from "./deployment";
import { expect, ready, rows, wholly } from "./test";

test.use({ serviceWorkers: "block", forgiven: /dynamically imported module|MIME type/ });
test.describe.configure({ timeout: 90_000 });

async function remove(site: Deployment, files: RegExp) {
  const found = (await site.list("assets")).filter((name) => files.test(name));
  expect(found.length).toBeGreaterThan(0);
  for (const name of found) await site.remove(`assets/${name}`);
}

/** Counts the failed chunks, over all documents of the tab. */
async function countLost(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let lost = Number(sessionStorage.getItem("lost") ?? 0);
    const count = () => sessionStorage.setItem("lost", String(++lost));
    addEventListener("unhandledrejection", count);
    addEventListener(
      "croupier:fault",
      (event) => {
        if ((event as CustomEvent<{ lost?: boolean }>).detail.lost) count();
      },
      true,
    );
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem("lost") ?? 0));
}

const footer = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Information", exact: true }).getByRole("link", { name, exact: true });

/** Waits for the whole loader. */
async function settled(page: Page) {
  await ready(page);
  await wholly(page);
}

/** Needs code of the page: an island, or a lazy component as in a widget. */
const uses: Record<string, (page: Page) => Promise<void>> = {
  island: (page) => page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover"),
  part: (page) =>
    page.evaluate(() => {
      void import(String("/assets/part-that-is-gone.js"));
    }),
};

for (const [what, files, use] of [
  ["an island's own chunk", /^modal-.*\.js$/, "island"],
  ["the chunks that islands share", /_shared(_\d+)?-.*\.js$/, "island"],
  ["React", /^vendor-/, "island"],
  ["every chunk of every island", /^(?!boot-|deferred-).*\.js$/, "island"],
  ["a lazy part of a widget", /^modal-.*\.js$/, "part"],
] as const)
  test(`${what}: one document load per path, then static HTML and silent retries`, {
    annotation: rows("4.9-01"),
  }, async ({ page, site, documents }) => {
    await remove(site, files);
    await page.clock.install();
    const lost = await countLost(page);
    const need = uses[use] ?? (() => Promise.resolve());
    await page.goto(`${site.address}/info/faq/?from=mail#money`);
    await settled(page);
    await need(page);
    await expect.poll(() => documents.length).toBe(2);
    expect(documents[1]?.url()).toBe(`${site.address}/info/faq/?from=mail`);
    await settled(page);
    expect(page.url()).toBe(`${site.address}/info/faq/?from=mail#money`);

    // This path has had its document load, so further failures cause no other.
    for (let round = 0; round < 6; round++) {
      const failed = await lost();
      await need(page);
      await page.clock.fastForward(61_000);
      await expect.poll(lost).toBeGreaterThan(failed);
    }
    expect(documents).toHaveLength(2);
    await expect(page.locator("h1")).toBeVisible();
    await page.getByRole("button", { name: "LOGIN" }).first().click();
    await expect(page.getByRole("dialog", { name: "Welcome back" })).toBeVisible();
    await page.keyboard.press("Escape");

    // Another path has its own document load, and returning to the first one causes none.
    await footer(page, "TERMS").click();
    await expect(page).toHaveURL(`${site.address}/info/terms/`);
    await need(page);
    await page.clock.fastForward(61_000);
    await expect.poll(() => documents.length).toBe(3);
    await settled(page);
    await footer(page, "FAQ").click();
    await expect(page).toHaveURL(`${site.address}/info/faq/`);
    const failed = await lost();
    await need(page);
    await page.clock.fastForward(61_000);
    await expect.poll(lost).toBeGreaterThan(failed);
    expect(documents).toHaveLength(3);
  });

test("a missing style sheet of an island costs one document load", { annotation: rows("4.9-01") }, async ({
  page,
  site,
  documents,
}) => {
  await remove(site, /^change_password-.*\.css$/);
  for (const loads of [2, 1]) {
    const before = documents.length;
    await page.goto(`${site.address}/lobby/account/`);
    if (loads === 2) await expect.poll(() => documents.length).toBe(before + 2);
    await settled(page);
    await expect(page.locator("h1")).toBeVisible();
    expect(documents.length).toBe(before + loads);
  }
});

test("the style sheet of the base layout is inlined", async ({ page, site, documents }) => {
  await remove(site, /^site-.*\.css$/);
  await page.goto(`${site.address}/info/faq/`);
  await settled(page);
  await expect(page.locator("[data-slice='navigation']")).toHaveCSS("position", "sticky");
  expect(documents).toHaveLength(1);
});

test("a missing style sheet of one page costs one document load", { annotation: rows("4.9-01") }, async ({
  page,
  site,
  documents,
}) => {
  const path = "page-data/info/terms/page-data.json";
  const data = JSON.parse(await site.read(path)) as { croupier: { styles: string[] } };
  data.croupier.styles.push("/assets/terms-that-are-gone.css");
  await site.write(path, JSON.stringify(data));
  await page.goto(`${site.address}/info/faq/`);
  for (const visit of [1, 2, 3]) {
    await settled(page);
    await footer(page, "TERMS").click();
    await expect(page.locator("h1")).toHaveText("Terms and conditions");
    if (visit === 1) await expect.poll(() => documents.length).toBe(2);
    await settled(page);
    expect(page.url()).toBe(`${site.address}/info/terms/`);
    await footer(page, "FAQ").click();
    await expect(page).toHaveURL(`${site.address}/info/faq/`);
  }
  expect(documents).toHaveLength(2);
});

test("a missing loader costs one document load per path, then the site works", { annotation: rows("4.9-01") }, async ({
  page,
  site,
  documents,
}) => {
  await remove(site, /^boot-/);
  const asked: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/assets/boot-")) asked.push(response.url());
  });
  await page.goto(`${site.address}/info/faq/?a=1#money`);
  await expect.poll(() => asked.length).toBe(2);
  await page.waitForLoadState("load");
  expect(page.url()).toBe(`${site.address}/info/faq/?a=1#money`);
  expect(documents).toHaveLength(2);
  await footer(page, "TERMS").click();
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  await expect.poll(() => asked.length).toBe(4);
  await page.goto(`${site.address}/info/faq/`);
  await page.waitForLoadState("load");
  expect(documents).toHaveLength(5);
});

test("a missing deferred loader makes each click a document load", async ({ page, site, documents }) => {
  await remove(site, /^deferred-/);
  await page.goto(`${site.address}/info/faq/`);
  for (const [turn, [label, path]] of (
    [
      ["TERMS", "/info/terms/"],
      ["FAQ", "/info/faq/"],
      ["TERMS", "/info/terms/"],
    ] as const
  ).entries()) {
    await ready(page);
    await footer(page, label).click();
    await page.waitForURL(site.address + path);
    await page.waitForLoadState("load");
    expect(documents).toHaveLength(turn + 2);
  }
  await ready(page);
  await page.goBack();
  await expect(page).toHaveURL(`${site.address}/info/faq/`);
});

test("a style sheet that is still loading is not treated as missing", async ({ page, site, documents }) => {
  // Idle callbacks run only when the test calls them, and the deferred loader waits for one.
  await page.addInitScript(() => {
    const waiting: IdleRequestCallback[] = [];
    Object.assign(window, { waiting, requestIdleCallback: (then: IdleRequestCallback) => waiting.push(then) });
  });
  let arrive = () => {};
  const held = new Promise<void>((then) => {
    arrive = then;
  });
  await page.route("**/assets/controls_shared*.css", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.address}/info/faq/`);
  await ready(page);
  const asked = page.waitForRequest("**/assets/controls_shared*.css");
  await page.getByRole("button", { name: "SIGN UP" }).first().click();
  await asked;
  await page.evaluate(() => {
    const { waiting } = window as unknown as { waiting: IdleRequestCallback[] };
    for (const then of waiting.splice(0)) then({ didTimeout: false, timeRemaining: () => 50 });
  });
  await wholly(page);
  arrive();
  await expect(page.getByRole("dialog").getByLabel("First name")).toBeVisible();
  expect(documents).toHaveLength(1);
});
