// The API client in Chromium with the sandbox: outcomes of calls, deduplication and caching. A sandbox fault applies to a path with a
// player id, so each test with faults uses its own player.

import type { Page } from "@playwright/test";
import { type Client, importClient } from "./client";
import { configure, expect, fault, logIn, ready, rows, test } from "./test";

const FALLBACK = "Sorry, Something went wrong. Please try again later.";

test.use({ serviceWorkers: "block" });

/** Sends a command to the sandbox. */
async function order(page: Page, path: string, body: unknown) {
  const answer = await page.request.post(`/sandbox/${path}`, { data: body });
  expect(answer.ok()).toBe(true);
}

/** Returns the outcome of the balance call for a player. */
const balanceOf = (page: Page, client: Awaited<ReturnType<typeof importClient>>, pid: number, timeoutMs = 15_000) =>
  page.evaluate(([client, pid, timeoutMs]) => client.account.loadBalance(pid, { timeoutMs }), [
    client,
    pid,
    timeoutMs,
  ] as const);

test.describe("each kind of outcome", () => {
  test.use({ player: "bobby" });
  const pid = 1014;
  const path = `/api/794/players/${pid}/balance`;

  test("it is shown for the balance", { annotation: rows("7.7-01", "7.7-02", "7.7-03", "7.1-12") }, async ({
    page,
  }) => {
    // This page does not request the balance itself.
    await page.goto("/downloadlobby/");
    const client = await importClient(page);
    const after = async (fault: object) => {
      await order(page, "faults", { path, times: 1, ...fault });
      return balanceOf(page, client, pid);
    };
    expect(await balanceOf(page, client, pid)).toMatchObject({ kind: "ok", value: { symbol: "$" } });
    const good = [{ balance: "1,234.50", currency_symbol: "$" }];
    expect(await after({ status: 202, body: good })).toEqual({ kind: "ok", value: { cents: 123_450, symbol: "$" } });
    const refused = (status: number, message: string) => ({ kind: "refused", status, message });
    expect(await after({ status: 200, body: { errorMessage: "X" } })).toEqual(refused(200, "X"));
    expect(await after({ status: 204 })).toEqual(refused(204, "No Content"));
    expect(await after({ status: 400, body: { errorMessage: "X" } })).toEqual(refused(400, "X"));
    expect(await after({ status: 400, body: "" })).toEqual(refused(400, "Bad Request"));
    const silent = { errorMessage: "No details received" };
    expect(await after({ status: 400, body: silent })).toEqual(refused(400, "Bad Request"));
    const markup = { errorMessage: "<img src=x onerror=alert(1)>" };
    expect(await after({ status: 400, body: markup })).toEqual(refused(400, ""));
    expect(await after({ status: 302, headers: { location: "/" }, body: "" })).toMatchObject({ kind: "refused" });
    const country = { errorMessage: "errorViewerRestriction", country: "GB" };
    expect(await after({ status: 403, body: country })).toEqual({ kind: "restricted", country: "GB" });
    const down = { errorMessage: "errorCasinoMaintenance" };
    expect(await after({ status: 503, body: down })).toEqual({ kind: "maintenance" });
    for (const body of ["{broken", [], {}, [{ balance: null, currency_symbol: "$" }], [{ balance: 1 }]])
      expect(await after({ status: 200, body })).toEqual({ kind: "malformed" });
    await order(page, "faults", { path, times: 1, delay_ms: 3000 });
    expect(await balanceOf(page, client, pid, 500)).toEqual({ kind: "timed_out" });
    await page.context().setOffline(true);
    expect(await balanceOf(page, client, pid)).toEqual({ kind: "offline" });
    await page.context().setOffline(false);
    await order(page, "faults", { path, times: 1, delay_ms: 500 });
    const cancelled = page.evaluate(
      ([client, pid]) => {
        const leave = new AbortController();
        setTimeout(() => leave.abort(), 50);
        return client.account.loadBalance(pid, { signal: leave.signal });
      },
      [client, pid] as const,
    );
    expect(await cancelled).toEqual({ kind: "cancelled" });
    // The call was cancelled before it reached the sandbox, so the next call gets its delay.
    expect(await balanceOf(page, client, pid)).toMatchObject({ kind: "ok" });
    // Without `times`: browsers repeat a request whose connection ends, and each attempt must fail.
    await order(page, "faults", { path, drop: true });
    expect(await balanceOf(page, client, pid)).toEqual({ kind: "offline" });
  });
});

