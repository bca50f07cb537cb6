// The base test of all end-to-end tests, with shared helpers. Each test fails on script errors, policy violations and leaked secrets.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type BrowserContext, test as base, expect, type Locator, type Page, type Request } from "@playwright/test";

import { removeNewFeatures } from "./older";
import { DEV } from "./playwright.config";

export { SERVED } from "./playwright.config";
export { DEV, expect };

/** The password of every seeded player. */
export const PASSWORD = "Secret-123!";
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
    const origin = baseURL ?? "";
    const records = player ? storageRecords(await session(origin, player)) : {};
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
 * Returns the annotation of a test that covers rows or decisions of docs/specification:
 * `test("title", { annotation: rows("7.2-01") }, ...)`.
 */
export const rows = (...ids: readonly string[]) => ids.map((description) => ({ type: "row", description }));

/** A session as the site stores it, and the first name from the second record. */
export interface StoredSession {
  readonly pid: number;
  readonly login: string;
  readonly sessionID: string;
  readonly token: string;
  readonly timeStamp: number;
  readonly firstName: string;
}

/** Signs in a seeded player at the sandbox of `origin` and returns the session. */
export async function session(origin: string, login: string): Promise<StoredSession> {
  const body = { login, password: PASSWORD, skin_id: 1, client_id: 3, for_money: true, player_timezone: "+00:00" };
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${origin}/api/794/login`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${login} cannot sign in: ${response.status} ${await response.text()}`);
  const { pid, rtgSession, sessionToken } = (await response.json()) as {
    pid: number;
    rtgSession: { session_id: string };
    sessionToken: string;
  };
  return { pid, login, sessionID: rtgSession.session_id, token: sessionToken, timeStamp: Date.now(), firstName: "" };
}

/** Records the requests of a page from now on. The returned function waits until no request is open and the page is idle. */
export function watchNetwork(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  page.on("request", (request) => {
    if (request.resourceType() !== "eventsource") pending.add(request);
  });
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  const idle = () => page.evaluate(() => new Promise((then) => requestIdleCallback(then)));
  return () =>
    expect
      .poll(async () => {
        await idle();
        return pending.size;
      })
      .toBe(0);
}

let players = 0;

