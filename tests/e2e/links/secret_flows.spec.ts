// Secrets in complete flows with all external services enabled: no script, log or other origin can read them (A13, row 2.2-06).

import type { Page } from "@playwright/test";
import { fillSignup, freshEmail, logIn, openForm } from "../pages/onboarding";
import { PASSWORD } from "../support/players";
import { configure, expect, rows, test, waitForFullLoader, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

const SERVICES = {
  chat: { adapter: "sandbox", url: "/external/scripts/chat.js" },
  tracking: { adapter: "sandbox", url: "/external/events" },
  reporting: { adapter: "sandbox", url: "/external/reports" },
  bot_check: { adapter: "sandbox", url: "/external/scripts/bot-check.js" },
};

/** Texts that leave the page: requests that do not go to the API, and console messages. */
interface Transmissions {
  readonly texts: string[];
}

async function recordTransmissions(page: Page): Promise<Transmissions> {
  const texts: string[] = [];
  await configure(page.context(), SERVICES);
  page.on("console", (message) => void texts.push(`console: ${message.text()}`));
  page.context().on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    const isDocument = request.isNavigationRequest();
    // The document request contains the URL of the link once. The API may receive secrets.
    if (!isDocument && !pathname.startsWith("/api/794/"))
      texts.push(`requested: ${pathname}${search} ${request.postData() ?? ""}`);
    // The preload scanner sends requests with the original referrer, but only to this host.
    if (!/^\/(assets\/|favicon|manifest|_croupier\/)/.test(pathname))
      texts.push(`referrer of ${pathname}: ${request.headers().referer ?? ""}`);
  });
  return { texts };
}

/** Returns everything that a script in the page can read. */
function readableByScript(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const cacheUrls = await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    type Activated = { activation?: { entry?: { url: string }; from?: { url: string } }; entries(): { url: string }[] };
    const { navigation } = window as { navigation?: Activated };
    return JSON.stringify([
      location.href,
      document.referrer,
      window.name,
      history.state,
      performance.getEntries(),
      navigation?.entries().map(({ url }) => url),
      navigation?.activation?.entry?.url,
      navigation?.activation?.from?.url,
      { ...sessionStorage },
      cacheUrls,
      document.cookie,
      document.documentElement.outerHTML,
    ]);
  });
}

/** Returns what outlives the tab. */
const localStorageText = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));

/** Reports an error whose message contains the whole URL. */
async function reportError(page: Page, text: string) {
  const reported = page.waitForRequest("**/external/reports");
  await page.evaluate((text) => {
    document.dispatchEvent(
      new CustomEvent("croupier:fault", { detail: { error: new Error(`${text} at ${location.href}`), part: "test" } }),
    );
  }, text);
  await reported;
}

test("a reset link leaks into no URL, history, timing, event, report or storage", {
  annotation: rows("2.2-06", "7.1-08"),
}, async ({ page }) => {
  const token = "R1s3cretR1s3cret";
  const transmitted = await recordTransmissions(page);
  await page.goto(`/info/faq/?pid=1001&token=${token}&promo=P#money`);
  const dialog = page.getByRole("dialog");
  await expect(
    dialog.getByLabel("New password", { exact: true }).or(dialog.getByLabel("Password", { exact: true })),
  ).toBeVisible();
  await dialog.locator("input[type=password]").first().fill(PASSWORD);
  await dialog.locator("input[type=password]").nth(1).fill(PASSWORD);
  await page.route("**/api/794/login", (route) => route.fulfill({ status: 200, json: { success: true } }));
  const sent = page.waitForRequest("**/api/794/login");
  await dialog.locator("form button[type=submit]").click();
  expect((await sent).postDataJSON()).toMatchObject({ todo: "cpwt", player_id: "1001", token });
  await reportError(page, `token=${token} pid=1001`);
  for (const secret of [token, PASSWORD]) {
    expect(await readableByScript(page)).not.toContain(secret);
    expect(await localStorageText(page)).not.toContain(secret);
    expect(transmitted.texts.filter((text) => text.includes(secret))).toEqual([]);
  }
  // After navigation and Back, the secret is not readable either.
  await page.goto("/info/terms/");
  await page.goBack();
  await waitForFullLoader(page);
  expect(await readableByScript(page)).not.toContain(token);
});

test("the call with the hash of an email link leaves no timing entry", {
  annotation: rows("2.2-04", "7.2-04"),
}, async ({ page }) => {
  const hash = "5ecre7".repeat(6);
  const transmitted = await recordTransmissions(page);
  const urls: string[] = [];
  await page.addInitScript(() => {
    const names: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) names.push(JSON.stringify(entry));
    }).observe({ entryTypes: ["resource", "navigation"] });
    Object.assign(window, { timings: names });
  });
  page.on("request", (request) => void urls.push(request.url()));
  const checkResponse = page.waitForResponse("**/accounts/quick?*");
  await page.goto(`/?state=quickredeem&hash=${hash}&code=C`);
  await checkResponse;
  await expect(page.getByRole("dialog")).toBeVisible();
  await reportError(page, `hash=${hash}`);
  expect(urls.filter((url) => url.includes(`userhash=${hash}`))).toHaveLength(1);
  expect(await readableByScript(page)).not.toContain(hash);
  expect(await localStorageText(page)).not.toContain(hash);
  const timings = await page.evaluate(() => (window as unknown as { timings: string[] }).timings);
  expect(timings.length).toBeGreaterThan(3);
  expect(timings.filter((entry) => entry.includes(hash))).toEqual([]);
  expect(transmitted.texts.filter((text) => text.includes(hash))).toEqual([]);
});

test("a signup keeps password and session between the player and the API", { annotation: rows("7.1-04") }, async ({
  page,
}) => {
  const transmitted = await recordTransmissions(page);
  await page.goto("/info/faq/?token=T1&rtg_aff=A1");
  const dialog = await openForm(page, "signup");
  const email = freshEmail();
  await fillSignup(dialog, email);
  await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  await expect(page.getByRole("dialog", { name: "WELCOME" })).toBeVisible();
  await reportError(page, `${email}`);
  const { token } = JSON.parse((await page.evaluate(() => localStorage.getItem("session"))) ?? "{}") as {
    token: string;
  };
  expect(token).not.toBe("");
  for (const secret of [PASSWORD, token]) {
    expect(await readableByScript(page)).not.toContain(secret);
    expect(transmitted.texts.filter((text) => text.includes(secret))).toEqual([]);
  }
  expect(await localStorageText(page)).not.toContain(PASSWORD);
  expect(transmitted.texts.filter((text) => text.includes(email))).toEqual([]);
});

test("a login keeps password and session between the player and the API", { annotation: rows("7.1-01") }, async ({
  page,
}) => {
  const transmitted = await recordTransmissions(page);
  await page.goto("/lobby/promotions/");
  await waitForLoader(page);
  const balanceResponse = page.waitForResponse("**/balance?*");
  await logIn(page);
  await balanceResponse;
  await reportError(page, "a mistake");
  const { token } = JSON.parse((await page.evaluate(() => localStorage.getItem("session"))) ?? "{}") as {
    token: string;
  };
  for (const secret of [PASSWORD, token]) {
    expect(await readableByScript(page)).not.toContain(secret);
    expect(transmitted.texts.filter((text) => text.includes(secret))).toEqual([]);
  }
  expect(await localStorageText(page)).not.toContain(PASSWORD);
  // Events contain only the page.
  const events = transmitted.texts.filter((text) => text.includes("/external/events"));
  expect(events.length).toBeGreaterThan(1);
  expect(events.join()).not.toMatch(/\b1001\b|annx|@/);
});
