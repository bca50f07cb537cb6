// Secrets that arrive in the address leave it before the first paint; who is signed in goes from / to the lobby with all else kept (A13).

import type { Page, Request } from "@playwright/test";
import { expect, ready, SERVED, test } from "./test";

test.use({ serviceWorkers: "block" });

const taken = (page: Page) => page.evaluate(() => window.takeSecrets?.());

declare global {
  interface Window {
    takeSecrets?: (() => Record<string, string>) | undefined;
  }
}

/** Makes the tab one of a player whose session began just now. */
async function signedIn(page: Page) {
  await page.addInitScript(() =>
    localStorage.setItem("session", JSON.stringify({ pid: 1, token: "t", timeStamp: Date.now(), firstName: "Ann" })),
  );
}

test("pid, token, hash and password are gone before the first paint, and in no request after the first [2.2-06]", async ({
  page,
}) => {
  await page.addInitScript(() => {
    new PerformanceObserver(() => sessionStorage.setItem("painted", location.href)).observe({ type: "paint" });
  });
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (!request.isNavigationRequest()) requests.push(request);
  });
  await page.goto(`${SERVED}/info/faq/?action=show&pid=1001&token=R1s3cret&x=a%20b+c&hash=H4sh&password=Pa55#money`);
  await ready(page);
  await expect(page.locator(".notice")).toBeAttached();
  const clean = `${SERVED}/info/faq/?action=show&x=a%20b+c#money`;
  expect(page.url()).toBe(clean);
  expect(await page.evaluate(() => sessionStorage.getItem("painted"))).toBe(clean);
  expect(requests.length).toBeGreaterThan(5);
  const told = requests.map((request) => request.url());
  // What the browser asks for while it reads ahead, it asks for under the address as it was: of this very host only.
  for (const request of requests)
    if (!/\/assets\/(site|boot|fonts\/)/.test(request.url())) told.push((await request.allHeaders()).referer ?? "");
  for (const secret of ["R1s3cret", "H4sh", "Pa55", "1001"]) {
    expect(told.filter((words) => words.includes(secret))).toEqual([]);
    const stored = () => JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }, document.cookie]);
    expect(await page.evaluate(stored)).not.toContain(secret);
  }
  expect(await taken(page)).toEqual({ pid: "1001", token: "R1s3cret", hash: "H4sh", password: "Pa55" });
  expect(await taken(page)).toBeUndefined();
  await page.reload();
  expect(page.url()).toBe(clean);
  expect(await taken(page)).toBeUndefined();
});

test("a link that carries a secret is a document load, so that it never stands in the address bar", async ({
  page,
  documents,
}) => {
  const shown: string[] = [];
  page.on("framenavigated", (frame) => shown.push(frame.url()));
  await page.goto(`${SERVED}/info/faq/`);
  await ready(page);
  await page.locator("main").evaluate((main) => {
    main.insertAdjacentHTML("afterbegin", '<a id="target" href="/info/terms/?token=T1&rtg_aff=A1#b">terms</a>');
  });
  await page.locator("#target").dispatchEvent("click");
  await expect(page).toHaveURL(`${SERVED}/info/terms/?rtg_aff=A1#b`);
  expect(await taken(page)).toEqual({ token: "T1" });
  expect(documents).toHaveLength(2);
  await page.evaluate(() =>
    document.dispatchEvent(new CustomEvent("croupier:go", { detail: "/info/faq/?state=quickredeem&hash=H&code=C" })),
  );
  await expect(page).toHaveURL(`${SERVED}/info/faq/?state=quickredeem&code=C`);
  expect(await taken(page)).toEqual({ hash: "H" });
});

test("a player who opens / lands in the lobby with query and fragment, and Back does not lead to / [2.1-02]", async ({
  page,
}) => {
  await signedIn(page);
  await page.goto(`${SERVED}/info/faq/`);
  await page.goto(`${SERVED}/?promo=ABC&x=1#jackpots`);
  await page.waitForURL(`${SERVED}/lobby/games/?promo=ABC&x=1#jackpots`);
  await page.goBack();
  await page.waitForURL(`${SERVED}/info/faq/`);
});

test("on the way to the lobby secrets are taken out of both addresses and are there to be asked for [2.1-02]", async ({
  page,
  documents,
}) => {
  await signedIn(page);
  await page.goto(`${SERVED}/?pid=7&token=R1s3cret&promo=ABC#x`);
  await page.waitForURL(`${SERVED}/lobby/games/?promo=ABC#x`);
  await ready(page);
  expect(await taken(page)).toEqual({ pid: "7", token: "R1s3cret" });
  expect(documents).toHaveLength(2);
  expect((await documents[1]?.allHeaders())?.referer).toBe(`${SERVED}/?promo=ABC`);
});

test("a session of more than 24 h, one marked as expired and one that cannot be read are none [2.1-02] [9-03]", async ({
  page,
}) => {
  const now = Date.UTC(2030, 0, 2);
  const day = 24 * 60 * 60 * 1000;
  await page.clock.setFixedTime(now);
  for (const [session, user, isIn] of [
    [{ token: "t", timeStamp: now - day }, {}, true],
    [{ token: "t", timeStamp: now - day - 1 }, {}, false],
    [{ token: "t", timeStamp: now }, { expired: true }, false],
    ["{", {}, false],
  ] as const) {
    await page.goto(`${SERVED}/info/faq/`);
    await page.evaluate(
      ([one, other]) => {
        localStorage.setItem("session", typeof one === "string" ? one : JSON.stringify(one));
        localStorage.setItem("user_session", JSON.stringify(other));
      },
      [session, user] as const,
    );
    await page.goto(`${SERVED}/`);
    await page.waitForURL(isIn ? `${SERVED}/lobby/games/` : `${SERVED}/`);
    expect(await page.evaluate(() => document.documentElement.dataset.session)).toBe(isIn ? "in" : undefined);
  }
});

test("a site that lies under a path sends to its own lobby, and only from its own first page", async ({ page }) => {
  await signedIn(page);
  const html = await (await page.request.get(`${SERVED}/`)).text();
  const headers = { "content-type": "text/html" };
  await page.route(/\/docs\/(info\/)?\?/, (route) =>
    route.fulfill({ headers, body: html.replace('data-prefix=""', 'data-prefix="/docs"') }),
  );
  await page.route(/\/docs\/lobby\//, (route) => route.fulfill({ headers, body: "<title>the lobby</title>" }));
  await page.goto(`${SERVED}/docs/info/?promo=ABC`);
  await expect(page).toHaveURL(`${SERVED}/docs/info/?promo=ABC`);
  await page.goto(`${SERVED}/docs/?promo=ABC#x`);
  await page.waitForURL(`${SERVED}/docs/lobby/games/?promo=ABC#x`);
});

test("a form that is sent before the loader came stays, and what was typed with it", async ({ page, documents }) => {
  await page.route(/\/assets\/boot-/, () => undefined);
  await page.goto(`${SERVED}/info/faq/`, { waitUntil: "commit" });
  await page.getByRole("button", { name: "LOGIN" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Welcome back" });
  await dialog.getByLabel("Username or e-mail").fill("annx");
  await dialog.getByLabel("Password", { exact: true }).fill("Not-s0-secret");
  await dialog.getByRole("button", { name: "LOGIN" }).click();
  await dialog.getByLabel("Password", { exact: true }).press("Enter");
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveValue("Not-s0-secret");
  expect(page.url()).toBe(`${SERVED}/info/faq/`);
  expect(documents).toHaveLength(1);
});
