// Chunks and style sheets that are permanently missing: at most one document load for each path, no loop, and the page stays usable.

import type { Page } from "@playwright/test";
import { loginDialog } from "../../pages/dialogs";
import { footerLink } from "../../pages/navigation";
import { type Deployment, test } from "../../support/deployment";
import { expect, gate, rows, waitForFullLoader, waitForLoader } from "../../support/test";

test.use({ serviceWorkers: "block", allowedErrors: /dynamically imported module|MIME type/ });
test.describe.configure({ timeout: 90_000 });

async function removeAssets(site: Deployment, files: RegExp) {
  const names = (await site.list("assets")).filter((name) => files.test(name));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) await site.remove(`assets/${name}`);
}

/** Counts the failed chunks, over all documents of the tab. */
async function countFailedChunks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let count = Number(sessionStorage.getItem("lost") ?? 0);
    const increment = () => sessionStorage.setItem("lost", String(++count));
    addEventListener("unhandledrejection", increment);
    addEventListener(
      "croupier:fault",
      (event) => {
        if ((event as CustomEvent<{ lost?: boolean }>).detail.lost) increment();
      },
      true,
    );
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem("lost") ?? 0));
}

/** Waits for the whole loader. */
async function waitForWholeLoader(page: Page) {
  await waitForLoader(page);
  await waitForFullLoader(page);
}

/** Needs code of the page: an island, or a lazy component as in a widget. */
const NEEDS: Record<string, (page: Page) => Promise<void>> = {
  island: (page) => page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover"),
  component: (page) =>
    page.evaluate(() => {
      void import(String("/assets/missing-component.js"));
    }),
};

for (const [missing, files, need] of [
  ["an island's own chunk", /^modal-.*\.js$/, "island"],
  ["the chunks that islands share", /^s\d+-.*\.js$/, "island"],
  ["React", /^vendor-/, "island"],
  ["every chunk of every island", /^(?!boot-|deferred-).*\.js$/, "island"],
  ["a lazy component of a widget", /^modal-.*\.js$/, "component"],
] as const)
  test(`${missing}: one document load per path, then static HTML and silent retries`, {
    annotation: rows("4.9-01"),
  }, async ({ page, site, documents }) => {
    await removeAssets(site, files);
    await page.clock.install();
    const failedChunks = await countFailedChunks(page);
    const needCode = NEEDS[need] ?? (() => Promise.resolve());
    await page.goto(`${site.url}/info/faq/?from=mail#money`);
    await waitForWholeLoader(page);
    await needCode(page);
    await expect.poll(() => documents.length).toBe(2);
    expect(documents[1]?.url()).toBe(`${site.url}/info/faq/?from=mail`);
    await waitForWholeLoader(page);
    expect(page.url()).toBe(`${site.url}/info/faq/?from=mail#money`);

    // This path has had its document load, so further failures cause no other.
    for (let attempt = 0; attempt < 6; attempt++) {
      const failuresBefore = await failedChunks();
      await needCode(page);
      await page.clock.fastForward(61_000);
      await expect.poll(failedChunks).toBeGreaterThan(failuresBefore);
    }
    expect(documents).toHaveLength(2);
    await expect(page.locator("h1")).toBeVisible();
    await page.getByRole("button", { name: "LOGIN" }).first().click();
    await expect(loginDialog(page)).toBeVisible();
    await page.keyboard.press("Escape");

    // Another path has its own document load, and returning to the first one causes none.
    await footerLink(page, "TERMS").click();
    await expect(page).toHaveURL(`${site.url}/info/terms/`);
    await needCode(page);
    await page.clock.fastForward(61_000);
    await expect.poll(() => documents.length).toBe(3);
    await waitForWholeLoader(page);
    await footerLink(page, "FAQ").click();
    await expect(page).toHaveURL(`${site.url}/info/faq/`);
    const failuresBefore = await failedChunks();
    await needCode(page);
    await page.clock.fastForward(61_000);
    await expect.poll(failedChunks).toBeGreaterThan(failuresBefore);
    expect(documents).toHaveLength(3);
  });

