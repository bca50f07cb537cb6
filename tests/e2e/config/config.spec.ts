// Changed values in site.toml change the behavior in the browser, also for a site below a path.

import { logIn } from "../pages/onboarding";
import { test as deployed } from "../support/deployment";
import { fakeSession, storageRecords } from "../support/players";
import { configure, expect, rows, test, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });
deployed.use({ serviceWorkers: "block" });

test("client ids, API URL and session header come from site.toml", {
  tag: "@smoke",
  annotation: rows("7.1-01", "7-03"),
}, async ({ page }) => {
  await configure(page, {
    client: { api: "/other/api", skin_id: 7, client_id_instant: 6, client_id_mobile: 3 },
    api: { session_header: "X-Other" },
  });
  await page.route("**/other/api/**", async (route) => {
    const { "x-other": token, ...headers } = route.request().headers();
    if (token) headers["x-session-token"] = token;
    const url = route.request().url().replace("/other/api/", "/api/794/");
    const body = (route.request().postData() ?? "").replace('"skin_id":7', '"skin_id":1');
    await route.fulfill({ response: await route.fetch({ url, headers, ...(body && { postData: body }) }) });
  });
  await page.goto("/lobby/promotions/");
  await waitForLoader(page);
  const login = page.waitForRequest("**/other/api/login");
  const user = page.waitForRequest("**/other/api/players/1001");
  await logIn(page);
  expect((await login).postDataJSON()).toMatchObject({ skin_id: 7, client_id: 6 });
  const headers = (await user).headers();
  expect(headers["x-other"]).toMatch(/./);
  expect(headers["x-session-token"]).toBeUndefined();
  await expect(page.getByRole("banner").getByText("Hello, Ann")).toBeVisible();
  await expect(page.getByRole("banner").getByText("$50.00")).toBeVisible();
});

test("the URL of the rewards service comes from site.toml, and none means no socket", {
  annotation: rows("7.6-05"),
}, async ({ page }) => {
  const sockets: string[] = [];
  page.on("websocket", (socket) => {
    if (!socket.url().includes("croupier")) sockets.push(new URL(socket.url()).pathname);
  });
  await configure(page, { api: { rewards_url: "/rewards?of=ours" } });
  await page.goto("/lobby/promotions/");
  const opened = page.waitForEvent("websocket", (socket) => socket.url().includes("of=ours"));
  await logIn(page);
  expect(new URL((await opened).url()).searchParams.get("casinoid")).toBe("794");
  await configure(page, { api: { rewards_url: "" } });
  sockets.length = 0;
  const code = page.waitForResponse(/start-start_player/);
  await page.reload();
  await code;
  await expect(page.getByRole("banner").getByText("$50.00")).toBeVisible();
  expect(sockets).toEqual([]);
});

deployed("a site below a path uses it in links, login, logout and redirects", async ({ page, site }) => {
  deployed.slow();
  await site.stop();
  await site.edit("site.toml", "https://www.paperlantern.example", "https://www.paperlantern.example/docs");
  await site.build();
  await site.start();
  const otherPaths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/(docs|api)\//.test(pathname)) otherPaths.push(pathname);
  });
  const { pid, token, sessionID } = fakeSession();
  await page.route("**/api/794/**", (route) => {
    const bodies: Record<string, unknown> = {
      login: { pid, rtgSession: { session_id: sessionID }, sessionToken: token },
    };
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    return route.fulfill({ json: bodies[name] ?? { message: "OK" } });
  });
  // A player of another brand, at the root of the same origin.
  const other = storageRecords(fakeSession({ pid: 2, login: "other" }));
  await page.addInitScript((records) => {
    for (const [key, value] of Object.entries(records)) localStorage.setItem(key, value);
  }, other);
  const bar = page.getByRole("banner");
  await page.goto(`${site.url}/docs/info/faq/`);
  await waitForLoader(page);
  await expect(bar.getByRole("button", { name: "LOGIN" })).toBeVisible();
  await logIn(page);
  await page.waitForURL(`${site.url}/docs/lobby/games/`);
  await expect(bar.getByText("Hello, annx")).toBeVisible();
  const stored = await page.evaluate(() => ({ ...localStorage }));
  expect(JSON.parse(stored["session /docs"] ?? "")).toMatchObject({ pid, login: "annx" });
  expect(stored).toMatchObject(other);
  for (const link of await page.locator("header a:visible").all())
    expect(await link.getAttribute("href")).toMatch(/^\/docs\//);
  await bar.getByRole("link", { name: "Manage Account" }).click();
  await page.waitForURL(`${site.url}/docs/lobby/account/`);
  await page.goto(`${site.url}/docs/?promo=ABC`);
  await page.waitForURL(`${site.url}/docs/lobby/games/?promo=ABC`);
  await waitForLoader(page);
  await bar.getByRole("button", { name: "LOG OUT" }).click();
  await page.waitForURL(`${site.url}/docs/`);
  await expect(bar.getByRole("button", { name: "LOGIN" })).toBeVisible();
  expect(otherPaths).toEqual([]);
});
