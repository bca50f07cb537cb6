// A page that fails to load: first a document load, then the current page with a message, then the error page. Query and fragment are kept.

import type { Page } from "@playwright/test";
import { followLink, footerLink, navigate } from "../../pages/navigation";
import { test as deployed } from "../../support/deployment";
import { expect, gate, rows, SERVED, test, waitForFullLoader, waitForLoader } from "../../support/test";

test.use({ serviceWorkers: "block" });

const notice = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });

/** Answers the data of one page with 503. The result waits for four attempts and checks that there are no more. */
async function failPageData(page: Page, name: string): Promise<() => Promise<void>> {
  const attempts: string[] = [];
  // Disables prefetching, so that only visits send requests.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { get: () => ({ saveData: true, effectiveType: "4g" }) }),
  );
  const data = `/page-data/info/${name}/page-data.json`;
  await page.route(`**${data}`, (route) => route.fulfill({ status: 503, body: "" }));
  // The pause before the next attempt begins with the response. If the clock went on before that, the visit could reach its time limit.
  page.on("requestfinished", (request) => void (request.url().endsWith(data) && attempts.push(data)));
  return async () => {
    for (const [attempt, pause_ms] of [375, 1_250, 3_750, 0].entries()) {
      await expect.poll(() => attempts.length).toBeGreaterThan(attempt);
      await page.clock.fastForward(pause_ms);
    }
    expect(attempts).toHaveLength(4);
    attempts.length = 0;
  };
}

test("a failed page is loaded as a document, then the current page stays, then 500", {
  tag: "@smoke",
  annotation: rows("4.9-01", "7.6-10", "9-25"),
}, async ({ page, documents }) => {
  await page.clock.install();
  const allAttempts = await failPageData(page, "terms");
  const to = "/info/terms/?a=1&b=2#x";
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  const documentLoaded = page.waitForURL(SERVED + to);
  await followLink(page, to);
  await allAttempts();
  await documentLoaded;
  expect(documents).toHaveLength(2);

  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  await expect(page.getByRole("button", { name: "Close the message" })).toBeHidden();
  await followLink(page, to);
  await allAttempts();
  await expect(notice(page, "could not be loaded")).toBeVisible();
  expect(page.url()).toBe(`${SERVED}/info/faq/`);
  // The message is below the navigation bar and can be closed.
  const bar = await page.getByRole("banner").boundingBox();
  const noticeBox = await notice(page, "could not be loaded").boundingBox();
  expect(noticeBox?.y).toBeGreaterThanOrEqual((bar?.height ?? 0) - 1);
  const close = page.getByRole("button", { name: "Close the message" });
  await close.click();
  await expect(close).toBeHidden();
  await expect(notice(page, "could not be loaded")).toHaveCount(0);

  await page.clock.fastForward(6_000);
  await followLink(page, to);
  await allAttempts();
  await expect(page.locator("h1")).toContainText("That did not work");
  expect(page.url()).toBe(SERVED + to);
  expect(documents).toHaveLength(3);

  await page.goBack();
  await expect(page.locator("h1")).toContainText("questions", { ignoreCase: true });
  expect(page.url()).toBe(`${SERVED}/info/faq/`);
  expect(documents).toHaveLength(3);
});

test("Back to a page that fails keeps page and URL together", async ({ page, documents }) => {
  await page.clock.install();
  const allAttempts = await failPageData(page, "terms");
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  await footerLink(page, "TERMS").click();
  await allAttempts();
  await page.waitForURL(`${SERVED}/info/terms/`);
  await waitForLoader(page);
  await footerLink(page, "PRIVACY").click();
  await expect(page).toHaveURL(`${SERVED}/info/privacy/`);
  await page.evaluate(() => history.back());
  await allAttempts();
  await expect(notice(page, "could not be loaded")).toBeVisible();
  await expect(page.locator("h1")).toHaveText("Privacy");
  expect(page.url()).toBe(`${SERVED}/info/privacy/`);
  expect(documents).toHaveLength(2);
});

test("Back twice during loading keeps page and URL together", async ({ page }) => {
  await page.clock.install();
  const allAttempts = await failPageData(page, "terms");
  await page.goto(`${SERVED}/info/terms/`);
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  // Uses the one document load that is allowed for /info/terms/.
  await footerLink(page, "TERMS").click();
  await allAttempts();
  await page.waitForURL(`${SERVED}/info/terms/`);
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  await page.evaluate(() => {
    location.hash = "#money";
  });
  await followLink(page, "/info/privacy/");
  await expect(page.locator("h1")).toHaveText("Privacy");
  const faq = page.waitForRequest("**/page-data/info/faq/page-data.json");
  await page.route("**/page-data/info/faq/page-data.json", () => undefined, { times: 1 });
  await page.evaluate(() => history.back());
  await faq;
  await navigate(page, "/info/terms/");
  await page.evaluate(() => history.back());
  await page.clock.fastForward(10_000);
  await expect(page).toHaveURL(`${SERVED}/info/faq/`);
  await expect(page.locator("h1")).toContainText("questions", { ignoreCase: true });
});

