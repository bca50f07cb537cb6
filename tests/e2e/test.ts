// The test that all end-to-end tests extend: whatever it does, no script may fail, no policy may be broken, and no secret may show.

import { test as base, expect, type Page, type Request } from "@playwright/test";

export { SERVED } from "./playwright.config";
export { expect };

/** The password of every seeded player. */
export const PASSWORD = "Secret-123!";
/** Every route of the specification's 2.1 and decision A6, with the row that asks for it. */
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
};
export const INFO = Object.keys(ROUTES).filter((route) => route.startsWith("/info/"));

export const test = base.extend<{ calm: undefined; documents: Request[]; forgiven: RegExp }>({
  /** Errors that a test brings about on purpose. */
  forgiven: [/^$/, { option: true }],
  /** Document loads of the page so far. */
  documents: async ({ page }, use) => {
    const documents: Request[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.push(request);
    });
    await use(documents);
  },
  calm: [
    async ({ page, forgiven }, use) => {
      const wrong: string[] = [];
      page.on("pageerror", (error) => wrong.push(`uncaught: ${error.message}`));
      page.on("console", (message) => {
        if (message.text().includes(PASSWORD)) wrong.push("the password was logged");
        // The browser reports statuses such as 401 and 404 by itself; what the page makes of them is each test's matter.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
          wrong.push(message.text());
      });
      page.on("request", (request) => {
        if (request.url().includes(encodeURIComponent(PASSWORD))) wrong.push(`the password is in ${request.url()}`);
      });
      await use(undefined);
      expect(wrong.filter((words) => !forgiven.test(words))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Waits until the loader runs: before that, links are the browser's. */
export async function ready(page: Page) {
  await expect(page.locator("html")).toHaveAttribute("data-loader", "");
}

/** Logs in by the form, as players do. */
export async function logIn(page: Page, login = "annx", password = PASSWORD) {
  await page.getByRole("button", { name: "LOGIN" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Welcome back" });
  await dialog.getByLabel("Username or e-mail").fill(login);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "LOGIN" }).click();
  return dialog;
}
