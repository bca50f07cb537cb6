// Session renewal: every four hours and after a 401, in one tab for all tabs; and the stored password (A55, A68 to A72).

import type { BrowserContext, Page } from "@playwright/test";
import { loginButton, loginDialog } from "../pages/dialogs";
import { logIn } from "../pages/onboarding";
import { importClient } from "../support/client";
import { PASSWORD, type StoredSession } from "../support/players";
import { injectFault } from "../support/requests";
import { configure, DEV, expect, openTab, rows, test, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const HOURS_MS = 60 * 60 * 1000;
const RENEW_AFTER_MS = 14_400_000;
const DAY_MS = 24 * HOURS_MS;

const html = (tab: Page) => tab.locator("html");
const greeting = (tab: Page, name: string) => tab.getByRole("banner").getByText(`Hello, ${name}`, { exact: true });

/** Returns the stored records. */
const records = (page: Page) =>
  page.evaluate(() => {
    const { session = "{}", user_session = "{}" } = { ...localStorage } as Record<string, string>;
    return { session: JSON.parse(session), user: JSON.parse(user_session) } as {
      session: Partial<StoredSession & { password: string }>;
      user: Record<string, unknown>;
    };
  });
const token = async (page: Page) => (await records(page)).session.token;

/** Records the login calls of all tabs. */
function recordLogins(where: Page | BrowserContext): { login: string; password: string }[] {
  const sent: { login: string; password: string }[] = [];
  // Pages and contexts have the same event.
  (where as Page).on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/794/login")) sent.push(request.postDataJSON());
  });
  return sent;
}

/** Logs in on `path` and waits until the encrypted password is stored. Returns the timestamp of the session. */
async function logInAndWait(page: Page, login: string, path = "/lobby/promotions/"): Promise<number> {
  await page.goto(path);
  await waitForLoader(page);
  await logIn(page, login);
  await expect.poll(async () => (await records(page)).session.password).toMatch(/^\S+\.\S+\.\S+$/);
  await expect(loginDialog(page)).toBeHidden();
  return (await records(page)).session.timeStamp ?? 0;
}

/** Changes the visibility of the tab, as seen by the page. */
const setVisibility = (tab: Page, hidden = false) =>
  tab.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, hidden);

/** Returns everything that the browser stores for this origin, as text. Keys of IndexedDB are included if a script can export them. */
const readStorage = (page: Page) =>
  page.evaluate(async () => {
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const databases: Record<string, unknown> = {};
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await read(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const all: unknown[] = await read(database.transaction(store).objectStore(store).getAll());
        databases[`${name}/${store}`] = await Promise.all(
          all.map(async (entry) => {
            const { key, ...others } = entry as { key?: unknown };
            const exported = key instanceof CryptoKey && (await crypto.subtle.exportKey("raw", key).catch(() => "no"));
            return { ...others, extractable: key instanceof CryptoKey && key.extractable, exported };
          }),
        );
      }
      database.close();
    }
    const files: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        files.push(request.url, await ((await cache.match(request)) ?? new Response()).text());
      }
    }
    const storage = { local: { ...localStorage }, session: { ...sessionStorage }, cookies: document.cookie, files };
    return { text: JSON.stringify({ ...storage, databases, state: history.state }), databases };
  });

test("records have their exact fields, no password is readable, renewal works", {
  annotation: rows("3-01", "3-02", "3-03", "4.1-09"),
}, async ({ page }) => {
  await page.clock.install();
  const signedInAt = await logInAndWait(page, "annx");
  await expect(greeting(page, "Ann")).toBeVisible();
  const { session, user } = await records(page);
  expect(Object.keys(session).sort()).toEqual(["login", "password", "pid", "sessionID", "timeStamp", "token"]);
  expect(Object.keys(user).sort()).toEqual(["expired", "firstName", "login", "password", "pid"]);
  expect(session).toMatchObject({ pid: 1001, login: "annx" });
  expect(user).toMatchObject({
    pid: 1001,
    login: "annx",
    firstName: "Ann",
    expired: false,
    password: session.password,
  });
  const { text, databases } = await readStorage(page);
  expect(text).not.toContain(PASSWORD);
  expect(text).not.toContain(btoa(PASSWORD));
  expect(databases).toEqual({ "croupier/keys": [{ id: expect.any(String), extractable: false, exported: "no" }] });
  const logins = recordLogins(page);
  await page.reload();
  await waitForLoader(page);
  await expect(greeting(page, "Ann")).toBeVisible();
  expect(logins).toEqual([]);
  await page.clock.pauseAt(signedInAt + RENEW_AFTER_MS);
  await expect.poll(() => token(page)).not.toBe(session.token);
  expect(logins).toHaveLength(1);
  expect(logins[0]).toMatchObject({ login: "annx", password: PASSWORD });
  expect((await readStorage(page)).text).not.toContain(PASSWORD);
  await expect(greeting(page, "Ann")).toBeVisible();
});