test("offline without a worker the page stays, and the same click works later", async ({
  page,
  context,
  documents,
}) => {
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  await waitForFullLoader(page);
  await context.setOffline(true);
  await footerLink(page, "TERMS").click();
  await expect(notice(page, "You are offline")).toBeVisible();
  expect(page.url()).toBe(`${SERVED}/info/faq/`);
  expect(documents).toHaveLength(1);
  await context.setOffline(false);
  await page.clock.install();
  await page.clock.fastForward(6_000);
  await footerLink(page, "PRIVACY").click();
  await expect(page.locator("h1")).toHaveText("Privacy");
  expect(documents).toHaveLength(1);
});

test("a final response is not requested again and loads the document", async ({ page, documents }) => {
  const requests: string[] = [];
  await page.route("**/page-data/info/terms/page-data.json", (route) => {
    requests.push(route.request().url());
    return route.fulfill({ status: 403, body: "" });
  });
  await page.goto(`${SERVED}/info/faq/`);
  await waitForFullLoader(page);
  await followLink(page, "/info/terms/?a=1#b");
  await page.waitForURL(`${SERVED}/info/terms/?a=1#b`);
  expect(requests).toHaveLength(1);
  expect(documents).toHaveLength(2);
});

test("a click after a failed prefetch is sent at once", async ({ page }) => {
  await page.clock.install();
  let isFailing = true;
  const requests: string[] = [];
  await page.route("**/page-data/info/terms/page-data.json", (route) => {
    requests.push(route.request().url());
    return isFailing ? route.fulfill({ status: 503, headers: { "retry-after": "10" }, body: "" }) : route.continue();
  });
  await page.goto(`${SERVED}/info/faq/`);
  await waitForFullLoader(page);
  await footerLink(page, "TERMS").dispatchEvent("touchstart");
  await expect.poll(() => requests.length).toBe(1);
  await page.clock.runFor(5_000);
  expect(requests).toHaveLength(1);
  isFailing = false;
  await footerLink(page, "TERMS").click();
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  expect(requests).toHaveLength(2);
});

test("a swap that throws after the URL changed loads the document", async ({ page, documents }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await waitForFullLoader(page);
  await page.evaluate(() => {
    const setTitle = Object.getOwnPropertyDescriptor(Document.prototype, "title")?.set;
    let isBroken = true;
    Object.defineProperty(document, "title", {
      set(title: string) {
        if (isBroken) {
          isBroken = false;
          throw new Error("broken");
        }
        setTitle?.call(document, title);
      },
    });
  });
  const documentLoaded = page.waitForEvent("load");
  await followLink(page, "/info/terms/#b");
  await documentLoaded;
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  expect(page.url()).toBe(`${SERVED}/info/terms/#b`);
  expect(documents).toHaveLength(2);
});

test("ten alternating clicks request the data of each page once", async ({ page, documents }) => {
  const requested: string[] = [];
  const { opened, open } = gate();
  await page.route(/page-data\/info\/(terms|privacy)\//, async (route) => {
    requested.push(new URL(route.request().url()).pathname);
    await opened;
    await route.continue();
  });
  await page.goto(`${SERVED}/info/faq/`);
  await waitForFullLoader(page);
  for (let click = 0; click < 10; click++) await navigate(page, click % 2 ? "/info/privacy/" : "/info/terms/");
  await expect.poll(() => requested.length).toBe(2);
  open();
  await expect(page.locator("h1")).toHaveText("Privacy");
  await navigate(page, "/info/terms/");
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  expect(requested.toSorted()).toEqual(["privacy", "terms"].map((name) => `/page-data/info/${name}/page-data.json`));
  expect(documents).toHaveLength(1);
});

for (const [description, response] of [
  ["has no content", { status: 204, body: "" }],
  ["resets the content", { status: 205, body: "" }],
  ["is a download", { status: 200, body: "text", headers: { "content-disposition": "attachment" } }],
] as const)
  test(`without the deferred loader, a document that ${description} ends the notice`, async ({ page, documents }) => {
    await page.clock.install();
    await page.route("**/assets/deferred-*.js", (route) => route.abort());
    await page.goto(`${SERVED}/info/faq/`);
    await waitForLoader(page);
    await page.route("**/info/terms/", (route) => route.fulfill(response));
    const documentRequest = page.waitForRequest("**/info/terms/");
    await followLink(page, "/info/terms/");
    await documentRequest;
    await page.clock.runFor(1_000);
    await expect(notice(page, "Loading...")).toBeVisible();
    await page.clock.runFor(20_000);
    await expect(notice(page, "Loading...")).toHaveCount(0);
    expect(page.url()).toBe(`${SERVED}/info/faq/`);
    expect(documents.length).toBeGreaterThan(1);
  });