test.describe("a session that the server does not know", () => {
  test.use({ player: "banned" });

  test("it is unauthorised and ends", { annotation: rows("A72") }, async ({ page }) => {
    await page.goto("/info/faq/");
    const client = await importClient(page);
    await order(page, "faults", { path: "/api/794/players/1010/balance", status: 401, body: { errorMessage: "No" } });
    expect(await balanceOf(page, client, 1010)).toEqual({ kind: "unauthorised" });
    expect(await page.evaluate(() => localStorage.getItem("session"))).toBeNull();
    // Without a session, no request is sent.
    expect(await balanceOf(page, client, 1010)).toEqual({ kind: "unauthorised" });
  });
});

test.describe("the login form", () => {
  test("it shows the fallback text without a network", { annotation: rows("8-30") }, async ({ page }) => {
    await page.goto("/info/faq/");
    await ready(page);
    await fault(page, "**/api/794/login", { drop: true });
    const dialog = await logIn(page);
    await expect(dialog.getByText(FALLBACK)).toBeVisible();
  });

  test("it never shows markup or an empty message", { annotation: rows("5-29", "8-11") }, async ({ page }) => {
    await page.goto("/info/faq/");
    await ready(page);
    const words: [string, string][] = [
      ["<img src=x onerror=alert(1)>", FALLBACK],
      ["", FALLBACK],
      ["Your e-mail is not confirmed.", "Your e-mail is not confirmed."],
    ];
    for (const [errorMessage, shown] of words) {
      await fault(page, "**/api/794/login", { times: 1, status: 400, body: { errorMessage } });
      const dialog = await logIn(page);
      await expect(dialog.getByText(shown)).toBeVisible();
      await expect(dialog.locator("img")).toHaveCount(0);
      await page.reload();
      await ready(page);
    }
  });

  test("a second submit in flight sends nothing", { annotation: rows("A74") }, async ({ page }) => {
    await page.goto("/info/faq/");
    const client = await importClient(page);
    await fault(page, "**/api/794/login", { delay_ms: 300, status: 401, body: { errorMessage: "No" } });
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/login")) sent.push(request.postDataJSON().login);
    });
    const kinds = await page.evaluate(async (client) => {
      const { logIn } = client.account;
      const same = [logIn("annx", "wrong"), logIn("annx", "wrong")];
      // Another login cancels the first call.
      const other = logIn("newbie", "wrong");
      return (await Promise.all([...same, other])).map(({ kind }) => kind);
    }, client);
    expect(kinds).toEqual(["cancelled", "cancelled", "refused"]);
    expect(sent.filter((login) => login === "newbie")).toHaveLength(1);
    expect(sent.filter((login) => login === "annx").length).toBeLessThanOrEqual(1);
  });
});

test.describe("the configuration", () => {
  test.use({ player: "annx" });

  test("calls use its header, skin and client id", { annotation: rows("7-03") }, async ({ page }) => {
    await configure(page, { api: { session_header: "X-Other" }, client: { skin_id: 7, client_id_instant: 6 } });
    await fault(page, "**/api/794/players/**", { status: 503, body: {} });
    const asked = page.waitForRequest("**/api/794/players/1001/balance*");
    await page.goto("/info/faq/");
    const headers = (await asked).headers();
    expect(headers["x-other"]).toBeTruthy();
    expect(headers["x-session-token"]).toBeUndefined();
    const client = await importClient(page);
    await fault(page, "**/api/794/login", { status: 400, body: {} });
    const login = page.waitForRequest("**/api/794/login");
    await page.evaluate((client) => client.account.logIn("annx", "wrong").then(({ kind }) => kind), client);
    const request = await login;
    expect(request.postDataJSON()).toMatchObject({ skin_id: 7, client_id: 6 });
    expect(request.headers()["x-other"]).toBeUndefined();
  });
});

