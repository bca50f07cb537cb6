// Missing code or data: one document load at the requested URL, then no more.

import type { Page } from "@playwright/test";
import { loginDialog } from "../../pages/dialogs";
import { fakeSession, storageRecords } from "../../support/players";
import { expect, gate, rows, SERVED, test, waitForFullLoader, waitForLoader } from "../../support/test";

/** Counts failed chunks over all documents of the tab. All failures dispatch this event. */
async function countFailedChunks(page: Page) {
  await page.addInitScript(() => {
    const initial = Number(sessionStorage.getItem("lost") ?? 0);
    let count = initial;
    addEventListener(
      "croupier:fault",
      (event) => {
        if ((event as CustomEvent<{ lost?: boolean }>).detail.lost) sessionStorage.setItem("lost", String(++count));
      },
      true,
    );
  });
}
const failedChunks = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem("lost") ?? 0));
const loginButton = (page: Page) => page.getByRole("button", { name: "LOGIN" }).first();

test.use({ serviceWorkers: "block" });

test("a missing island chunk costs one document load, then silent retries", {
  tag: "@smoke",
  annotation: rows("4.9-01"),
}, async ({ page, documents }) => {
  await page.clock.install();
  await countFailedChunks(page);
  await page.route(/\/assets\/modal-/, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(`${SERVED}/info/faq/?from=mail#money`);
  await waitForLoader(page);
  const reloaded = page.waitForEvent("domcontentloaded");
  await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
  await reloaded;
  expect(documents).toHaveLength(2);
  expect(page.url()).toBe(`${SERVED}/info/faq/?from=mail#money`);
  await waitForLoader(page);
  await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
  for (const [pause, failures] of [
    [2_000, 2],
    [10_000, 3],
    [60_000, 4],
  ] as const) {
    await expect.poll(() => failedChunks(page)).toBe(failures);
    await page.clock.fastForward(pause);
  }
  await expect.poll(() => failedChunks(page)).toBe(5);
  // The browser itself opens the dialog, although its island is not hydrated.
  await loginButton(page).click();
  await expect(loginDialog(page)).toBeVisible();
  expect(documents).toHaveLength(2);
});

for (const [missing, files] of [
  ["its own code", /\/assets\/modal-/],
  ["code that it imports", /\/assets\/(vendor|s\d+)-/],
] as const)
  test(`an island hydrates later when ${missing} is back`, async ({ page, documents }) => {
    await page.clock.install();
    await countFailedChunks(page);
    await page.route(files, (route) => route.abort());
    await page.goto(`${SERVED}/info/faq/`);
    await waitForLoader(page);
    const reloaded = page.waitForEvent("domcontentloaded");
    await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
    await reloaded;
    await waitForLoader(page);
    await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
    await expect.poll(() => failedChunks(page)).toBe(2);
    await page.unroute(files);
    const island = page.locator('[data-island="modal"]');
    // Older browsers cache a failed import until the document is left.
    const cachesFailedImports = await island.evaluate(({ dataset }) =>
      import(`${dataset.src}?known`).then(
        () => false,
        () => true,
      ),
    );
    if (cachesFailedImports) {
      await page.reload();
      await waitForLoader(page);
      await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
    } else await page.clock.fastForward(2_000);
    await expect(island).toHaveAttribute("data-hydrated", "");
    expect(documents).toHaveLength(cachesFailedImports ? 3 : 2);
  });

test("missing vendor code costs one document load per page", async ({ page, documents }) => {
  await countFailedChunks(page);
  await page.route(/\/assets\/(vendor|s\d+)-/, (route) => route.abort());
  for (const [visit, path] of ["/info/faq/", "/info/terms/", "/info/faq/"].entries()) {
    const loadsBefore = documents.length;
    await page.goto(SERVED + path);
    await waitForLoader(page);
    const failuresBefore = await failedChunks(page);
    const reloaded = visit < 2 ? page.waitForEvent("domcontentloaded") : undefined;
    await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
    await reloaded;
    await expect.poll(() => failedChunks(page)).toBe(failuresBefore + 1);
    expect(documents.length - loadsBefore).toBe(visit < 2 ? 2 : 1);
  }
});

test("a missing linked style sheet costs one document load", async ({ page, documents }) => {
  const link = '<link rel="stylesheet" href="/assets/gone-0.css"></head>';
  await page.route("**/info/faq/", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace("</head>", link) });
  });
  await page.route(/\/assets\/gone-/, (route) => route.abort());
  const failedSheets: string[] = [];
  page.on("requestfailed", (request) => {
    if (request.url().includes("/assets/gone-")) failedSheets.push(request.url());
  });
  await page.goto(`${SERVED}/info/faq/`, { waitUntil: "commit" });
  await expect.poll(() => failedSheets.length).toBe(2);
  await waitForFullLoader(page);
  await waitForLoader(page);
  expect(documents).toHaveLength(2);
});

test("a missing style sheet of another page kind loads that page as a document", async ({ page, documents }) => {
  await page.route(/\/assets\/home-/, (route) => route.abort());
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  await page.locator(".logo").first().click();
  await expect(page.locator(".hero")).toHaveCSS("display", "grid");
  await expect(page).toHaveURL(`${SERVED}/`);
  expect(documents).toHaveLength(2);
});

test("missing code does not interrupt typing", async ({ page, documents }) => {
  await countFailedChunks(page);
  await page.route(/\/assets\/modal-/, (route) => route.abort());
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  await page
    .locator("main")
    .evaluate((main) => main.prepend(Object.assign(document.createElement("input"), { id: "typing" })));
  await page.locator("#typing").fill("half a sentence");
  await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
  await expect.poll(() => failedChunks(page)).toBe(1);
  await expect(page.locator("#typing")).toHaveValue("half a sentence");
  expect(documents).toHaveLength(1);
});

test("logout is not delayed by missing code", async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await page.evaluate((records) => {
    for (const [name, value] of Object.entries(records)) localStorage.setItem(name, value);
  }, storageRecords(fakeSession()));
  await page.reload();
  await waitForFullLoader(page);
  const documentLeft = gate();
  const responseReleased = gate();
  await page.route("**/accounts/logout", (route) => route.fulfill({ json: {} }));
  await page.route("**/assets/part-of-a-widget.js", async (route) => {
    await documentLeft.opened;
    await route.abort();
  });
  await page.route(`${SERVED}/`, async (route) => {
    // Firefox aborts pending loads of a document that is left. The test simulates this.
    documentLeft.open();
    await responseReleased.opened;
    await route.continue();
  });
  const failureLogged = page.waitForEvent("console", (message) => message.text() === "lost");
  await page.evaluate(() => {
    import(String("/assets/part-of-a-widget.js")).catch((error) => {
      document.dispatchEvent(new CustomEvent("croupier:fault", { detail: { error, part: "widget", lost: true } }));
      // A document load would have started by then.
      setTimeout(() => console.log("lost"));
    });
  });
  await page.getByRole("banner").getByRole("button", { name: "LOG OUT" }).click({ noWaitAfter: true });
  await failureLogged;
  responseReleased.open();
  await page.waitForURL(`${SERVED}/`);
});