test("at 14,400,000 ms the session renews silently, and calls use the new token", {
  annotation: rows("4.1-08", "4.1-09", "9-04"),
}, async ({ page, documents }) => {
  await page.clock.install();
  const signedInAt = await logInAndWait(page, "newbie");
  const logins = recordLogins(page);
  const tokens: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/players/1002/balance?")) tokens.push(request.headers()["x-session-token"]);
  });
  const old = await token(page);
  await page.getByRole("banner").getByRole("link", { name: "Manage Account" }).focus();
  await page.clock.pauseAt(signedInAt + RENEW_AFTER_MS - 1);
  expect(await token(page)).toBe(old);
  expect(logins).toHaveLength(0);
  await page.clock.runFor(1);
  await expect.poll(() => token(page)).not.toBe(old);
  expect(logins).toHaveLength(1);
  const { session } = await records(page);
  expect(session.timeStamp).toBe(signedInAt + RENEW_AFTER_MS);
  await expect(page.getByRole("banner").getByRole("link", { name: "Manage Account" })).toBeFocused();
  expect(new URL(page.url()).pathname).toBe("/lobby/promotions/");
  expect(documents).toHaveLength(1);
  // A balance that still loads is not requested again.
  await expect(async () => {
    await page.clock.runFor(5000);
    await setVisibility(page);
    expect(tokens.at(-1)).toBe(session.token);
  }).toPass({ timeout: 10_000 });
  // The second renewal follows after the same time. The first one has ended when the lock is free.
  await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.length)).toBe(0);
  await page.clock.pauseAt(signedInAt + 2 * RENEW_AFTER_MS - 1);
  expect(await token(page)).toBe(session.token);
  await expect(async () => {
    await page.clock.runFor(1);
    expect(await token(page)).not.toBe(session.token);
  }).toPass({ timeout: 10_000 });
  expect(logins).toHaveLength(2);
});

test("one of two tabs renews, and both use its token", { annotation: rows("4.1-09", "7-04") }, async ({
  page,
  context,
}) => {
  await context.clock.install();
  await configure(context, {
    bot_check: { adapter: "sandbox", url: "/external/scripts/bot-check.js", backup_url: "" },
  });
  const signedInAt = await logInAndWait(page, "lowell");
  const other = await openTab(context, "/lobby/account/");
  await expect(greeting(other, "Lowell")).toBeVisible();
  const logins = recordLogins(context);
  const botChecks: (string | undefined)[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/api/794/login")) botChecks.push(request.headers()["x-bot-check"]);
  });
  const old = await token(page);
  await context.clock.fastForward(signedInAt + RENEW_AFTER_MS + 1000 - Date.now());
  await expect.poll(() => token(page)).not.toBe(old);
  const calls = [page, other].map((tab) => tab.waitForRequest("**/players/1003/balance?**"));
  await context.clock.fastForward(10_000);
  for (const tab of [page, other]) await setVisibility(tab);
  const renewed = await token(page);
  for (const call of calls) expect((await call).headers()["x-session-token"]).toBe(renewed);
  expect(logins).toHaveLength(1);
  expect(botChecks).toEqual([expect.stringMatching(/./)]);
  for (const tab of [page, other]) await expect(greeting(tab, "Lowell")).toBeVisible();
});

test("a hidden tab renews when visible, unless the session is young", { annotation: rows("4.1-07", "4.1-09") }, async ({
  page,
}) => {
  await page.clock.install();
  const signedInAt = await logInAndWait(page, "onalee");
  const logins = recordLogins(page);
  await page.clock.pauseAt(signedInAt + RENEW_AFTER_MS - 1);
  await setVisibility(page);
  await setVisibility(page, true);
  await page.clock.runFor(HOURS_MS);
  await expect(html(page)).toHaveAttribute("data-session", "in");
  expect(logins).toHaveLength(0);
  await setVisibility(page);
  await expect.poll(() => logins.length).toBe(1);
  await expect(greeting(page, "Ona")).toBeVisible();
});

