// Back and Forward: focus and scroll position are restored, also for lists that render late, and history entries of widgets load nothing.

import type { Page } from "@playwright/test";
import { footerLink, waitForTwoFrames } from "../../pages/navigation";
import { expect, gate, SERVED, test, waitForFonts, waitForFullLoader } from "../../support/test";

test.use({ serviceWorkers: "block" });

const focusedElement = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("href") ?? document.activeElement?.localName);

/** Adds a history entry, as a widget does. */
const pushEntry = (page: Page, state: Record<string, unknown>, url: string) =>
  page.evaluate(
    ([state, to]) => {
      const entryId = `made-${Math.random()}`;
      history.pushState({ ...history.state, ...(state as object), croupier: entryId }, "", to as string);
      document.dispatchEvent(new CustomEvent("croupier:entry", { detail: { key: entryId } }));
    },
    [state, url] as const,
  );

test("Back restores the focus to the link that was followed", async ({ page }) => {
  await page.goto(`${SERVED}/`);
  await waitForFullLoader(page);
  await footerLink(page, "FAQ").click();
  await expect(page.locator("h1")).toContainText("questions", { ignoreCase: true });
  const link = page.locator("main a[href^='/info/']").first();
  const href = await link.getAttribute("href");
  await link.click();
  await expect(page).toHaveURL(SERVED + href);
  await page.goBack();
  await expect(page).toHaveURL(`${SERVED}/info/faq/`);
  await expect.poll(() => focusedElement(page)).toBe(href);
});

test("without the focused element Back focuses the heading", async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await waitForFullLoader(page);
  await page.locator("main").evaluate((main) => {
    main.prepend(Object.assign(document.createElement("a"), { id: "once", href: "/info/terms/", textContent: "once" }));
  });
  await page.locator("#once").click();
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  await page.goBack();
  await expect(page.locator("h1")).toBeFocused();
});

test("a heading loses its tabindex with the focus", async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await waitForFullLoader(page);
  await footerLink(page, "TERMS").click();
  await expect(page.locator("h1")).toBeFocused();
  await footerLink(page, "PRIVACY").focus();
  await expect(page.locator("h1")).not.toHaveAttribute("tabindex");
});

test("scroll restoration waits for a list rendered after the page", async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await waitForFullLoader(page);
  const addList = () =>
    page.locator("main").evaluate((main) => {
      const list = Object.assign(document.createElement("div"), { id: "list" });
      list.style.height = "6000px";
      main.append(list);
      document.dispatchEvent(new CustomEvent("croupier:drawn", { detail: { part: "list" } }));
    });
  await addList();
  // A font that loads later would move the page by its change of line heights.
  await expect.poll(() => page.evaluate(() => [...document.fonts].map(({ status }) => status))).toContain("loaded");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.evaluate(() => scrollTo(0, 5000));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(5000);
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>("footer a[href='/info/terms/']")?.click());
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  await page.goBack();
  await expect(page.locator("h1")).toContainText("questions", { ignoreCase: true });
  expect(await page.evaluate(() => scrollY)).toBeLessThan(5000);
  await addList();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(5000);
});

for (const [when, isLate] of [
  ["as soon as the page is painted", false],
  ["when the loader runs", true],
] as const)
  test(`Back to another document restores scroll, with fonts loading ${when}`, async ({ page }) => {
    await page.goto(`${SERVED}/info/faq/`);
    await waitForFullLoader(page);
    await waitForFonts(page);
    await page.evaluate(() => scrollTo(0, 2000));
    await page.goto(`${SERVED}/404.html`);
    const fonts = gate();
    await page.route("**/assets/fonts/*", async (route) => {
      if (isLate) await fonts.opened;
      await route.continue();
    });
    await page.addInitScript((isLate) => {
      // The load event waits for fonts that are requested before it, and the loader waits for the load event.
      const load = FontFace.prototype.load;
      FontFace.prototype.load = async function () {
        if (isLate && document.readyState !== "complete")
          await new Promise((resolve) => addEventListener("load", resolve));
        return load.call(this);
      };
      // Wider letter spacing makes the arrival of the fonts visible.
      const add = document.fonts.add.bind(document.fonts);
      document.fonts.add = (face) => {
        document.body.style.letterSpacing = "0.2em";
        return add(face);
      };
    }, isLate);
    await page.goBack();
    await waitForFullLoader(page);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(2000);
    fonts.open();
    await page.waitForFunction(() => getComputedStyle(document.body).letterSpacing !== "normal");
    // The browser adjusts the scroll position within two frames.
    await waitForTwoFrames(page);
    expect(await page.evaluate(() => scrollY)).toBe(2000);
    await page.mouse.wheel(0, 100);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(2100);
  });

test("history entries of a widget change without requests", async ({ page, documents }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await waitForFullLoader(page);
  await page.locator("main").evaluate((main) => {
    main.dataset.mine = "yes";
  });
  await pushEntry(page, { filter: "slots" }, "/info/faq/?category=slots");
  const urls: string[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/favicon.svg")) urls.push(request.url());
  });
  await page.goBack();
  await expect(page).toHaveURL(`${SERVED}/info/faq/`);
  await page.goForward();
  await expect(page).toHaveURL(`${SERVED}/info/faq/?category=slots`);
  expect(await page.evaluate(() => (history.state as { filter: string }).filter)).toBe("slots");
  await expect(page.locator("main")).toHaveAttribute("data-mine", "yes");
  expect(urls).toEqual([]);
  expect(documents).toHaveLength(1);
});

test("Back from another page restores the entry with its filter", async ({ page }) => {
  await page.goto(`${SERVED}/info/faq/`);
  await waitForFullLoader(page);
  await pushEntry(page, { filter: "slots" }, "/info/faq/?category=slots");
  await footerLink(page, "TERMS").click();
  await expect(page.locator("h1")).toHaveText("Terms and conditions");
  await page.goBack();
  await expect(page).toHaveURL(`${SERVED}/info/faq/?category=slots`);
  await expect(page.locator("h1")).toContainText("questions", { ignoreCase: true });
  expect(await page.evaluate(() => (history.state as { filter: string }).filter)).toBe("slots");
});
