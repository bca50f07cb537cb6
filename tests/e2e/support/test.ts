// The base test of all end-to-end tests, with shared helpers. Each test fails on script errors, policy violations and leaked secrets.

import { type BrowserContext, test as base, expect, type Page, type Request } from "@playwright/test";
import { DEV } from "../playwright.config";
import { removeNewFeatures } from "./older_browser";
import { createSession, PASSWORD, storageRecords } from "./players";

export { SERVED } from "../playwright.config";
export { expectAccessible, expectContrast, expectNoViolations, loadAxe } from "./accessibility";
export { DEV, expect };

/** All routes of the specification's 2.1 and decision A6, with the row that requires each. */
export const ROUTES: Readonly<Record<string, string>> = {
  "/": "2.1-01",
  "/lobby/games/": "2.1-03",
  "/lobby/promotions/": "2.1-04",
  "/lobby/account/": "2.1-06",
  "/lobby/account/history/": "2.1-07",
  "/lobby/account/preferences/": "2.1-08",
  "/cashier/": "2.1-09",
  "/downloadlobby/": "2.1-10",
  "/info/banking/": "2.1-11",
  "/info/terms/": "2.1-11",
  "/info/about/": "2.1-11",
  "/info/contactus/": "2.1-11",
  "/info/faq/": "2.1-11",
  "/info/security/": "2.1-11",
  "/info/privacy/": "2.1-11",
  "/info/fairgaming/": "2.1-11",
  "/info/responsiblegaming/": "2.1-11",
  "/info/knowyourcustomer/": "2.1-11",
  "/info/antimoneylaundering/": "2.1-11",
  "/freespins/": "2.1-14",
  "/vip/": "2.1-15",
  "/livedealer/": "A6",
  "/marketing/": "2.1-17",
  "/nodepositbonus/": "2.1-18",
  "/unsubscribe/": "A6",
  "/welcomeoffer/": "2.1-20",
  "/games/": "2.1-22",
  "/games/gold-rush/": "2.1-22",
};
export const INFO = Object.keys(ROUTES).filter((route) => route.startsWith("/info/"));

export const test = base.extend<{
  failOnErrors: undefined;
  documents: Request[];
  allowedErrors: RegExp;
  motion: boolean;
  older: boolean;
  player: string;
}>({
  /** Whether the test checks animations. Other tests use reduced motion, which takes a fifth less time. */
  motion: [false, { option: true }],
  contextOptions: ({ contextOptions, motion }, use) =>
    use({ ...contextOptions, reducedMotion: motion ? "no-preference" : "reduce" }),
  /** Whether the browser lacks features that are newer than two years. */
  older: [false, { option: true }],
  context: async ({ context, older }, use) => {
    if (older) await context.addInitScript(removeNewFeatures);
    await use(context);
  },
  /** Matches errors that a test causes on purpose. */
  allowedErrors: [/^$/, { option: true }],
  /** Login of the seeded player who is signed in from the start, without the form. Empty for a guest. */
  player: ["", { option: true }],
  storageState: async ({ player, baseURL }, use) => {
    // Playwright opens a page for each origin, also for one without records.
    if (!player) return use({ cookies: [], origins: [] });

    const origin = baseURL ?? "";
    const records = storageRecords(await createSession(origin, player));
    const localStorage = Object.entries(records).map(([name, value]) => ({ name, value }));
    await use({ cookies: [], origins: [{ origin, localStorage }] });
  },
  /** Document loads of the page so far. */
  documents: async ({ page }, use) => {
    const documents: Request[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.push(request);
    });
    await use(documents);
  },
  failOnErrors: [
    async ({ page, context, allowedErrors }, use) => {
      const errors: string[] = [];
      const watch = (tab: Page) => {
        tab.on("pageerror", (error) => errors.push(`uncaught: ${error.message}`));
        tab.on("console", (message) => {
          if (message.text().includes(PASSWORD)) errors.push("the password was logged");
          // The browser itself logs statuses such as 401 and 404. Each test checks how the page handles them.
          if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
            errors.push(message.text());
        });
        tab.on("request", (request) => {
          if (request.url().includes(encodeURIComponent(PASSWORD))) errors.push(`the password is in ${request.url()}`);
        });
      };
      watch(page);
      context.on("page", watch);
      await use(undefined);
      // A route handler that is still running when the test ends must not fail it.
      if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.unrouteAll({ behavior: "ignoreErrors" });
      expect(errors.filter((error) => !allowedErrors.test(error))).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Returns the annotation of a test that covers rows or decisions of docs/content/casino/specification:
 * `test("title", { annotation: rows("7.2-01") }, ...)`.
 */
export const rows = (...ids: readonly string[]) => ids.map((description) => ({ type: "row", description }));

/** Waits until the service worker controls this page. A failure shows how far the worker came. */
export const waitForWorker = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const { controller } = navigator.serviceWorker;
          if (controller) return "controlled";
          const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
          return { installing: installing?.state, waiting: waiting?.state, active: active?.state };
        }),
      { timeout: 60_000 },
    )
    .toBe("controlled");

