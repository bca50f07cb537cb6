// Visits: the newest click wins, slow visits show a notice, Back and Forward restore the page, and other links are left to the browser.

import type { Page, Request, Route } from "@playwright/test";
import { footerLink } from "../../pages/navigation";
import { expect, gate, rows, SERVED, test, waitForLoader } from "../../support/test";

test.use({ serviceWorkers: "block" });

/** Delays the data of one page until `answer` is called. */
async function delayPageData(
  page: Page,
  name: string,
): Promise<{ requested: Promise<void>; answer: () => Promise<void> }> {
  const routes: Route[] = [];
  const { opened: requested, open: markRequested } = gate();
  await page.route(`**/page-data/info/${name}/page-data.json`, (route) => {
    routes.push(route);
    markRequested();
  });
  return { requested, answer: async () => void (await Promise.all(routes.map((route) => route.continue()))) };
}
const notice = (page: Page) => page.locator(".notice");

test("each page has its own page-data, and the first page uses index", {
  tag: "@smoke",
  annotation: rows("7.6-09"),
}, async ({ page }) => {
  const responseFor = (name: string) =>
    page.waitForResponse((response) => response.url().endsWith(`/page-data/${name}/page-data.json`));
  // A prefetch can request the data before the click, so the test waits from the start.
  const [faq, first] = [responseFor("info/faq"), responseFor("index")];
  await page.goto(`${SERVED}/info/terms/`);
  await waitForLoader(page);
  await footerLink(page, "FAQ").click();
  expect((await (await faq).json()).path).toBe("/info/faq/");
  await expect(page).toHaveURL(`${SERVED}/info/faq/`);
  await page.getByRole("banner").getByRole("link").first().click();
  expect((await (await first).json()).path).toBe("/");
  await expect(page).toHaveURL(`${SERVED}/`);
});

test("a fast second click wins over a slow first one", async ({ page, documents }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  const terms = await delayPageData(page, "terms");
  await footerLink(page, "TERMS").click();
  await terms.requested;
  // A prefetch finishes late, and the request of the overtaken visit is aborted.
  const isTermsRequest = (request: Request) => request.url().includes("/info/terms/page-data");
  const requestEnded = Promise.race([
    page.waitForEvent("requestfinished", isTermsRequest),
    page.waitForEvent("requestfailed", isTermsRequest),
  ]);
  await footerLink(page, "PRIVACY").click();
  await expect(page.locator("h1")).toHaveText("Privacy");
  await terms.answer();
  await requestEnded;
  await expect(page.locator("h1")).toHaveText("Privacy");
  expect(page.url()).toBe(`${SERVED}/info/privacy/`);
  expect(documents).toHaveLength(1);
});

test("a page that takes longer than a second shows a notice", { annotation: rows("4.9-04", "9-26") }, async ({
  page,
}) => {
  await page.clock.install();
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  await page.clock.runFor(2_500);
  await expect(notice(page)).toBeAttached();
  await page.clock.pauseAt(Date.now() + 60_000);
  const terms = await delayPageData(page, "terms");
  await footerLink(page, "TERMS").click();
  await terms.requested;
  await page.clock.runFor(999);
  await expect(notice(page)).toHaveText("");
  await page.clock.runFor(1);
  await expect(notice(page)).toHaveText("Loading...");
  await expect(notice(page)).toHaveRole("status");
  await terms.answer();
  await expect(page).toHaveURL(`${SERVED}/info/terms/`);
  await expect(notice(page)).toHaveText("");
  const banking = await delayPageData(page, "banking");
  await footerLink(page, "BANKING").click();
  await banking.requested;
  await page.clock.runFor(500);
  await banking.answer();
  await expect(page).toHaveURL(`${SERVED}/info/banking/`);
  await page.clock.runFor(3_000);
  await expect(notice(page)).toHaveText("");
});

test("Back and Forward restore scroll on both axes, and focus", async ({ page, documents }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  // Tables and zoom can make a page wider than the screen.
  await page.evaluate(() => {
    document.body.style.minWidth = "3000px";
    document.documentElement.style.overflow = "visible";
    document.body.style.overflow = "visible";
  });
  const link = page.getByRole("link", { name: "know your customer", exact: true });
  await link.focus();
  await page.evaluate(() => scrollTo({ left: 240, top: 320, behavior: "instant" }));
  await expect.poll(() => page.evaluate(() => [scrollX, scrollY])).toEqual([240, 320]);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await link.evaluate((element: HTMLElement) => element.click());
  await expect(page.locator("h1")).toHaveText("Know your customer");
  await expect.poll(() => page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0]);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => [scrollX, scrollY])).toEqual([240, 320]);
  await expect(link).toBeFocused();
  await page.goForward();
  await expect(page.locator("h1")).toHaveText("Know your customer");
  expect(documents).toHaveLength(1);
});

test("pages are eligible for the back-forward cache", async ({ page }) => {
  await page.addInitScript(() => {
    const kinds: string[] = [];
    Object.assign(window, { kinds });
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (...args: Parameters<typeof add>) {
      kinds.push(args[0]);
      add.apply(this, args);
    };
  });
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  await page.getByRole("button", { name: "LOGIN" }).first().hover();
  await expect(page.locator('[data-island="account_menu"]').first()).toHaveAttribute("data-hydrated", "");
  await expect(notice(page)).toBeAttached();
  const kinds = await page.evaluate(() => (window as unknown as { kinds: string[] }).kinds);
  expect(kinds).toContain("pagehide");
  expect(kinds).not.toContain("unload");
  expect(kinds).not.toContain("beforeunload");
  expect(await page.evaluate(() => [onunload, onbeforeunload])).toEqual([null, null]);
});

