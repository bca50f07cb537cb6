// Missing code or data: one document load at the requested URL, then no more.

import type { Page } from "@playwright/test";
import { expect, gate, madeUpSession, ready, recordsOf, rows, SERVED, test, wholly } from "./test";

/** Counts failed chunks over all documents of the tab. All failures dispatch this event. */
async function countLost(page: Page) {
  await page.addInitScript(() => {
    const tally = Number(sessionStorage.getItem("lost") ?? 0);
    let lost = tally;
    addEventListener(
      "croupier:fault",
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

test("a missing island chunk costs one document load, then silent retries", { annotation: rows("4.9-01") }, async ({
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
  // The browser itself opens the dialog, although its island is not hydrated.
  await login(page).click();
  await expect(page.getByRole("dialog", { name: "Welcome back" })).toBeVisible();
  expect(documents).toHaveLength(2);
});

for (const [what, files] of [
  ["its own code", /\/assets\/modal-/],
  ["code that it imports", /\/assets\/(vendor|shared)-/],
] as const)
  test(`an island hydrates later when ${what} is back`, async ({ page, documents }) => {
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
    const island = page.locator('[data-island="modal"]');
    // Older browsers cache a failed import until the document is left.
    const remembers = await island.evaluate(({ dataset }) =>
      import(`${dataset.src}?known`).then(
        () => false,
        () => true,
      ),
    );
    if (remembers) {
      await page.reload();
      await ready(page);
      await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
    } else await page.clock.fastForward(2_000);
    await expect(island).toHaveAttribute("data-awake", "");
    expect(documents).toHaveLength(remembers ? 3 : 2);
  });

test("missing vendor code costs one document load per page", async ({ page, documents }) => {
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

test("a missing linked style sheet costs one document load", async ({ page, documents }) => {
  const link = '<link rel="stylesheet" href="/assets/gone-0.css"></head>';
  await page.route("**/info/faq/", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace("</head>", link) });
  });
  await page.route(/\/assets\/gone-/, (route) => route.abort());
  const asked: string[] = [];
  page.on("requestfailed", (request) => {
    if (request.url().includes("/assets/gone-")) asked.push(request.url());
  });
  await page.goto(`${SERVED}/info/faq/`, { waitUntil: "commit" });
  await expect.poll(() => asked.length).toBe(2);
  await wholly(page);
  await ready(page);
  expect(documents).toHaveLength(2);
});

test("a missing style sheet of another page kind loads that page as a document", async ({ page, documents }) => {
  await page.route(/\/assets\/home-/, (route) => route.abort());
  await page.goto(`${SERVED}/info/faq/`);
  await ready(page);
  await page.locator(".logo").first().click();
  await expect(page.locator(".hero")).toHaveCSS("display", "grid");
  await expect(page).toHaveURL(`${SERVED}/`);
  expect(documents).toHaveLength(2);
});

test("missing code does not interrupt typing", async ({ page, documents }) => {
  await countLost(page);
  await page.route(/\/assets\/modal-/, (route) => route.abort());
  await page.goto(`${SERVED}/info/faq/`);
  await ready(page);
  await page
    .locator("main")
    .evaluate((main) => main.prepend(Object.assign(document.createElement("input"), { id: "typing" })));
  await page.locator("#typing").fill("half a sentence");
  await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
  await expect.poll(() => lost(page)).toBe(1);
  await expect(page.locator("#typing")).toHaveValue("half a sentence");
  expect(documents).toHaveLength(1);
});

test("logout is not delayed by missing code", async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await page.evaluate((records) => {
    for (const [name, value] of Object.entries(records)) localStorage.setItem(name, value);
  }, recordsOf(madeUpSession()));
  await page.reload();
  await wholly(page);
  const left = gate();
  const answered = gate();
  await page.route("**/accounts/logout", (route) => route.fulfill({ json: {} }));
  await page.route("**/assets/part-of-a-widget.js", async (route) => {
    await left.opened;
    await route.abort();
  });
  await page.route(`${SERVED}/`, async (route) => {
    // Firefox aborts pending loads of a document that is left. The test simulates this.
    left.open();
    await answered.opened;
    await route.continue();
  });
  const lost = page.waitForEvent("console", (message) => message.text() === "lost");
  await page.evaluate(() => {
    import(String("/assets/part-of-a-widget.js")).catch((error) => {
      document.dispatchEvent(new CustomEvent("croupier:fault", { detail: { error, part: "widget", lost: true } }));
      // A document load would have started by then.
      setTimeout(() => console.log("lost"));
    });
  });
  await page.getByRole("banner").getByRole("button", { name: "LOG OUT" }).click({ noWaitAfter: true });
  await lost;
  answered.open();
  await page.waitForURL(`${SERVED}/`);
});