/** The brand's font families. */
export const FONTS = ["Manrope", "Fraunces"];
/** Waits until the brand's fonts are loaded, because their arrival may shift the layout. */
export const waitForFonts = (page: Page) =>
  page.waitForFunction((fonts) => {
    const loaded = [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family);
    return fonts.every((font) => loaded.includes(font));
  }, FONTS);

/** Returns a promise `opened` and the function `open` that resolves it. */
export function gate() {
  let resolve = () => {};
  const opened = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { opened, open: () => resolve() };
}

/** Prints the page. Fails if its colours are not light on paper. */
export async function expectLightPaper(page: Page) {
  await page.evaluate(() => {
    const root = document.documentElement;
    const record = () => root.setAttribute("data-printed", getComputedStyle(root).colorScheme);
    addEventListener("beforeprint", record, { once: true });
  });
  await page.pdf();
  await expect(page.locator("html")).toHaveAttribute("data-printed", "light");
}

/** Opens another tab of the same browser and waits for the loader. */
export async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(path);
  await waitForLoader(tab);
  return tab;
}

/**
 * Overrides tables of site.toml for pages that open from now on, like a build with these values. The server still sends the
 * document: the browser blocks a document that a test fulfills from access to this machine's addresses.
 */
export async function configure(target: Page | BrowserContext, tables: Readonly<Record<string, object>>) {
  await target.addInitScript((tables) => {
    // In the state `interactive`, the document is parsed and no module has run.
    document.addEventListener("readystatechange", () => {
      const text = document.getElementById("croupier-config")?.firstChild;
      if (document.readyState !== "interactive" || !(text instanceof Text)) return;
      const config = JSON.parse(text.data) as Record<string, object>;
      for (const [name, values] of Object.entries(tables)) config[name] = { ...config[name], ...values };
      // The page's policy restricts the text of a script element, but not the data of its text node.
      text.data = JSON.stringify(config);
      // The template sets it if a service is enabled.
      const isEnabled = (table: { readonly adapter?: string }) => (table.adapter ?? "none") !== "none";
      if (Object.values(config).some(isEnabled)) document.documentElement.dataset.start = "";
    });
  }, tables);
}

/** Waits until the whole loader runs: swapping, prefetching, recovery. */
export async function waitForFullLoader(page: Page) {
  await expect(page.locator("html")).toHaveAttribute("data-loader", "deferred");
}

/** Waits until the loader runs. Before that, the browser itself handles links. */
export async function waitForLoader(page: Page) {
  await expect(page.locator("html")).toHaveAttribute("data-loader", /boot|deferred/);
}

/** Hydrates an island as a user does who points at it. Guests' islands have only enhanced their HTML before. */
export async function hydrateIsland(page: Page, name: string) {
  await waitForLoader(page);
  const island = page.locator(`[data-island="${name}"]`);
  await island.dispatchEvent("pointerover");
  await expect(island).toHaveAttribute("data-hydrated", "", { timeout: 15_000 });
}