test("modified clicks, downloads and external links are left to the browser", async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  const leftToBrowser = await page.evaluate(() => {
    const untouched: Record<string, boolean> = {};
    function click(name: string, attributes: Record<string, string>, init: MouseEventInit = {}) {
      const link = Object.assign(document.createElement("a"), { textContent: name });
      for (const [key, value] of Object.entries(attributes)) link.setAttribute(key, value);
      document.body.append(link);
      const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
      // Cancels the click after the loader has seen it, so that the page of this test stays.
      addEventListener(
        "click",
        (clickEvent) => {
          untouched[name] = !clickEvent.defaultPrevented;
          clickEvent.preventDefault();
        },
        { once: true },
      );
      link.dispatchEvent(event);
    }
    const href = "/info/terms/";
    click("ctrl", { href }, { ctrlKey: true });
    click("meta", { href }, { metaKey: true });
    click("shift", { href }, { shiftKey: true });
    click("alt", { href }, { altKey: true });
    click("middle", { href }, { button: 1 });
    click("blank", { href, target: "_blank" });
    click("download", { href, download: "" });
    click("file", { href: "/manifest.webmanifest" });
    click("self", { href, target: "_self" });
    click("external", { href, rel: "external" });
    click("origin", { href: "https://other.example/info/terms/" });
    click("mail", { href: "mailto:help@paperlantern.example" });
    click("fragment", { href: "#money" });
    click("plain", { href });
    return untouched;
  });
  const { plain, ...otherClicks } = leftToBrowser;
  expect(plain).toBe(false);
  expect(Object.entries(otherClicks).filter(([, isLeft]) => !isLeft)).toEqual([]);
});

for (const [status, heading, row] of [
  [404, "This page is not here", "8-28"],
  [500, "That did not work", "8-29"],
] as const)
  test(`page-data that answers ${status} shows that page under the requested URL`, { annotation: rows(row) }, async ({
    page,
    documents,
  }) => {
    await page.route("**/page-data/info/terms/page-data.json", (route) => route.fulfill({ status, body: "" }));
    await page.goto(`${SERVED}/info/faq/`);
    await waitForLoader(page);
    await footerLink(page, "TERMS").click();
    await expect(page.locator("h1")).toContainText(heading, { ignoreCase: true });
    expect(page.url()).toBe(`${SERVED}/info/terms/`);
    expect(documents).toHaveLength(1);
  });

test("a hundred visits leak no listeners, nodes or islands", async ({ page, documents }) => {
  test.setTimeout(90_000);
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  async function measure() {
    await devtools.send("HeapProfiler.collectGarbage");
    const { metrics } = await devtools.send("Performance.getMetrics");
    const metric = (name: string) => metrics.find((metricEntry) => metricEntry.name === name)?.value ?? 0;
    return { listeners: metric("JSEventListeners"), nodes: metric("Nodes"), heap: metric("JSHeapUsedSize") };
  }
  const paths = ["/info/terms/", "/lobby/promotions/", "/", "/lobby/games/", "/info/faq/"];
  async function visit(path: string) {
    await page.evaluate(
      (to) =>
        new Promise<void>((resolve) => {
          document.addEventListener("croupier:visit", function onVisit(event) {
            if ((event as CustomEvent<{ kind: string }>).detail.kind !== "done") return;
            document.removeEventListener("croupier:visit", onVisit);
            resolve();
          });
          document.dispatchEvent(new CustomEvent("croupier:navigate", { detail: { to } }));
        }),
      path,
    );
  }
  for (let lap = 0; lap < 4; lap++) for (const path of paths) await visit(path);
  const baseline = await measure();
  for (let lap = 0; lap < 20; lap++) for (const path of paths) await visit(path);
  async function aboveLimits() {
    const measured = await measure();
    const limits = {
      listeners: baseline.listeners + 10,
      nodes: baseline.nodes * 1.1 + 50,
      heap: baseline.heap * 1.5 + 1_000_000,
    };
    return Object.entries(limits).filter(([name, limit]) => measured[name as keyof typeof limits] > limit);
  }
  // Objects that scripts and the document share need more than one collection.
  await expect.poll(aboveLimits, "after a hundred visits").toEqual([]);
  expect(documents).toHaveLength(1);
});

for (const [motion, speed, expected] of [
  ["no-preference", "slow", 1],
  ["no-preference", "fast", 0],
  ["reduce", "slow", 0],
] as const)
  test(`a ${speed} page uses ${expected} transitions with ${motion} motion`, async ({ page, older }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await page.addInitScript(() => {
      sessionStorage.setItem("transitions", "0");
      if (!document.startViewTransition) return;
      const startTransition = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        sessionStorage.setItem("transitions", String(Number(sessionStorage.getItem("transitions")) + 1));
        return startTransition(update);
      };
    });
    await page.goto(`${SERVED}/info/faq/`);
    await expect(notice(page)).toBeAttached();
    if (speed === "slow") {
      const terms = await delayPageData(page, "terms");
      await footerLink(page, "TERMS").click();
      await terms.requested;
      const startedAt = await page.evaluate(() => performance.now());
      await page.waitForFunction((start) => performance.now() - start > 300, startedAt);
      await terms.answer();
    } else {
      const prefetched = page.waitForResponse(/info\/terms\/page-data/);
      await footerLink(page, "TERMS").hover();
      await (await prefetched).finished();
      await footerLink(page, "TERMS").click();
    }
    await expect(page).toHaveURL(`${SERVED}/info/terms/`);
    await expect(page.locator("h1")).toBeFocused();
    expect(await page.evaluate(() => Number(sessionStorage.getItem("transitions")))).toBe(older ? 0 : expected);
  });
