// Unusual URLs: without the final slash, malformed, moved, or with a fragment; and the focus and scroll position after navigation.

import type { Route } from "@playwright/test";
import { followLink, waitForTwoFrames } from "../../pages/navigation";
import { test as deployed } from "../../support/deployment";
import { expect, SERVED, test, waitForFullLoader, waitForLoader } from "../../support/test";

test.use({ serviceWorkers: "block" });

test("a link without final slash or with index.html shows the canonical URL", async ({ page, documents }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  for (const [to, expected, heading] of [
    ["/info/terms?a=1#x", "/info/terms/?a=1#x", "Terms and conditions"],
    ["/info/privacy/index.html?b=2", "/info/privacy/?b=2", "Privacy"],
  ] as const) {
    await followLink(page, to);
    await expect(page.locator("h1")).toHaveText(heading);
    expect(page.url()).toBe(SERVED + expected);
  }
  expect(documents).toHaveLength(1);
});

test("malformed URLs do not stop navigation", async ({ page, documents }) => {
  await page.goto(`${SERVED}/info/faq/?q=%zz#%zz`);
  await waitForLoader(page);
  await followLink(page, "/100%/");
  await expect(page.locator("h1")).toHaveText("This page is not here");
  await followLink(page, "/info/terms/?q=%zz#%zz");
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  expect(page.url()).toBe(`${SERVED}/info/terms/?q=%zz#%zz`);
  expect(documents).toHaveLength(1);
});

test("/index/ is not the first page", async ({ page, documents }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  await followLink(page, "/index/");
  await expect(page.locator("h1")).toHaveText("This page is not here");
  await followLink(page, "/");
  await expect(page).toHaveURL(`${SERVED}/`);
  await expect(page.locator("h1")).not.toHaveText("This page is not here");
  expect(documents).toHaveLength(1);
});

test("a fragment of the current page only scrolls", async ({ page, documents }) => {
  await page.goto(`${SERVED}/info/responsiblegaming/`);
  await waitForLoader(page);
  await waitForFullLoader(page);
  const recorded = await page.evaluateHandle(() => {
    const events: string[] = [];
    document.addEventListener("croupier:visit", (event) =>
      events.push((event as CustomEvent<{ kind: string }>).detail.kind),
    );
    new MutationObserver(() => events.push("drawn")).observe(document.getElementById("main") as Element, {
      childList: true,
    });
    return events;
  });
  const requests = [{ to: "#people-who-can-help" }, { to: "#people-who-can-help", replace: true }];
  await page.locator("main").getByRole("link", { name: "People who can help" }).first().click();
  await expect(page.locator("#people-who-can-help")).toBeInViewport();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

  for (const detail of requests) {
    await page.evaluate((it) => document.dispatchEvent(new CustomEvent("croupier:navigate", { detail: it })), detail);
    await expect(page.locator("#people-who-can-help")).toBeInViewport();
  }
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  expect(await recorded.jsonValue()).toEqual([]);
  expect(documents).toHaveLength(1);
});

test("a new page is announced once, by its heading or its title", async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  const announcer = page.locator("#croupier-announcer");
  await expect(announcer).toHaveAttribute("aria-live", "polite");
  const announcements = await page.evaluateHandle(() => {
    const messages: string[] = [];
    const element = document.getElementById("croupier-announcer") as Element;
    new MutationObserver(() => messages.push(`${element.textContent} under ${document.title}`)).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return messages;
  });
  await followLink(page, "/info/terms/");
  await expect(page.locator("h1")).toBeFocused();
  expect(await announcements.jsonValue()).toEqual([]);
  const fragment = await page.locator("main h2[id]").first().getAttribute("id");
  for (const query of ["?a=1", "?a=2"]) {
    await followLink(page, `/info/terms/${query}#${fragment}`);
    await expect(page.locator(`#${fragment}`)).toBeFocused();
  }
  const title = await page.title();
  await expect
    .poll(() => announcements.jsonValue())
    .toEqual([`${title} under ${title}`, `${title}\u00a0 under ${title}`]);
  // A click on text moves the focus only as the browser would.
  await page
    .locator("main p")
    .first()
    .click({ position: { x: 2, y: 2 } });
  await expect(page.locator("main")).not.toBeFocused();
});

test("a reload and Back restore the scroll position", async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  await page.evaluate(() => scrollTo({ top: 400, behavior: "instant" }));
  await waitForTwoFrames(page);
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
  await page.goto(`${SERVED}/info/terms/`);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
});

for (const [state, files] of [
  ["loaded", /\/assets\/boot-/],
  ["complete", /\/assets\/deferred-/],
] as const)
  test(`Back before the loader is ${state} shows the page of the URL`, async ({ page, documents }) => {
    await page.goto(`${SERVED}/info/faq/`);
    await waitForLoader(page);
    await followLink(page, "/info/terms/");
    await expect(page.locator("h1")).toHaveText("Terms and conditions");
    const routes: Route[] = [];
    await page.route(files, (route) => void routes.push(route));
    await page.reload({ waitUntil: "commit" });
    await expect.poll(() => routes.length).toBe(1);
    await expect(page.locator("h1")).toHaveText("Terms and conditions");
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(`${SERVED}/info/faq/`);
    await expect(page.locator("h1")).toHaveText("Terms and conditions");
    for (const route of routes) await route.continue();
    await expect(page.locator("h1")).toContainText("questions", { ignoreCase: true });
    expect(documents).toHaveLength(2);
  });

test("an old page is revalidated without a second body", async ({ page }) => {
  await page.clock.install();
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  const path = "/page-data/info/terms/page-data.json";
  await followLink(page, "/info/terms/");
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  await followLink(page, "/info/faq/");
  await expect(page).toHaveURL(`${SERVED}/info/faq/`);
  await page.clock.fastForward(301_000);
  const revalidation = page.waitForResponse(`**${path}`);
  await followLink(page, "/info/terms/");
  const response = await revalidation;
  const etag = (await response.request().allHeaders())["if-none-match"] ?? "";
  expect(etag).toBe((await page.request.get(SERVED + path)).headers().etag);
  const notModified = await page.request.get(SERVED + path, { headers: { "if-none-match": etag } });
  expect([notModified.status(), await notModified.text()]).toEqual([304, ""]);
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
});

deployed.describe("a URL that moved", () => {
  deployed.use({ serviceWorkers: "block" });

  deployed(
    "a redirected URL loads a document at the target and keeps query and fragment",
    async ({ page, site, documents }) => {
      await site.edit("content/info/terms.md", "\nheading = ", '\naliases = ["/conditions/"]\nheading = ');
      await site.build();
      await page.goto(`${site.url}/info/faq/`);
      await waitForLoader(page);
      await followLink(page, "/conditions/?a=1#b");
      await page.waitForURL(`${site.url}/info/terms/?a=1#b`);
      await expect(page.locator("h1")).toHaveText("Terms and conditions");
      expect(documents.map((request) => new URL(request.url()).pathname)).toEqual([
        "/info/faq/",
        "/conditions/",
        "/info/terms/",
      ]);
    },
  );
});
