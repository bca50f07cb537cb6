// The test that all end-to-end tests extend: whatever it does, no script may fail, no policy may be broken, and no secret may show.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type BrowserContext, test as base, expect, type Locator, type Page, type Request } from "@playwright/test";

import { takeAway } from "./older";
import { DEV } from "./playwright.config";

export { SERVED } from "./playwright.config";
export { DEV, expect };

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

export const test = base.extend<{
  calm: undefined;
  documents: Request[];
  forgiven: RegExp;
  motion: boolean;
  older: boolean;
  player: string;
}>({
  /** Whether what moves is looked at; other tests ask for reduced motion, which costs a fifth less. */
  motion: [false, { option: true }],
  contextOptions: ({ contextOptions, motion }, use) =>
    use({ ...contextOptions, reducedMotion: motion ? "no-preference" : "reduce" }),
  /** Whether the browser is to lack what is newer than two years. */
  older: [false, { option: true }],
  context: async ({ context, older }, use) => {
    if (older) await context.addInitScript(takeAway);
    await use(context);
  },
  /** Errors that a test brings about on purpose. */
  forgiven: [/^$/, { option: true }],
  /** Login of the seeded player who is signed in from the beginning, without the form; empty: a guest. */
  player: ["", { option: true }],
  storageState: async ({ player, baseURL }, use) => {
    const origin = baseURL ?? "";
    const records = player ? recordsOf(await session(origin, player)) : {};
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
  calm: [
    async ({ page, context, forgiven }, use) => {
      const wrong: string[] = [];
      const watch = (tab: Page) => {
        tab.on("pageerror", (error) => wrong.push(`uncaught: ${error.message}`));
        tab.on("console", (message) => {
          if (message.text().includes(PASSWORD)) wrong.push("the password was logged");
          // The browser reports statuses such as 401 and 404 by itself; what the page makes of them is each test's matter.
          if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
            wrong.push(message.text());
        });
        tab.on("request", (request) => {
          if (request.url().includes(encodeURIComponent(PASSWORD))) wrong.push(`the password is in ${request.url()}`);
        });
      };
      watch(page);
      context.on("page", watch);
      await use(undefined);
      // An answer that a test was about to give when it ended is nobody's.
      if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.unrouteAll({ behavior: "ignoreErrors" });
      expect(wrong.filter((words) => !forgiven.test(words))).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Returns the annotation of a test that covers rows or decisions of docs/specification:
 * `test("title", { annotation: rows("7.2-01") }, ...)`.
 */
export const rows = (...ids: readonly string[]) => ids.map((description) => ({ type: "row", description }));

/** A session as the site stores it, and the name that it stores beside. */
export interface StoredSession {
  readonly pid: number;
  readonly login: string;
  readonly sessionID: string;
  readonly token: string;
  readonly timeStamp: number;
  readonly firstName: string;
}

/** A session that the sandbox at `origin` gives a seeded player. */
export async function session(origin: string, login: string): Promise<StoredSession> {
  const body = { login, password: PASSWORD, skin_id: 1, client_id: 3, for_money: true, player_timezone: "+00:00" };
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${origin}/api/794/login`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${login} cannot sign in: ${answer.status} ${await answer.text()}`);
  const { pid, rtgSession, sessionToken } = (await answer.json()) as {
    pid: number;
    rtgSession: { session_id: string };
    sessionToken: string;
  };
  return { pid, login, sessionID: rtgSession.session_id, token: sessionToken, timeStamp: Date.now(), firstName: "" };
}

/** Follows what a page asks for from now on. The function waits until nothing is under way and the page idles. */
export function requestsOf(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on("request", (request) => {
    if (request.resourceType() !== "eventsource") open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  const idle = () => page.evaluate(() => new Promise((then) => requestIdleCallback(then)));
  return () =>
    expect
      .poll(async () => {
        await idle();
        return open.size;
      })
      .toBe(0);
}

let players = 0;

/** A player of this test alone, with the password of all: whatever is done to them strikes no other test. */
export async function newPlayer(): Promise<{ readonly pid: number; readonly login: string }> {
  const email = `nora.${process.pid}.${Date.now()}.${++players}@example.com`;
  const name = { first_name: "Nora", last_name: "Newman", birth_date: "1990-02-03" };
  const body = { ...name, email, password: PASSWORD, skin_id: 1, client_id: 3, aid: "", download_id: "" };
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${DEV}/api/794/signup`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`nobody can sign up: ${answer.status} ${await answer.text()}`);
  const { pid, login } = (await answer.json()) as { pid: number; login: string };
  return { pid, login };
}

/** The two records of a session whose password is not kept. */
export function recordsOf({ firstName, ...session }: StoredSession): Readonly<Record<string, string>> {
  const { login, pid } = session;
  const password = "";
  return {
    session: JSON.stringify({ ...session, password }),
    user_session: JSON.stringify({ expired: false, login, password, firstName, pid }),
  };
}

/** A session of nobody, for pages that are served without an API. */
export function madeUpSession(changes: Partial<StoredSession> = {}): StoredSession {
  const made = { pid: 1, login: "annx", sessionID: "s", token: "t", firstName: "Ann" };
  return { ...made, timeStamp: Date.now(), ...changes };
}

/** Changes what is stored as another tab does that opens for a moment: open tabs hear of it. Values of `null` are removed. */
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

/** Signs in as another tab does, without the form. */
export async function signIn(context: BrowserContext, origin: string, login = "annx"): Promise<StoredSession> {
  const signedIn = await session(origin, login);
  await store(context, origin, recordsOf(signedIn));
  return signedIn;
}

/** An order to the sandbox that runs with the tests, such as `push` or `player`. */
export async function order(name: string, body: object) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${DEV}/sandbox/${name}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`the sandbox does not take ${name}: ${answer.status} ${await answer.text()}`);
}

/** Signs a player of this test alone in, in states of the sandbox, on every page that is opened from now on. */
export async function enter(page: Page, ...states: string[]) {
  const player = await newPlayer();
  await order("player", { pid: player.pid, states });
  const records = recordsOf(await session(DEV, player.login));
  await page.addInitScript((records) => {
    for (const [name, value] of Object.entries(records)) localStorage.setItem(name, value);
  }, records);
  return player;
}

/** What a request is answered with instead. Without a status and a body it goes on after the delay. */
export interface Fault {
  readonly method?: string;
  /** How many requests it strikes; all where it is left out. */
  readonly times?: number;
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delay_ms?: number;
  /** Waits for this before it answers or goes on. */
  readonly until?: Promise<void>;
  /** Ends the connection. */
  readonly drop?: boolean;
}

/**
 * Orders a fault for the requests of one page or context, in the words of the sandbox's orders. Other tests that run at the
 * same time are not struck. The result counts those that were.
 */
export async function fault(
  where: Page | BrowserContext,
  path: string | RegExp,
  order: Fault,
): Promise<{ struck: number }> {
  const count = { struck: 0 };
  await where.route(path, async (route) => {
    const { method, times = Number.POSITIVE_INFINITY, status, body, headers = {}, delay_ms = 0, until, drop } = order;
    if ((method && route.request().method() !== method) || count.struck >= times) return route.fallback();
    count.struck += 1;
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

/** Waits until the worker answers for this page. */
export const controlled = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((then) => navigator.serviceWorker.addEventListener("controllerchange", then, { once: true }));
  });

/** The brand's families. */
export const FONTS = ["Manrope", "Fraunces"];
/** Waits until the brand's families are shown: what comes before that may move when they come. */
export const fontsShown = (page: Page) =>
  page.waitForFunction((fonts) => {
    const shown = [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family);
    return fonts.every((font) => shown.includes(font));
  }, FONTS);

/** Holds back what waits for `opened` until it is opened. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((then) => {
    open = then;
  });
  return { opened, open: () => open() };
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails with what axe finds serious or critical in the page, or in the part that a selector names. */
export async function expectAccessible(page: Page, part = "html") {
  // Evaluated, and not added as a script: the page's policy holds.
  await page.evaluate(axe);
  const found = await page.evaluate(async (part) => {
    type Found = { violations: { id: string; impact: string; nodes: { html: string }[] }[] };
    const { axe } = window as unknown as { axe: { run(part: string, options: object): Promise<Found> } };
    const { violations } = await axe.run(part, { resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => ["serious", "critical"].includes(impact))
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, part);
  expect(found).toEqual([]);
}

/** Another tab of the same browser, with the loader at work. */
export async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(path);
  await ready(tab);
  return tab;
}

/**
 * Gives pages that are opened from now on other values than site.toml has, table by table, as a build with them would. The
 * document itself stays the server's: the browser keeps one that a test answers with away from this machine's addresses.
 */
export async function configure(where: Page | BrowserContext, tables: Readonly<Record<string, object>>) {
  await where.addInitScript((tables) => {
    // All is parsed then, and no module has run.
    document.addEventListener("readystatechange", () => {
      const text = document.getElementById("croupier-config")?.firstChild;
      if (document.readyState !== "interactive" || !(text instanceof Text)) return;
      const config = JSON.parse(text.data) as Record<string, object>;
      for (const [name, values] of Object.entries(tables)) config[name] = { ...config[name], ...values };
      // The text of a script is the policy's to make; that of its node is not.
      text.data = JSON.stringify(config);
    });
  }, tables);
}

/** Waits until the whole loader runs: swapping, prefetching, recovery. */
export async function wholly(page: Page) {
  await expect(page.locator("html")).toHaveAttribute("data-loader", "deferred");
}

/** Waits until the loader runs: before that, links are the browser's. */
export async function ready(page: Page) {
  await expect(page.locator("html")).toHaveAttribute("data-loader", /boot|deferred/);
}

/** Opens the container on a panel, as a widget does. */
export async function openPanel(page: Page, panel: string, about?: string) {
  await wholly(page);
  await page.evaluate(
    (detail) => document.dispatchEvent(new CustomEvent("croupier:open", { detail })),
    about === undefined ? { panel } : { panel, about },
  );
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

/** Opens a form of the modal container by its type, as a link or widget does; the dialogue is named by what it shows. */
export async function openForm(page: Page, type: string, about?: string) {
  await openPanel(page, type, about);
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator("form")).toBeVisible();
  return dialog;
}

/** An address that nobody has signed up with. */
export const freshEmail = () => `ann.${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}@example.com`;

/** Who begins to sign up. */
export interface Applicant {
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** Fills in who somebody is, in SIGN UP or its short form, and goes on where there is a further page. */
export async function beginSignup(dialog: Locator, applicant: Applicant = {}) {
  const { email = freshEmail(), firstName = "Ann", lastName = "Lee" } = applicant;
  await dialog.getByLabel("First name").fill(firstName);
  await dialog.getByLabel("Last name").fill(lastName);
  await dialog.getByLabel("E-mail").fill(email);
  const next = dialog.getByRole("button", { name: "NEXT" });
  if (await next.isVisible()) await next.click();
}

/** Fills in both pages of signup, and leaves the last button to the test. */
export async function fillSignup(dialog: Locator, email = freshEmail()) {
  await beginSignup(dialog, { email });
  await dialog.getByLabel("Month").fill("09");
  await dialog.getByLabel("Day").fill("21");
  await dialog.getByLabel("Year").fill("1976");
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByLabel("Confirm password").fill(PASSWORD);
  await dialog.getByRole("checkbox").check();
  return email;
}
