// Secrets in the URL are removed before the first paint. A player who opens / is redirected to the lobby with the other parameters (A13).

import type { Page, Request } from "@playwright/test";
import { loginDialog } from "../pages/dialogs";
import { submitLogin } from "../pages/onboarding";
import { fakeSession, storageRecords } from "../support/players";
import { expect, rows, SERVED, test, waitForFullLoader, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

/** Replaces the start script of the site, which alone receives the secrets. */
async function replaceStart(page: Page) {
  const body = "export const start = ({ takeSecrets }) => { window.handed = takeSecrets; };";
  await page.route(/\/assets\/start-/, (route) => route.fulfill({ contentType: "text/javascript", body }));
}
/** Starts the site. Returns the secrets that its start script receives. */
async function takeHandedSecrets(page: Page) {
  await page.evaluate(() => document.documentElement.setAttribute("data-start", ""));
  await page.waitForFunction(() => window.handed !== undefined);
  expect(await page.evaluate(() => window.takeSecrets)).toBeUndefined();
  return page.evaluate(() => window.handed?.());
}

/** Ids of pages have random digits, among which a short id could be. */
const PLAYER_ID = "712407140712";

declare global {
  interface Window {
    takeSecrets?: unknown;
    handed?: () => Record<string, string>;
  }
}

test.beforeEach(({ page }) => replaceStart(page));

/** Signs in a player whose session has just started. */
async function signInFakePlayer(page: Page) {
  await page.addInitScript((records) => Object.assign(localStorage, records), storageRecords(fakeSession()));
}

test("secrets leave the URL before the first paint", { tag: "@smoke", annotation: rows("2.2-06") }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    new PerformanceObserver(() => sessionStorage.setItem("painted", location.href)).observe({ type: "paint" });
  });
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (!request.isNavigationRequest()) requests.push(request);
  });
  await page.goto(
    `${SERVED}/info/faq/?action=show&pid=${PLAYER_ID}&token=R1s3cret&x=a%20b+c&hash=H4sh&password=Pa55#money`,
  );
  await waitForLoader(page);
  await waitForFullLoader(page);
  const cleanUrl = `${SERVED}/info/faq/?action=show&x=a%20b+c#money`;
  expect(page.url()).toBe(cleanUrl);
  expect(await page.evaluate(() => sessionStorage.getItem("painted"))).toBe(cleanUrl);
  expect(requests.length).toBeGreaterThan(5);
  const texts = requests.map((request) => request.url());
  // The preload scanner sends requests with the original referrer, but only to this host.
  for (const request of requests)
    if (!/\/assets\/(site|boot|fonts\/)/.test(request.url())) texts.push((await request.allHeaders()).referer ?? "");
  for (const secret of ["R1s3cret", "H4sh", "Pa55", PLAYER_ID]) {
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    const readStorage = () =>
      JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }, document.cookie]);
    expect(await page.evaluate(readStorage)).not.toContain(secret);
  }
  expect(await takeHandedSecrets(page)).toEqual({ pid: PLAYER_ID, token: "R1s3cret", hash: "H4sh", password: "Pa55" });
  expect(await takeHandedSecrets(page)).toEqual({});
  // The browser's navigation and timing entries do not contain them either.
  const readTimings = () =>
    JSON.stringify([
      performance.getEntries(),
      document.referrer,
      window.name,
      (window as { navigation?: { entries(): { url: string }[]; activation?: { entry?: { url: string } } } }).navigation
        ?.entries()
        .map(({ url }) => url),
      (window as { navigation?: { activation?: { entry?: { url: string } } } }).navigation?.activation?.entry?.url,
    ]);
  for (const secret of ["R1s3cret", "H4sh", "Pa55", PLAYER_ID])
    expect(await page.evaluate(readTimings)).not.toContain(secret);
  await page.reload();
  expect(page.url()).toBe(cleanUrl);
  expect(await takeHandedSecrets(page)).toEqual({});
});

test("a link with a secret is a document load that cleans the URL", async ({ page, documents }) => {
  const urls: string[] = [];
  page.on("framenavigated", (frame) => urls.push(frame.url()));
  await page.goto(`${SERVED}/info/faq/`);
  await waitForLoader(page);
  await page.locator("main").evaluate((main) => {
    main.prepend(
      Object.assign(document.createElement("a"), {
        id: "target",
        href: "/info/terms/?token=T1&promo=A#b",
        textContent: "terms",
      }),
    );
  });
  await page.locator("#target").dispatchEvent("click");
  await expect(page).toHaveURL(`${SERVED}/info/terms/?promo=A#b`);
  expect(await takeHandedSecrets(page)).toEqual({ token: "T1" });
  // The first document with the secret only requests the second one.
  expect(documents).toHaveLength(3);
  await page.evaluate(() =>
    document.dispatchEvent(
      new CustomEvent("croupier:navigate", { detail: { to: "/info/faq/?state=quickredeem&hash=H&code=C" } }),
    ),
  );
  await expect(page).toHaveURL(`${SERVED}/info/faq/?state=quickredeem&code=C`);
  expect(await takeHandedSecrets(page)).toEqual({ hash: "H" });
});

