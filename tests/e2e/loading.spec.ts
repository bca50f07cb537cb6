// Visits: the newest click wins, slow visits show a notice, Back and Forward restore the page, and other links are left to the browser.

import type { Page, Request, Route } from "@playwright/test";
import { expect, ready, rows, SERVED, test } from "./test";

test.use({ serviceWorkers: "block" });

/** Delays the data of one page until `answer` is called. */
async function hold(page: Page, name: string): Promise<{ asked: Promise<void>; answer: () => Promise<void> }> {
  const held: Route[] = [];
  let ask = () => {};
  const asked = new Promise<void>((then) => {
    ask = then;
  });
  await page.route(`**/page-data/info/${name}/page-data.json`, (route) => {
    held.push(route);
    ask();
  });
  return { asked, answer: async () => void (await Promise.all(held.map((route) => route.continue()))) };
}
const footer = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Information", exact: true }).getByRole("link", { name, exact: true });
const notice = (page: Page) => page.locator(".notice");

test("each page has its own page-data, and the first page uses index", { annotation: rows("7.6-09") }, async ({
  page,
}) => {
  const answer = (name: string) =>
    page.waitForResponse((response) => response.url().endsWith(`/page-data/${name}/page-data.json`));
  // A prefetch can request the data before the click, so the test waits from the start.
  const [faq, first] = [answer("info/faq"), answer("index")];
  await page.goto(`${SERVED}/info/terms/`);
  await ready(page);
  await footer(page, "FAQ").click();
  expect((await (await faq).json()).path).toBe("/info/faq/");
  await expect(page).toHaveURL(`${SERVED}/info/faq/`);
  await page.getByRole("banner").getByRole("link").first().click();
  expect((await (await first).json()).path).toBe("/");
  await expect(page).toHaveURL(`${SERVED}/`);
});

test("a fast second click wins over a slow first one", async ({ page, documents }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await ready(page);
  const slow = await hold(page, "terms");
  await footer(page, "TERMS").click();
  await slow.asked;
  // A prefetch finishes late, and the request of the overtaken visit is aborted.
  const ofTerms = (request: Request) => request.url().includes("/info/terms/page-data");
  const over = Promise.race([
    page.waitForEvent("requestfinished", ofTerms),
    page.waitForEvent("requestfailed", ofTerms),
  ]);
  await footer(page, "PRIVACY").click();
  await expect(page.locator("h1")).toHaveText("Privacy");
  await slow.answer();
  await over;
  await expect(page.locator("h1")).toHaveText("Privacy");
  expect(page.url()).toBe(`${SERVED}/info/privacy/`);
  expect(documents).toHaveLength(1);
});

test("a page that takes longer than a second shows a notice", { annotation: rows("4.9-04", "9-26") }, async ({
  page,
}) => {
  await page.clock.install();
  await page.goto(`${SERVED}/info/faq/`);
  await ready(page);
  await page.clock.runFor(2_500);
  await expect(notice(page)).toBeAttached();
  await page.clock.pauseAt(Date.now() + 60_000);
  const terms = await hold(page, "terms");
  await footer(page, "TERMS").click();
  await terms.asked;
  await page.clock.runFor(999);
  await expect(notice(page)).toHaveText("");
  await page.clock.runFor(1);
  await expect(notice(page)).toHaveText("Loading...");
  await expect(notice(page)).toHaveRole("status");
  await terms.answer();
  await expect(page).toHaveURL(`${SERVED}/info/terms/`);
  await expect(notice(page)).toHaveText("");
  const banking = await hold(page, "banking");
  await footer(page, "BANKING").click();
  await banking.asked;
  await page.clock.runFor(500);
  await banking.answer();
  await expect(page).toHaveURL(`${SERVED}/info/banking/`);
  await page.clock.runFor(3_000);
  await expect(notice(page)).toHaveText("");
});

test("Back and Forward restore scroll on both axes, and focus", async ({ page, documents }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await ready(page);
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
  await page.evaluate(() => new Promise((then) => requestAnimationFrame(then)));
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
  await ready(page);
  await page.getByRole("button", { name: "LOGIN" }).first().hover();
  await expect(page.locator('[data-island="account_menu"]').first()).toHaveAttribute("data-awake", "");
  await expect(notice(page)).toBeAttached();
  const kinds = await page.evaluate(() => (window as unknown as { kinds: string[] }).kinds);
  expect(kinds).toContain("pagehide");
  expect(kinds).not.toContain("unload");
  expect(kinds).not.toContain("beforeunload");
  expect(await page.evaluate(() => [onunload, onbeforeunload])).toEqual([null, null]);
});