test("a missing slice loads the requested page as a document", async ({ page, documents }) => {
  await page.route("**/slice-data/footer.json", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto(`${SERVED}/lobby/games/`);
  await waitForLoader(page);
  await followLink(page, "/info/faq/?a=1#money");
  await page.waitForURL(`${SERVED}/info/faq/?a=1#money`);
  await expect(page.locator("footer")).toBeVisible();
  expect(documents).toHaveLength(2);
});

test("a chunk that disappears during a visit loads the requested page", { annotation: rows("4.9-01") }, async ({
  page,
  documents,
}) => {
  await page.route(/\/assets\/modal-/, (route) => route.fulfill({ status: 404, body: "" }));
  const pageDataRequest = page.waitForRequest("**/page-data/info/terms/page-data.json");
  await page.route("**/page-data/info/terms/page-data.json", () => undefined);
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  await waitForFullLoader(page);
  await followLink(page, "/info/terms/?a=1#b");
  await pageDataRequest;
  await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
  await page.waitForURL(`${SERVED}/info/terms/?a=1#b`);
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  expect(documents).toHaveLength(2);
});

for (const [description, body] of [
  ["an HTML page of the host", "<!doctype html><title>Welcome</title>"],
  ["data of another page", undefined],
] as const)
  test(`a host that answers unknown data with 200 and ${description} is not trusted`, async ({ page, documents }) => {
    await page.route("**/page-data/info/terms/page-data.json", async (route) => {
      if (body) return route.fulfill({ contentType: "text/html", body });
      const otherData = await page.request.get(`${SERVED}/page-data/info/faq/page-data.json`);
      return route.fulfill({ contentType: "application/json", body: await otherData.text() });
    });
    await page.goto(`${SERVED}/info/privacy/`);
    await waitForLoader(page);
    await footerLink(page, "TERMS").click();
    await expect(page.locator("h1")).toHaveText("This page is not here");
    expect(page.url()).toBe(`${SERVED}/info/terms/`);
    expect(documents).toHaveLength(1);
  });

deployed.describe("a server that never answers", () => {
  deployed.use({ serviceWorkers: "block" });
  deployed.describe.configure({ timeout: 90_000 });

  deployed(
    "the page is loaded as a document 10 s after the click",
    { annotation: rows("7.6-10") },
    async ({ page, site, documents }) => {
      await page.clock.install();
      const requests: string[] = [];
      const aborted: string[] = [];
      const isData = (url: string) => url.includes("/info/terms/page-data");
      page.on("request", (request) => void (isData(request.url()) && requests.push(request.url())));
      page.on("requestfailed", (request) => void (isData(request.url()) && aborted.push(request.url())));
      const appDataLoaded = page.waitForResponse(/app-data\.json/);
      await page.goto(`${site.url}/info/faq/`);
      await waitForFullLoader(page);
      await (await appDataLoaded).finished();
      await page.clock.pauseAt(Date.now() + 600_000);
      await site.suspend();
      await followLink(page, "/info/terms/?a=1#b");
      await expect.poll(() => requests.length).toBe(1);
      await page.clock.runFor(9_900);
      expect(aborted).toHaveLength(0);
      expect(page.url()).toBe(`${site.url}/info/faq/`);
      await page.clock.runFor(200);
      await expect.poll(() => aborted.length).toBe(1);
      site.resume();
      await page.waitForURL(`${site.url}/info/terms/?a=1#b`);
      await expect(page.locator("h1")).toHaveText("Terms and conditions");
      expect(requests).toHaveLength(1);
      expect(documents).toHaveLength(2);
    },
  );
});

for (const [description, response] of [
  ["has no content", { status: 204, body: "" }],
  [
    "is a download",
    { status: 200, body: "text", headers: { "content-disposition": "attachment", "content-type": "text/plain" } },
  ],
] as const)
  test(`a document that ${description} ends the visit and its notice`, async ({ page, documents }) => {
    await page.clock.install();
    const allAttempts = await failPageData(page, "terms");
    await page.goto(`${SERVED}/info/faq/`);
    await waitForFullLoader(page);
    await page.route("**/info/terms/", (route) => route.fulfill(response));
    const dataRequest = page.waitForRequest("**/page-data/info/terms/page-data.json");
    await followLink(page, "/info/terms/");
    await dataRequest;
    await page.clock.fastForward(500);
    await expect(notice(page, "Loading...")).toBeVisible();
    const documentRequest = page.waitForRequest("**/info/terms/");
    await allAttempts();
    await documentRequest;
    await page.clock.fastForward(10_000);
    await expect(notice(page, "could not be loaded")).toBeVisible();
    await expect(notice(page, "Loading...")).toHaveCount(0);
    expect(page.url()).toBe(`${SERVED}/info/faq/`);
    await footerLink(page, "PRIVACY").click();
    await expect(page.locator("h1")).toHaveText("Privacy");
    expect(documents).toHaveLength(2);
  });