test("a page opened between 4 and 24 hours renews at once", { annotation: rows("4.1-06", "4.1-09") }, async ({
  page,
  context,
}) => {
  await context.clock.install();
  const signedInAt = await logInAndWait(page, "awaitx");
  await page.goto("about:blank");
  const old = await context.newPage();
  await old.clock.setSystemTime(signedInAt + DAY_MS - 60_000);
  const logins = recordLogins(context);
  await old.goto("/lobby/account/");
  await waitForLoader(old);
  await expect.poll(() => logins.length).toBe(1);
  await expect(html(old)).toHaveAttribute("data-session", "in");
  expect(new URL(old.url()).pathname).toBe("/lobby/account/");
});

for (const [cause, failure] of [
  ["a server error", { status: 503, body: {} }],
  ["maintenance", { status: 503, body: { errorMessage: "errorCasinoMaintenance" } }],
  ["a broken connection", { drop: true }],
  ["too many login attempts", { status: 429, body: { errorMessage: "Too many failed login attempts" } }],
] as const)
  test(`${cause} does not end the session, which lasts 24 hours`, { annotation: rows("4.1-06", "9-03") }, async ({
    page,
  }) => {
    await page.clock.install();
    const signedInAt = await logInAndWait(page, "inplay");
    const count = await injectFault(page, "**/api/794/login", { method: "POST", ...failure });
    await page.clock.pauseAt(signedInAt + RENEW_AFTER_MS);
    await expect.poll(() => count.hits).toBeGreaterThan(0);
    await page.clock.pauseAt(signedInAt + DAY_MS);
    await setVisibility(page);
    await expect(html(page)).toHaveAttribute("data-session", "in");
    expect(new URL(page.url()).pathname).toBe("/lobby/promotions/");
    await page.clock.runFor(1);
    await page.waitForURL(`${DEV}/`);
    await expect(html(page)).not.toHaveAttribute("data-session");
    expect(await records(page)).toEqual({ session: {}, user: { expired: true, login: "inplay" } });
    expect((await readStorage(page)).databases).toEqual({});
  });

test("a refused renewal moves every tab to / with the login form", {
  annotation: rows("4.1-10", "4.1-11", "4.1-14"),
}, async ({ page, context }) => {
  await page.clock.install();
  const signedInAt = await logInAndWait(page, "dailyx");
  const other = await openTab(context, "/lobby/account/");
  await injectFault(context, "**/api/794/login", { method: "POST", status: 401, body: { errorMessage: "No" } });
  await page.clock.pauseAt(signedInAt + RENEW_AFTER_MS);
  await page.waitForURL(`${DEV}/`);
  await expect(loginDialog(page).getByLabel("Username or e-mail")).toHaveValue("dailyx");
  await expect(loginDialog(page).getByLabel("Password", { exact: true })).toHaveValue("");
  await other.waitForURL(`${DEV}/`);
  await expect(html(other)).not.toHaveAttribute("data-session");
  expect(await records(page)).toEqual({ session: {}, user: { expired: true, login: "dailyx" } });
  expect((await readStorage(page)).databases).toEqual({});
});

test("a 401 renews once for all tabs, and each call is repeated once", {
  annotation: rows("7-03"),
}, async ({ page, context }) => {
  await logInAndWait(page, "quickx");
  const other = await openTab(context, "/lobby/account/");
  await expect(greeting(other, "Quinn")).toBeVisible();
  const old = (await token(page)) ?? "";
  const logins = recordLogins(context);
  const calls: string[] = [];
  await context.route("**/api/794/players/1013/balance?**", async (route) => {
    const sent = route.request().headers()["x-session-token"] ?? "";
    calls.push(sent === old ? "old" : "new");
    if (sent === old) await route.fulfill({ status: 401, json: { errorMessage: "No" } });
    else await route.fallback();
  });
  // A response of the last four seconds counts as fresh, so the test polls.
  await expect
    .poll(
      async () => {
        for (const tab of [page, other]) await setVisibility(tab);
        return calls.filter((call) => call === "new").length;
      },
      { timeout: 15_000 },
    )
    .toBeGreaterThanOrEqual(2);
  expect(logins).toHaveLength(1);
  expect(calls.filter((call) => call === "old").length).toBeLessThanOrEqual(2);
  for (const tab of [page, other]) await expect(html(tab)).toHaveAttribute("data-session", "in");
});

test("a site without silent re-login asks for the password after four hours", {
  annotation: rows("3-03", "4.1-08"),
}, async ({ page, context }) => {
  await configure(context, { signup: { silent_relogin: false } });
  await page.clock.install();
  await page.goto("/lobby/promotions/");
  await waitForLoader(page);
  await logIn(page, "bronze2");
  await expect(loginDialog(page)).toBeHidden();
  const { session } = await records(page);
  expect(session.password).toBe("");
  await page.clock.pauseAt((session.timeStamp ?? 0) + RENEW_AFTER_MS - 1);
  expect((await readStorage(page)).databases).toEqual({});
  await expect(html(page)).toHaveAttribute("data-session", "in");
  await page.clock.runFor(1);
  await page.waitForURL(`${DEV}/`);
  await expect(loginDialog(page).getByLabel("Username or e-mail")).toHaveValue("bronze2");
});