test.describe("a redeem", () => {
  test.use({ player: "newbie" });

  test("it is sent once per click series, then coupon and balance are refetched", {
    annotation: rows("4.4-09", "7.3-05", "A74"),
  }, async ({ page }) => {
    await order(page, "player", { pid: 1002, states: ["ready"] });
    await page.goto("/info/faq/");
    const client = await importClient(page);
    const seen: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/")) seen.push(`${request.method()} ${pathname.split("/").slice(3).join("/")}`);
    });
    await watch(page, client);
    await expect.poll(() => seen).toContain("GET players/1002/active-coupon");
    seen.length = 0;
    const outcomes = await page.evaluate(async (client) => {
      const coupon = { code: "PLAY100", isReward: false };
      const { redeemCoupon } = client.couponStores;
      return Promise.all([redeemCoupon(coupon), redeemCoupon(coupon), redeemCoupon(coupon)]);
    }, client);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["ok", "ok", "ok"]);
    expect(seen.filter((call) => call === "POST v2/players/1002/coupons")).toHaveLength(1);
    await expect.poll(() => seen).toContain("GET players/1002/balance");
    await expect.poll(() => seen).toContain("GET players/1002/active-coupon");
    await expect
      .poll(() => page.evaluate((client) => client.couponStores.$activeCoupon.get().data?.promotion.code, client))
      .toBe("PLAY100");
  });
});

/** Subscribes to the stores of a player, as widgets do. */
async function watch(page: Page, client: Awaited<ReturnType<typeof importClient>>) {
  await page.evaluate((client: Client) => {
    client.couponStores.$activeCoupon.listen(() => {});
    client.playerStores.$balance.listen(() => {});
  }, client);
}

test.describe("the balance in the navigation bar", () => {
  test.use({ player: "bronze2" });

  test("it is refetched when the tab becomes visible and stays after a failure", {
    annotation: rows("A129", "A40"),
  }, async ({ page }) => {
    await order(page, "player", { pid: 1011, cents: 5000 });
    await page.clock.install();
    await page.goto("/info/faq/");
    const bar = page.getByRole("banner");
    await expect(bar.getByText("$50.00")).toBeVisible();
    const lookAgain = async () => {
      await page.clock.runFor(5000);
      const answered = page.waitForEvent("requestfinished", (request) => request.url().includes("/1011/balance"));
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
      await answered;
    };
    await order(page, "player", { pid: 1011, cents: 7525 });
    await lookAgain();
    await expect(bar.getByText("$75.25")).toBeVisible();
    await order(page, "faults", { path: "/api/794/players/1011/balance", times: 1, status: 503, body: {} });
    await lookAgain();
    await expect(bar.getByText("$75.25")).toBeVisible();
    await order(page, "player", { pid: 1011, cents: 100 });
    await lookAgain();
    await expect(bar.getByText("$1.00")).toBeVisible();
  });

  test("it is hidden while unknown", { annotation: rows("2.7-03", "A27") }, async ({ page }) => {
    await fault(page, "**/players/1011/balance*", { body: [{ balance: null, currency_symbol: "$" }] });
    await page.goto("/info/faq/");
    const bar = page.getByRole("banner");
    await expect(bar.getByText("Hello,")).toBeVisible();
    await expect(bar.getByText("$")).toHaveCount(0);
    await expect(bar.getByText("NaN")).toHaveCount(0);
  });
});