/** Creates a player for one test, with the common password. Changes to this player do not affect other tests. */
export async function newPlayer(): Promise<{ readonly pid: number; readonly login: string }> {
  const email = `nora.${process.pid}.${Date.now()}.${++players}@example.com`;
  const name = { first_name: "Nora", last_name: "Newman", birth_date: "1990-02-03" };
  const body = { ...name, email, password: PASSWORD, skin_id: 1, client_id: 3, aid: "", download_id: "" };
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${DEV}/api/794/signup`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`nobody can sign up: ${response.status} ${await response.text()}`);
  const { pid, login } = (await response.json()) as { pid: number; login: string };
  return { pid, login };
}

/** Returns the two stored records of a session without its password. */
export function storageRecords({ firstName, ...session }: StoredSession): Readonly<Record<string, string>> {
  const { login, pid } = session;
  const password = "";
  return {
    session: JSON.stringify({ ...session, password }),
    user_session: JSON.stringify({ expired: false, login, password, firstName, pid }),
  };
}

/** Returns an invented session, for pages that are served without an API. */
export function fakeSession(changes: Partial<StoredSession> = {}): StoredSession {
  const defaults = { pid: 1, login: "annx", sessionID: "s", token: "t", firstName: "Ann" };
  return { ...defaults, timeStamp: Date.now(), ...changes };
}

/** Changes local storage from a temporary tab, so that open tabs get storage events. `null` removes a record. */
export async function store(context: BrowserContext, origin: string, records: Readonly<Record<string, string | null>>) {
  const tab = await context.newPage();
  await tab.goto(`${origin}/favicon.svg`);
  await tab.evaluate((records) => {
    for (const [key, value] of Object.entries(records))
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
  }, records);
  await tab.close();
}

/** Signs in from another tab, without the form. */
export async function signIn(context: BrowserContext, origin: string, login = "annx"): Promise<StoredSession> {
  const signedIn = await session(origin, login);
  await store(context, origin, storageRecords(signedIn));
  return signedIn;
}

/** Sends a command to the sandbox of the tests, such as `push` or `player`. */
export async function commandSandbox(name: string, body: object) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${DEV}/sandbox/${name}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`the sandbox does not take ${name}: ${response.status} ${await response.text()}`);
}

/** Signs in a new player with the given sandbox states, on every page that opens from now on. */
export async function openAsNewPlayer(page: Page, ...states: string[]) {
  const player = await newPlayer();
  await commandSandbox("player", { pid: player.pid, states });
  const records = storageRecords(await session(DEV, player.login));
  await page.addInitScript((records) => {
    for (const [name, value] of Object.entries(records)) localStorage.setItem(name, value);
  }, records);
  return player;
}

/** A replacement for the response of a request. Without status and body, the request continues after the delay. */
export interface Fault {
  readonly method?: string;
  /** Number of requests that it affects; all by default. */
  readonly times?: number;
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delay_ms?: number;
  /** Waits for this promise before it responds or continues. */
  readonly until?: Promise<void>;
  /** Resets the connection. */
  readonly drop?: boolean;
}

/**
 * Injects a fault into the requests of one page or context, with the same fields as the sandbox's commands. Concurrent tests are not
 * affected. The result counts the affected requests.
 */
export async function injectFault(
  target: Page | BrowserContext,
  path: string | RegExp,
  failure: Fault,
): Promise<{ hits: number }> {
  const count = { hits: 0 };
  await target.route(path, async (route) => {
    const { method, times = Number.POSITIVE_INFINITY, status, body, headers = {}, delay_ms = 0, until, drop } = failure;
    if ((method && route.request().method() !== method) || count.hits >= times) return route.fallback();
    count.hits += 1;
    await until;
    if (delay_ms) await new Promise((then) => setTimeout(then, delay_ms));
    if (drop) return route.abort("connectionreset");
    if (status === undefined && body === undefined) return route.fallback();
    const text = typeof body === "string" ? body : JSON.stringify(body ?? {});
    return route.fulfill({
      status: status ?? 200,
      headers: { "content-type": "application/json", ...headers },
      body: text,
    });
  });
  return count;
}

/** Waits until the service worker controls this page. */
export const waitForWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((then) => navigator.serviceWorker.addEventListener("controllerchange", then, { once: true }));
  });

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
  const opened = new Promise<void>((then) => {
    resolve = then;
  });
  return { opened, open: () => resolve() };
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails if axe reports serious or critical violations in the page, or in the element that a selector matches. */
export async function expectAccessible(page: Page, selector = "html") {
  // The page's policy blocks an added script, so axe is evaluated.
  await page.evaluate(axe);
  const violations = await page.evaluate(async (selector) => {
    type Found = { violations: { id: string; impact: string; nodes: { html: string }[] }[] };
    const { axe } = window as unknown as { axe: { run(selector: string, options: object): Promise<Found> } };
    const { violations } = await axe.run(selector, { resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => ["serious", "critical"].includes(impact))
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, selector);
  expect(violations).toEqual([]);
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

/** Opens a panel in the modal container, as a widget does. */
export async function openPanel(page: Page, panel: string, about?: string) {
  await waitForFullLoader(page);
  await page.evaluate(
    (detail) => document.dispatchEvent(new CustomEvent("croupier:open", { detail })),
    about === undefined ? { panel } : { panel, about },
  );
}

/** Logs in through the form. */
export async function logIn(page: Page, login = "annx", password = PASSWORD) {
  await page.getByRole("button", { name: "LOGIN" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Welcome back" });
  await dialog.getByLabel("Username or e-mail").fill(login);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "LOGIN" }).click();
  return dialog;
}

/** Opens a form of the modal container by its type, as a link or widget does, and returns the dialog. */
export async function openForm(page: Page, type: string, about?: string) {
  await openPanel(page, type, about);
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator("form")).toBeVisible();
  return dialog;
}

/** Returns an email address that no player has used. */
export const freshEmail = () => `ann.${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}@example.com`;

/** Personal data of a signup. */
export interface Applicant {
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** Fills in the personal data in SIGN UP or its short form, and continues to the next page if there is one. */
export async function fillPersonalData(dialog: Locator, applicant: Applicant = {}) {
  const { email = freshEmail(), firstName = "Ann", lastName = "Lee" } = applicant;
  await dialog.getByLabel("First name").fill(firstName);
  await dialog.getByLabel("Last name").fill(lastName);
  await dialog.getByLabel("E-mail").fill(email);
  const next = dialog.getByRole("button", { name: "NEXT" });
  if (await next.isVisible()) await next.click();
}

/** Fills in both pages of signup. The test itself clicks the last button. */
export async function fillSignup(dialog: Locator, email = freshEmail()) {
  await fillPersonalData(dialog, { email });
  await dialog.getByLabel("Month").fill("09");
  await dialog.getByLabel("Day").fill("21");
  await dialog.getByLabel("Year").fill("1976");
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByLabel("Confirm password").fill(PASSWORD);
  await dialog.getByRole("checkbox").check();
  return email;
}
