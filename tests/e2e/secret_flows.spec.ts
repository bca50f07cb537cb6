// Secrets in complete flows with all external services enabled: no script, log or other origin can read them (A13, row 2.2-06).

import type { Page } from "@playwright/test";
import {
  configure,
  expect,
  fillSignup,
  freshEmail,
  logIn,
  openForm,
  PASSWORD,
  ready,
  rows,
  test,
  wholly,
} from "./test";

test.use({ serviceWorkers: "block" });

const SERVICES = {
  chat: { adapter: "sandbox", url: "/external/scripts/chat.js" },
  tracking: { adapter: "sandbox", url: "/external/events" },
  reporting: { adapter: "sandbox", url: "/external/reports" },
  bot_check: { adapter: "sandbox", url: "/external/scripts/bot-check.js" },
};

/** Texts that leave the page: requests that do not go to the API, and console messages. */
interface Heard {
  readonly words: string[];
}

async function listen(page: Page): Promise<Heard> {
  const words: string[] = [];
  await configure(page.context(), SERVICES);
  page.on("console", (message) => void words.push(`console: ${message.text()}`));
  page.context().on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    const isFirst = request.isNavigationRequest();
    // The document request contains the URL of the link once. The API may receive secrets.
    if (!isFirst && !pathname.startsWith("/api/794/"))
      words.push(`asked: ${pathname}${search} ${request.postData() ?? ""}`);
    // The preload scanner sends requests with the original referrer, but only to this host.
    if (!/^\/(assets\/|favicon|manifest|_croupier\/)/.test(pathname))
      words.push(`referrer of ${pathname}: ${request.headers().referer ?? ""}`);
  });
  return { words };
}

/** Returns everything that a script in the page can read. */
function around(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const caches_ = await Promise.all(
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
      caches_,
      document.cookie,
      document.documentElement.outerHTML,
    ]);
  });
}

/** Returns what outlives the tab. */
const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));

/** Reports an error whose message contains the whole URL. */
async function failWith(page: Page, words: string) {
  const reported = page.waitForRequest("**/external/reports");
  await page.evaluate((words) => {
    document.dispatchEvent(
      new CustomEvent("croupier:fault", { detail: { error: new Error(`${words} at ${location.href}`), part: "test" } }),
    );
  }, words);
  await reported;
}

test("a reset link leaks into no URL, history, timing, event, report or storage", {
  annotation: rows("2.2-06", "7.1-08"),
}, async ({ page }) => {
  const token = "R1s3cretR1s3cret";
  const heard = await listen(page);
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
  await failWith(page, `token=${token} pid=1001`);
  for (const secret of [token, PASSWORD]) {
    expect(await around(page)).not.toContain(secret);
    expect(await stored(page)).not.toContain(secret);
    expect(heard.words.filter((words) => words.includes(secret))).toEqual([]);
  }
  // After navigation and Back, the secret is not readable either.
  await page.goto("/info/terms/");
  await page.goBack();
  await wholly(page);
  expect(await around(page)).not.toContain(token);
});

test("the call with the hash of an email link leaves no timing entry", {
  annotation: rows("2.2-04", "7.2-04"),
}, async ({ page }) => {
  const hash = "5ecre7".repeat(6);
  const heard = await listen(page);
  const seen: string[] = [];
  await page.addInitScript(() => {
    const names: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) names.push(JSON.stringify(entry));
    }).observe({ entryTypes: ["resource", "navigation"] });
    Object.assign(window, { timings: names });
  });
  page.on("request", (request) => void seen.push(request.url()));
  const checked = page.waitForResponse("**/accounts/quick?*");
  await page.goto(`/?state=quickredeem&hash=${hash}&code=C`);
  await checked;
  await expect(page.getByRole("dialog")).toBeVisible();
  await failWith(page, `hash=${hash}`);
  expect(seen.filter((url) => url.includes(`userhash=${hash}`))).toHaveLength(1);
  expect(await around(page)).not.toContain(hash);
  expect(await stored(page)).not.toContain(hash);
  const timings = await page.evaluate(() => (window as unknown as { timings: string[] }).timings);
  expect(timings.length).toBeGreaterThan(3);
  expect(timings.filter((entry) => entry.includes(hash))).toEqual([]);
  expect(heard.words.filter((words) => words.includes(hash))).toEqual([]);
});

test("a signup keeps password and session between the player and the API", { annotation: rows("7.1-04") }, async ({
  page,
}) => {
  const heard = await listen(page);
  await page.goto("/info/faq/?token=T1&rtg_aff=A1");
  const dialog = await openForm(page, "signup");
  const email = freshEmail();
  await fillSignup(dialog, email);
  await dialog.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  await expect(page.getByRole("dialog", { name: "WELCOME" })).toBeVisible();
  await failWith(page, `${email}`);
  const { token } = JSON.parse((await page.evaluate(() => localStorage.getItem("session"))) ?? "{}") as {
    token: string;
  };
  expect(token).not.toBe("");
  for (const secret of [PASSWORD, token]) {
    expect(await around(page)).not.toContain(secret);
    expect(heard.words.filter((words) => words.includes(secret))).toEqual([]);
  }
  expect(await stored(page)).not.toContain(PASSWORD);
  expect(heard.words.filter((words) => words.includes(email))).toEqual([]);
});

test("a login keeps password and session between the player and the API", { annotation: rows("7.1-01") }, async ({
  page,
}) => {
  const heard = await listen(page);
  await page.goto("/lobby/promotions/");
  await ready(page);
  const answered = page.waitForResponse("**/balance?*");
  await logIn(page);
  await answered;
  await failWith(page, "a mistake");
  const { token } = JSON.parse((await page.evaluate(() => localStorage.getItem("session"))) ?? "{}") as {
    token: string;
  };
  for (const secret of [PASSWORD, token]) {
    expect(await around(page)).not.toContain(secret);
    expect(heard.words.filter((words) => words.includes(secret))).toEqual([]);
  }
  expect(await stored(page)).not.toContain(PASSWORD);
  // Events contain only the page.
  const events = heard.words.filter((words) => words.includes("/external/events"));
  expect(events.length).toBeGreaterThan(1);
  expect(events.join()).not.toMatch(/1001|annx|@/);
});