for (const feature of ["crypto.subtle", "indexedDB"] as const)
  test(`a browser without ${feature} stores no password and asks after four hours`, {
    annotation: rows("3-03", "4.1-08"),
  }, async ({ page }) => {
    await page.addInitScript((feature) => {
      const [owner, name] = feature === "indexedDB" ? [window, "indexedDB"] : [crypto, "subtle"];
      Object.defineProperty(owner, name, { configurable: true, value: undefined });
    }, feature);
    await page.clock.install();
    await page.goto("/lobby/promotions/");
    await waitForLoader(page);
    await logIn(page, "bronze2");
    await expect(greeting(page, "Bo")).toBeVisible();
    const { session } = await records(page);
    expect(session.password).toBe("");
    await page.clock.pauseAt((session.timeStamp ?? 0) + RENEW_AFTER_MS);
    await page.waitForURL(`${DEV}/`);
    await expect(loginDialog(page).getByLabel("Username or e-mail")).toHaveValue("bronze2");
    expect(await records(page)).toEqual({ session: {}, user: { expired: true, login: "bronze2" } });
  });

test("a session by link hash stores no password and ends after four hours", {
  annotation: rows("A80", "4.1-08"),
}, async ({ page }) => {
  await page.clock.install();
  await page.goto("/info/faq/");
  const client = await importClient(page);
  const sent: object[] = [];
  await page.route("**/api/794/login", async (route) => {
    const { userhash, ...others } = route.request().postDataJSON();
    sent.push({ userhash, ...others });
    // Real links are valid once, so the login call is replaced by one with a password.
    const postData = JSON.stringify({ ...others, login: "awaitx", password: PASSWORD });
    await route.fulfill({ response: await route.fetch({ postData }) });
  });
  const outcome = await page.evaluate((client) => client.login.logIn({ userhash: "5a5a" }), client);
  expect(outcome).toMatchObject({ kind: "ok", value: { pid: 1005, login: "" } });
  expect(Object.keys(sent[0] ?? {}).sort()).toEqual([
    "client_id",
    "for_money",
    "player_timezone",
    "skin_id",
    "userhash",
  ]);
  await page.goto("/lobby/promotions/");
  await expect(html(page)).toHaveAttribute("data-session", "in");
  await expect.poll(async () => (await records(page)).user.login).toBe("awaitx");
  const { session } = await records(page);
  expect(session.password).toBe("");
  await page.clock.pauseAt((session.timeStamp ?? 0) + RENEW_AFTER_MS);
  await page.waitForURL(`${DEV}/`);
  await expect(loginDialog(page).getByLabel("Username or e-mail")).toHaveValue("awaitx");
  expect(sent).toHaveLength(1);
});

test("logout in one tab deletes the password and its key", {
  annotation: rows("3-03", "3-04", "4.1-03", "4.1-16"),
}, async ({ page, context }) => {
  await logInAndWait(page, "bobby");
  const other = await openTab(context, "/lobby/account/");
  await injectFault(page, "**/accounts/logout", { status: 500, body: {} });
  await page.getByRole("banner").getByRole("button", { name: "LOG OUT" }).click();
  for (const tab of [page, other]) {
    await tab.waitForURL(`${DEV}/`);
    await expect(html(tab)).not.toHaveAttribute("data-session");
  }
  expect(await records(page)).toEqual({ session: {}, user: { expired: true, login: "bobby" } });
  expect((await readStorage(page)).databases).toEqual({});
  await loginButton(page).click();
  await expect(loginDialog(page).getByLabel("Username or e-mail")).toHaveValue("bobby");
  await expect(loginDialog(page).getByLabel("Password", { exact: true })).toHaveValue("");
});

test("a session that expired without a tab leaves neither token nor password", { annotation: rows("3-03") }, async ({
  page,
  context,
}) => {
  await context.clock.install();
  const signedInAt = await logInAndWait(page, "canada");
  await page.goto("about:blank");
  const tab = await context.newPage();
  await tab.clock.setSystemTime(signedInAt + DAY_MS + 1);
  await tab.goto("/info/faq/");
  await expect.poll(() => records(tab)).toEqual({ session: {}, user: { expired: true, login: "canada" } });
  await expect.poll(async () => (await readStorage(tab)).databases).toEqual({});
});