test("a player who opens / is redirected to the lobby with query and fragment, and Back skips /", {
  annotation: rows("2.1-02"),
}, async ({ page }) => {
  await signInFakePlayer(page);
  await page.goto(`${SERVED}/info/faq/`);
  await page.goto(`${SERVED}/?promo=ABC&x=1#jackpots`);
  await page.waitForURL(`${SERVED}/lobby/games/?promo=ABC&x=1#jackpots`);
  await page.goBack();
  await page.waitForURL(`${SERVED}/info/faq/`);
});

test("the redirect to the lobby removes secrets and keeps them in memory", { annotation: rows("2.1-02") }, async ({
  page,
  documents,
}) => {
  await signInFakePlayer(page);
  await page.goto(`${SERVED}/?pid=7&token=R1s3cret&promo=ABC#x`);
  await page.waitForURL(`${SERVED}/lobby/games/?promo=ABC#x`);
  await waitForLoader(page);
  expect(await takeHandedSecrets(page)).toEqual({ pid: "7", token: "R1s3cret" });
  // The second document of / is replaced by the redirect to the lobby.
  expect(documents.map((request) => request.url().slice(SERVED.length))).toEqual([
    "/?pid=7&token=R1s3cret&promo=ABC",
    "/?promo=ABC",
    "/lobby/games/?pid=7&token=R1s3cret&promo=ABC",
    "/lobby/games/?promo=ABC",
  ]);
  expect((await documents[2]?.allHeaders())?.referer).toBe(`${SERVED}/?promo=ABC`);
  expect(await page.evaluate(() => [window.name, document.referrer])).toEqual(["", `${SERVED}/lobby/games/?promo=ABC`]);
});

test("an old, expired or unreadable session is no session", { annotation: rows("2.1-02", "9-03") }, async ({
  page,
}) => {
  const now = Date.UTC(2030, 0, 2);
  const day = 24 * 60 * 60 * 1000;
  await page.clock.setFixedTime(now);
  // Only the head script runs, because the loader would end an expired session.
  await page.route("**/assets/boot-*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  for (const [session, user, isSignedIn] of [
    [{ pid: 1, token: "t", timeStamp: now - day }, {}, true],
    [{ pid: 1, token: "t", timeStamp: now - day - 1 }, {}, false],
    [{ pid: 1, token: "t", timeStamp: now }, { expired: true }, false],
    ["{", {}, false],
  ] as const) {
    // A page without scripts of the site, because they would end the session and leave.
    await page.goto(`${SERVED}/robots.txt`);
    await page.evaluate(
      ([sessionRecord, userRecord]) => {
        localStorage.setItem(
          "session",
          typeof sessionRecord === "string" ? sessionRecord : JSON.stringify(sessionRecord),
        );
        localStorage.setItem("user_session", JSON.stringify(userRecord));
      },
      [session, user] as const,
    );
    await page.goto(`${SERVED}/`);
    await page.waitForURL(isSignedIn ? `${SERVED}/lobby/games/` : `${SERVED}/`);
    expect(await page.evaluate(() => document.documentElement.dataset.session)).toBe(isSignedIn ? "in" : undefined);
  }
});

test("a site below a path redirects to its own lobby", async ({ page }) => {
  const records = storageRecords(fakeSession(), "/docs");
  await page.addInitScript((records) => Object.assign(localStorage, records), records);
  const html = await (await page.request.get(`${SERVED}/`)).text();
  const headers = { "content-type": "text/html" };
  await page.route(/\/docs\/(info\/)?\?/, (route) =>
    route.fulfill({ headers, body: html.replace('data-base=""', 'data-base="/docs"') }),
  );
  await page.route(/\/docs\/lobby\//, (route) => route.fulfill({ headers, body: "<title>the lobby</title>" }));
  await page.goto(`${SERVED}/docs/info/?promo=ABC`);
  await expect(page).toHaveURL(`${SERVED}/docs/info/?promo=ABC`);
  await page.goto(`${SERVED}/docs/?promo=ABC#x`);
  await page.waitForURL(`${SERVED}/docs/lobby/games/?promo=ABC#x`);
});

test("a form sent before the loader keeps its input", async ({ page, documents, older }) => {
  await page.route(/\/assets\/boot-/, () => undefined);
  await page.goto(`${SERVED}/info/faq/`, { waitUntil: "commit" });
  await page.getByRole("button", { name: "LOGIN" }).first().click();
  const dialog = loginDialog(page);
  // Without `commandfor`, the loader opens dialogs.
  if (older) return expect(dialog).toBeHidden();
  await submitLogin(dialog, "annx", "Not-s0-secret");
  await dialog.getByLabel("Password", { exact: true }).press("Enter");
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveValue("Not-s0-secret");
  expect(page.url()).toBe(`${SERVED}/info/faq/`);
  expect(documents).toHaveLength(1);
});