test("a failed file is logged with its status, and the last good copy stays", {
  annotation: rows("7.7-04", "A64", "A129"),
}, async ({ page }) => {
  await configure(page, { games: { coupons_url: "/rtgcoupons.json?of=everybody" } });
  await page.goto("/info/faq/");
  const client = await importClient(page);
  const promotions = () =>
    page.evaluate(async (client) => {
      const { $defaultPromotions } = client.defaultPromotions;
      const { data, error, loading } = $defaultPromotions.get();
      return { count: data?.length, error, loading };
    }, client);
  await page.evaluate((client) => {
    const faults: string[] = [];
    Object.assign(window, { faults });
    document.addEventListener("croupier:fault", (event) => {
      const { error, part } = (event as CustomEvent<{ error: Error; part: string }>).detail;
      faults.push(`${part}: ${error.message}`);
    });
    client.defaultPromotions.$defaultPromotions.listen(() => {});
  }, client);
  await expect.poll(promotions).toMatchObject({ loading: false });
  const good = await promotions();
  expect(good.count).toBeGreaterThan(0);
  await fault(page, "**/rtgcoupons.json?of=everybody", { times: 1, status: 503, body: "" });
  await page.evaluate((client) => client.serverData.refresh(client.defaultPromotions.$defaultPromotions), client);
  await expect.poll(promotions).toMatchObject({ count: good.count, error: { kind: "refused", status: 503 } });
  expect(await page.evaluate(() => (window as unknown as { faults: string[] }).faults)).toContain(
    "promotions of everybody: Status: 503",
  );
});

test("games are loaded from the configured URL", { annotation: rows("7.4-01", "A64") }, async ({ page }) => {
  await configure(page, { games: { desktop_url: "/rtggames.json?for=computers" } });
  await page.goto("/info/faq/");
  const client = await importClient(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/rtggames")) asked.push(new URL(request.url()).search);
  });
  const load = () => page.evaluate((client) => client.games.loadGames(), client);
  const lobby = await load();
  expect(lobby).toMatchObject({ kind: "ok" });
  expect(asked).toEqual(["?for=computers"]);
});

test.describe("calls of widgets", () => {
  test.use({ player: "winner" });

  test("they return internal names and cents", {
    annotation: rows("7.3-08", "7.4-03", "7.4-04", "7.4-05", "7.5-01", "7.5-02", "7.1-13"),
  }, async ({ page }) => {
    const pot = { url: "/api/794/lobby-jackpot", token: "sandbox-feed", winners_url: "/rtglobbyjackpotwinners.json" };
    await configure(page, { lobby_jackpot: pot });
    await page.goto("/info/faq/");
    const client = await importClient(page);
    const pid = 1008;
    const answers = await page.evaluate(
      async ([client, pid]) => {
        const { games, jackpot, cashier, account, coupons } = client;
        await games.setFavourite(pid, { gameId: 18, machineId: 32 }, true);
        return {
          user: await account.loadUser(pid),
          favourites: await games.loadFavourites(pid),
          jackpots: await games.loadGameJackpots(),
          token: await games.loadLaunchToken(pid),
          pot: await jackpot.loadLobbyJackpot(),
          winners: await jackpot.loadWinners(),
          part: await jackpot.loadJackpotPart(pid),
          own: await coupons.loadPromotions(pid, "winner"),
          elsewhere: await cashier.loadCashierForm(pid, [], {}),
        };
      },
      [client, pid] as const,
    );
    for (const [name, { kind }] of Object.entries(answers))
      if (name !== "elsewhere") expect([name, kind]).toEqual([name, "ok"]);
    expect(answers.user).toMatchObject({ value: { login: "winner", pid: "1008", hasDeposited: true } });
    expect(answers.favourites).toMatchObject({ value: [{ gameId: 18, machineId: 32 }] });
    expect(answers.part).toMatchObject({ value: { unclaimed: 50_000, isIn: true } });
    // The sandbox's cashier has another origin, which the configuration does not allow (A38).
    expect(answers.elsewhere).toEqual({ kind: "malformed" });
  });
});