test("modified clicks, downloads and external links are left to the browser", async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await ready(page);
  const taken = await page.evaluate(() => {
    const left: Record<string, boolean> = {};
    function click(name: string, attributes: Record<string, string>, init: MouseEventInit = {}) {
      const link = Object.assign(document.createElement("a"), { textContent: name });
      for (const [key, value] of Object.entries(attributes)) link.setAttribute(key, value);
      document.body.append(link);
      const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
      // Cancels the click after the loader has seen it, so that the page of this test stays.
      addEventListener(
        "click",
        (it) => {
          left[name] = !it.defaultPrevented;
          it.preventDefault();
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
    click("origin", { href: "https://other.example/info/terms/" });
    click("mail", { href: "mailto:help@paperlantern.example" });
    click("fragment", { href: "#money" });
    click("plain", { href });
    return left;
  });
  const { plain, ...others } = taken;
  expect(plain).toBe(false);
  expect(Object.entries(others).filter(([, isLeft]) => !isLeft)).toEqual([]);
});

for (const [status, words, row] of [
  [404, "This page is not here", "8-28"],
  [500, "That did not work", "8-29"],
] as const)
  test(`page-data that answers ${status} shows that page under the requested URL`, { annotation: rows(row) }, async ({
    page,
    documents,
  }) => {
    await page.route("**/page-data/info/terms/page-data.json", (route) => route.fulfill({ status, body: "" }));
    await page.goto(`${SERVED}/info/faq/`);
    await ready(page);
    await footer(page, "TERMS").click();
    await expect(page.locator("h1")).toContainText(words, { ignoreCase: true });
    expect(page.url()).toBe(`${SERVED}/info/terms/`);
    expect(documents).toHaveLength(1);
  });

test("a hundred visits leak no listeners, nodes or islands", async ({ page, documents }) => {
  test.setTimeout(90_000);
  await page.goto(`${SERVED}/info/faq/`);
  await ready(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  async function left() {
    await devtools.send("HeapProfiler.collectGarbage");
    const { metrics } = await devtools.send("Performance.getMetrics");
    const of = (name: string) => metrics.find((it) => it.name === name)?.value ?? 0;
    return { listeners: of("JSEventListeners"), nodes: of("Nodes"), heap: of("JSHeapUsedSize") };
  }
  const around = ["/info/terms/", "/lobby/promotions/", "/", "/lobby/games/", "/info/faq/"];
  async function visit(path: string) {
    await page.evaluate(
      (to) =>
        new Promise<void>((then) => {
          document.addEventListener("croupier:visit", function look(event) {
            if ((event as CustomEvent<{ kind: string }>).detail.kind !== "done") return;
            document.removeEventListener("croupier:visit", look);
            then();
          });
          document.dispatchEvent(new CustomEvent("croupier:navigate", { detail: { to: to } }));
        }),
      path,
    );
  }
  for (let round = 0; round < 4; round++) for (const path of around) await visit(path);
  const before = await left();
  for (let round = 0; round < 20; round++) for (const path of around) await visit(path);
  // Objects that scripts and the document share need more than one collection.
  await expect.poll(async () => (await left()).nodes).toBeLessThanOrEqual(before.nodes * 1.1 + 50);
  const after = await left();
  expect(after.listeners).toBeLessThanOrEqual(before.listeners + 10);
  expect(after.heap).toBeLessThan(before.heap * 1.5 + 1_000_000);
  expect(documents).toHaveLength(1);
});

for (const [motion, took, wanted] of [
  ["no-preference", "long", 1],
  ["no-preference", "no time", 0],
  ["reduce", "long", 0],
] as const)
  test(`a page after ${took} uses ${wanted} transitions with ${motion} motion`, async ({ page, older }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await page.addInitScript(() => {
      sessionStorage.setItem("transitions", "0");
      if (!document.startViewTransition) return;
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (change) => {
        sessionStorage.setItem("transitions", String(Number(sessionStorage.getItem("transitions")) + 1));
        return start(change);
      };
    });
    await page.goto(`${SERVED}/info/faq/`);
    await expect(notice(page)).toBeAttached();
    if (took === "long") {
      const terms = await hold(page, "terms");
      const begun = await page.evaluate(() => performance.now());
      await footer(page, "TERMS").click();
      await terms.asked;
      await page.waitForFunction((then) => performance.now() - then > 300, begun);
      await terms.answer();
    } else {
      const loaded = page.waitForResponse(/info\/terms\/page-data/);
      await footer(page, "TERMS").hover();
      await (await loaded).finished();
      await footer(page, "TERMS").click();
    }
    await expect(page).toHaveURL(`${SERVED}/info/terms/`);
    await expect(page.locator("h1")).toBeFocused();
    expect(await page.evaluate(() => Number(sessionStorage.getItem("transitions")))).toBe(older ? 0 : wanted);
  });