test("a missing style sheet of an island costs one document load", { annotation: rows("4.9-01") }, async ({
  page,
  site,
  documents,
}) => {
  await removeAssets(site, /^change_password-.*\.css$/);
  for (const expectedLoads of [2, 1]) {
    const loadsBefore = documents.length;
    await page.goto(`${site.url}/lobby/account/`);
    if (expectedLoads === 2) await expect.poll(() => documents.length).toBe(loadsBefore + 2);
    await waitForWholeLoader(page);
    await expect(page.locator("h1")).toBeVisible();
    expect(documents.length).toBe(loadsBefore + expectedLoads);
  }
});

test("the style sheet of the base layout is inlined", async ({ page, site, documents }) => {
  await removeAssets(site, /^site-.*\.css$/);
  await page.goto(`${site.url}/info/faq/`);
  await waitForWholeLoader(page);
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
  data.croupier.styles.push("/assets/missing-terms.css");
  await site.write(path, JSON.stringify(data));
  await page.goto(`${site.url}/info/faq/`);
  for (const visit of [1, 2, 3]) {
    await waitForWholeLoader(page);
    await footerLink(page, "TERMS").click();
    await expect(page.locator("h1")).toHaveText("Terms and conditions");
    if (visit === 1) await expect.poll(() => documents.length).toBe(2);
    await waitForWholeLoader(page);
    expect(page.url()).toBe(`${site.url}/info/terms/`);
    await footerLink(page, "FAQ").click();
    await expect(page).toHaveURL(`${site.url}/info/faq/`);
  }
  expect(documents).toHaveLength(2);
});

test("a missing loader costs one document load per path, then the site works", { annotation: rows("4.9-01") }, async ({
  page,
  site,
  documents,
}) => {
  await removeAssets(site, /^boot-/);
  const loaderResponses: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/assets/boot-")) loaderResponses.push(response.url());
  });
  await page.goto(`${site.url}/info/faq/?a=1#money`);
  await expect.poll(() => loaderResponses.length).toBe(2);
  await page.waitForLoadState("load");
  expect(page.url()).toBe(`${site.url}/info/faq/?a=1#money`);
  expect(documents).toHaveLength(2);
  await footerLink(page, "TERMS").click();
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  await expect.poll(() => loaderResponses.length).toBe(4);
  await page.goto(`${site.url}/info/faq/`);
  await page.waitForLoadState("load");
  expect(documents).toHaveLength(5);
});

test("a missing deferred loader makes each click a document load", async ({ page, site, documents }) => {
  await removeAssets(site, /^deferred-/);
  await page.goto(`${site.url}/info/faq/`);
  for (const [index, [label, path]] of (
    [
      ["TERMS", "/info/terms/"],
      ["FAQ", "/info/faq/"],
      ["TERMS", "/info/terms/"],
    ] as const
  ).entries()) {
    await waitForLoader(page);
    await footerLink(page, label).click();
    await page.waitForURL(site.url + path);
    await page.waitForLoadState("load");
    expect(documents).toHaveLength(index + 2);
  }
  await waitForLoader(page);
  await page.goBack();
  await expect(page).toHaveURL(`${site.url}/info/faq/`);
});

test("a style sheet that is still loading is not treated as missing", async ({ page, site, documents }) => {
  // Idle callbacks run only when the test calls them, and the deferred loader waits for one.
  await page.addInitScript(() => {
    const idleCallbacks: IdleRequestCallback[] = [];
    Object.assign(window, {
      idleCallbacks,
      requestIdleCallback: (callback: IdleRequestCallback) => idleCallbacks.push(callback),
    });
  });
  const { opened: released, open: release } = gate();
  await page.route(/\/assets\/s\d+-\w+\.css$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${site.url}/info/faq/`);
  await waitForLoader(page);
  const styleSheetRequest = page.waitForRequest(/\/assets\/s\d+-\w+\.css$/);
  await page.getByRole("button", { name: "SIGN UP" }).first().click();
  await styleSheetRequest;
  await page.evaluate(() => {
    const { idleCallbacks } = window as unknown as { idleCallbacks: IdleRequestCallback[] };
    for (const callback of idleCallbacks.splice(0)) callback({ didTimeout: false, timeRemaining: () => 50 });
  });
  await waitForFullLoader(page);
  release();
  await expect(page.getByRole("dialog").getByLabel("First name")).toBeVisible();
  expect(documents).toHaveLength(1);
});
