// Link targets: pages, other documents and malformed links.

import type { Page } from "@playwright/test";
import { followLink } from "../../pages/navigation";
import { expect, rows, SERVED, test, waitForFullLoader, waitForLoader } from "../../support/test";

test.use({ serviceWorkers: "block" });

/** Navigates as a widget does. Returns the sources of the errors that this reports. */
const navigate = (page: Page, detail: { to: string; external?: boolean }) =>
  page.evaluate((visit) => {
    const faults: string[] = [];
    document.addEventListener("croupier:fault", (event) =>
      faults.push((event as CustomEvent<{ part: string }>).detail.part),
    );
    document.dispatchEvent(new CustomEvent("croupier:navigate", { detail: visit }));
    return faults;
  }, detail);

test("a static HTML file is loaded as a document", { annotation: rows("8-28") }, async ({ page, documents }) => {
  const legacyHtml = "<!doctype html><title>Legacy</title><h1>A page of old</h1>";
  await page.route(`${SERVED}/legacy/`, (route) => route.fulfill({ contentType: "text/html", body: legacyHtml }));
  await page.route("**/page-data/app-data.json", async (route) => {
    const response = await route.fetch();
    const data = (await response.json()) as { documents?: string[] };
    await route.fulfill({ response, json: { ...data, documents: [...(data.documents ?? []), "/legacy/"] } });
  });
  await page.goto(`${SERVED}/info/faq/`);
  await waitForFullLoader(page);
  await followLink(page, "/legacy/");
  await expect(page.locator("h1")).toHaveText("A page of old");
  expect(documents).toHaveLength(2);
});

test("a document of another application on the same host is loaded", async ({ page, documents }) => {
  const html = "<!doctype html><title>App</title><h1>Another application</h1>";
  await page.route(`${SERVED}/app/dash/`, (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.goto(`${SERVED}/info/faq/`);
  await waitForFullLoader(page);
  await followLink(page, "/app/dash/");
  await expect(page.locator("h1")).toHaveText("Another application");
  expect(documents).toHaveLength(2);
});

test("a host that answers every path with the home page shows the 404 page", async ({ page, documents }) => {
  await page.route(`${SERVED}/no/such/`, async (route) =>
    route.fulfill({ response: await route.fetch({ url: `${SERVED}/` }) }),
  );
  await page.goto(`${SERVED}/info/faq/`);
  await waitForFullLoader(page);
  await followLink(page, "/no/such/");
  await expect(page.locator("h1")).toHaveText("This page is not here");
  expect(documents).toHaveLength(1);
});

test("a malformed link does not stop navigation and prefetching", async ({ page, documents }) => {
  await page.route(`${SERVED}/info/faq/`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("</main>", '<a href="http://">nowhere</a></main>');
    await route.fulfill({ response, body });
  });
  const prefetchRequest = page.waitForRequest("**/page-data/info/**/page-data.json");
  await page.goto(`${SERVED}/info/faq/`);
  await waitForFullLoader(page);
  await page.getByRole("link", { name: "nowhere" }).hover();
  await prefetchRequest;
  await followLink(page, "/info/terms/");
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  expect(documents).toHaveLength(1);
});

test("a widget navigates within the site unless it marks a URL as external", async ({ page, documents }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await waitForFullLoader(page);
  for (const to of [
    "https://other.example/info/terms/",
    "https://other.example/?token=1",
    "javascript:alert(1)",
    "//other.example/",
  ])
    expect(await navigate(page, { to })).toEqual(["navigate"]);
  expect(await navigate(page, { to: "javascript:alert(1)", external: true })).toEqual(["navigate"]);
  expect(page.url()).toBe(`${SERVED}/info/faq/`);
  await navigate(page, { to: "/info/terms/?a=1#b" });
  await expect(page).toHaveURL(`${SERVED}/info/terms/?a=1#b`);
  expect(documents).toHaveLength(1);
  await page.route("https://other.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Other</h1>" }),
  );
  await navigate(page, { to: "https://other.example/game/", external: true });
  await expect(page.locator("h1")).toHaveText("Other");
});

test("a before-visit listener can redirect a visit by click and by Back", async ({ page, documents }) => {
  await page.goto(`${SERVED}/info/privacy/`);
  await waitForFullLoader(page);
  await followLink(page, "/info/terms/");
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  await page.evaluate(() =>
    document.addEventListener("croupier:before-visit", (event) => {
      const { to, redirect } = (event as CustomEvent<{ to: string; redirect(to: string): void }>).detail;
      if (to === "/info/privacy/") redirect("/info/faq/");
    }),
  );
  await page.goBack();
  await expect(page).toHaveURL(`${SERVED}/info/faq/`);
  await expect(page.locator("h1")).toContainText("questions", { ignoreCase: true });
  await followLink(page, "/info/privacy/");
  await expect(page).toHaveURL(`${SERVED}/info/faq/`);
  expect(documents).toHaveLength(1);
});

test("the slow-navigation notice shows while the deferred loader is loading", { annotation: rows("4.9-04") }, async ({
  page,
}) => {
  await page.clock.install();
  await page.route("**/assets/deferred-*.js", () => undefined);
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await followLink(page, "/info/terms/");
  await page.clock.runFor(900);
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toBeVisible();
  const documentLoaded = page.waitForURL(`${SERVED}/info/terms/`);
  await page.clock.runFor(9_000);
  await documentLoaded;
});

test("the loader works over plain http from another machine", async ({ page, documents }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Crypto.prototype, "randomUUID", { value: undefined });
  });
  await page.goto(`${SERVED}/info/faq/`);
  await waitForFullLoader(page);
  await followLink(page, "/info/terms/");
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  expect(documents).toHaveLength(1);
});
