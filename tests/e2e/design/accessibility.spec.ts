// All pages: no horizontal scrolling, and no serious axe violation.

import { type Browser, chromium, type Page } from "@playwright/test";
import { modal } from "../pages/dialogs";
import { BROWSER, DEV } from "../playwright.config";
import { signInPlayer } from "../support/players";
import { expect, expectAccessible, SERVED, test } from "../support/test";

const PAGES = [
  "/",
  "/info/banking/",
  "/info/responsiblegaming/",
  "/welcomeoffer/",
  "/vip/",
  "/freespins/",
  "/nodepositbonus/",
  "/marketing/",
  "/downloadlobby/",
  "/lobby/games/",
  "/games/",
  "/games/gold-rush/",
  "/lobby/promotions/",
  "/cashier/",
  "/404.html",
];

// A page of 1,280 px has a width of 320 px at a zoom of 400 percent.
for (const width of [320, 360, 390, 1280]) {
  test(`no page scrolls sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  });
}

test.describe("on a phone whose browser doubles the text", () => {
  let browser: Browser;
  test.beforeAll(async () => {
    browser = await chromium.launch({ ...BROWSER, args: [...BROWSER.args, "--blink-settings=defaultFontSize=32"] });
  });
  test.afterAll(() => browser.close());
  const viewport = { width: 390, height: 844 };

  // WCAG 1.4.4: text of 200 percent loses nothing.
  test("no page scrolls sideways", async () => {
    const page = await browser.newPage({ baseURL: SERVED, viewport });
    await expectNoSidewaysScroll(page);
  });

  test("the buttons of the bar show their texts in one line", async () => {
    for (const width of [320, 360, 390]) {
      const page = await browser.newPage({ baseURL: SERVED, viewport: { ...viewport, width } });
      await page.goto("/");
      const heights = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>(".bar__inner > .bar__menu, .account-menu .button")]
          .filter((it) => it.offsetWidth > 0)
          .map((it) => it.offsetHeight),
      );
      expect(new Set(heights).size).toBe(1);
    }
  });

  test("a coupon shows its whole title and code", async () => {
    for (const width of [320, 390]) {
      const page = await browser.newPage({ baseURL: SERVED, viewport: { ...viewport, width } });
      await page.goto("/lobby/promotions/");
      expect(await hiddenTexts(page, ".coupon")).toEqual([]);
    }
  });

  test("the dialog of the daily reward shows all texts and its close button", async () => {
    const context = await browser.newContext({ baseURL: DEV, viewport });
    await signInPlayer(context, ["daily"]);
    const page = await context.newPage();
    await page.goto("/lobby/promotions/");
    await expect(modal(page).getByRole("button", { name: "REDEEM NOW" })).toBeVisible();
    expect(await hiddenTexts(page, "#croupier-modal")).toEqual([]);
  });
});

/** Returns the elements of the boxes that match `box` whose right edge is outside of their box. */
async function hiddenTexts(page: Page, box: string): Promise<string[]> {
  await expect(page.locator(box).first()).toBeVisible();
  return page.locator(box).evaluateAll((boxes) =>
    boxes.flatMap((it) => {
      const { left, right } = it.getBoundingClientRect();
      const inner = [...it.querySelectorAll("*")].filter((child) => {
        const rect = child.getBoundingClientRect();
        return child instanceof HTMLElement && rect.width > 1 && (rect.right > right || rect.left < left);
      });
      return inner.map((child) => `${child.className}: ${child.textContent}`);
    }),
  );
}

async function expectNoSidewaysScroll(page: Page) {
  for (const route of PAGES) {
    await page.goto(route);
    const { hidden, size } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { hidden: scrollWidth - clientWidth, size: getComputedStyle(document.documentElement).fontSize };
    });
    expect(hidden, `${route} with ${size}`).toBeLessThanOrEqual(0);
  }
}

test.describe("accessibility", () => {
  for (const route of PAGES)
    test(`axe finds nothing serious on ${route}`, async ({ page }) => {
      await page.goto(route);
      await expectAccessible(page);
    });
});
