// The API client in Chromium with the sandbox: outcomes of calls, deduplication and caching. A sandbox fault applies to a path with a
// player id, so each test with faults uses its own player.

import type { Page } from "@playwright/test";
import { FALLBACK_MESSAGE } from "../pages/dialogs";
import { logIn } from "../pages/onboarding";
import { type Client, importClient } from "../support/client";
import { commandSandbox } from "../support/players";
import { injectFault } from "../support/requests";
import { configure, expect, rows, test, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

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

  test("each response of the balance call has its outcome", {
    tag: "@smoke",
    annotation: rows("7.7-01", "7.7-02", "7.7-03", "7.1-12"),
  }, async ({ page }) => {
    // This page does not request the balance itself.
    await page.goto("/downloadlobby/");
    const client = await importClient(page);
    const outcomeAfter = async (failure: object) => {
      await commandSandbox("faults", { path, times: 1, ...failure });
      return balanceOf(page, client, pid);
    };
    expect(await balanceOf(page, client, pid)).toMatchObject({ kind: "ok", value: { symbol: "$" } });
    const balance = [{ balance: "1,234.50", currency_symbol: "$" }];
    expect(await outcomeAfter({ status: 202, body: balance })).toEqual({
      kind: "ok",
      value: { cents: 123_450, symbol: "$" },
    });
    const refusal = (status: number, message: string) => ({ kind: "refused", status, message });
    expect(await outcomeAfter({ status: 200, body: { errorMessage: "X" } })).toEqual(refusal(200, "X"));
    expect(await outcomeAfter({ status: 204 })).toEqual(refusal(204, "No Content"));
    expect(await outcomeAfter({ status: 400, body: { errorMessage: "X" } })).toEqual(refusal(400, "X"));
    expect(await outcomeAfter({ status: 400, body: "" })).toEqual(refusal(400, "Bad Request"));
    const noDetails = { errorMessage: "No details received" };
    expect(await outcomeAfter({ status: 400, body: noDetails })).toEqual(refusal(400, "Bad Request"));
    const markup = { errorMessage: "<img src=x onerror=alert(1)>" };
    expect(await outcomeAfter({ status: 400, body: markup })).toEqual(refusal(400, ""));
    expect(await outcomeAfter({ status: 302, headers: { location: "/" }, body: "" })).toMatchObject({
      kind: "refused",
    });
    const country = { errorMessage: "errorViewerRestriction", country: "GB" };
    expect(await outcomeAfter({ status: 403, body: country })).toEqual({ kind: "restricted", country: "GB" });
    const maintenance = { errorMessage: "errorCasinoMaintenance" };
    expect(await outcomeAfter({ status: 503, body: maintenance })).toEqual({ kind: "maintenance" });
    for (const body of ["{broken", [], {}, [{ balance: null, currency_symbol: "$" }], [{ balance: 1 }]])
      expect(await outcomeAfter({ status: 200, body })).toEqual({ kind: "malformed" });
    await commandSandbox("faults", { path, times: 1, delay_ms: 3000 });
    expect(await balanceOf(page, client, pid, 500)).toEqual({ kind: "timed_out" });
    await page.context().setOffline(true);
    expect(await balanceOf(page, client, pid)).toEqual({ kind: "offline" });
    await page.context().setOffline(false);
    await commandSandbox("faults", { path, times: 1, delay_ms: 500 });
    const cancelled = page.evaluate(
      ([client, pid]) => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), 50);
        return client.account.loadBalance(pid, { signal: controller.signal });
      },
      [client, pid] as const,
    );
    expect(await cancelled).toEqual({ kind: "cancelled" });
    // The call was cancelled before it reached the sandbox, so the next call gets its delay.
    expect(await balanceOf(page, client, pid)).toMatchObject({ kind: "ok" });
    // Without `times`: browsers repeat a request whose connection ends, and each attempt must fail.
    await commandSandbox("faults", { path, drop: true });
    expect(await balanceOf(page, client, pid)).toEqual({ kind: "offline" });
  });
});

test.describe("a session that the server does not know", () => {
  test.use({ player: "banned" });

  test("a 401 ends the session", { annotation: rows("A72") }, async ({ page }) => {
    await page.goto("/info/faq/");
    const client = await importClient(page);
    await commandSandbox("faults", {
      path: "/api/794/players/1010/balance",
      status: 401,
      body: { errorMessage: "No" },
    });
    expect(await balanceOf(page, client, 1010)).toEqual({ kind: "unauthorised" });
    expect(await page.evaluate(() => localStorage.getItem("session"))).toBeNull();
    // Without a session, no request is sent.
    expect(await balanceOf(page, client, 1010)).toEqual({ kind: "unauthorised" });
  });
});

test.describe("the login form", () => {
  test("without a network the form shows the fallback message", { annotation: rows("8-30") }, async ({ page }) => {
    await page.goto("/info/faq/");
    await waitForLoader(page);
    await injectFault(page, "**/api/794/login", { drop: true });
    const dialog = await logIn(page);
    await expect(dialog.getByText(FALLBACK_MESSAGE)).toBeVisible();
  });

  test("the form never shows markup or an empty message", { annotation: rows("5-29", "8-11") }, async ({ page }) => {
    await page.goto("/info/faq/");
    await waitForLoader(page);
    const messages: [string, string][] = [
      ["<img src=x onerror=alert(1)>", FALLBACK_MESSAGE],
      ["", FALLBACK_MESSAGE],
      ["Your e-mail is not confirmed.", "Your e-mail is not confirmed."],
    ];
    for (const [errorMessage, expected] of messages) {
      await injectFault(page, "**/api/794/login", { times: 1, status: 400, body: { errorMessage } });
      const dialog = await logIn(page);
      await expect(dialog.getByText(expected)).toBeVisible();
      await expect(dialog.locator("img")).toHaveCount(0);
      await page.reload();
      await waitForLoader(page);
    }
  });

  test("a second submit in flight sends nothing", { annotation: rows("A74") }, async ({ page }) => {
    await page.goto("/info/faq/");
    const client = await importClient(page);
    await injectFault(page, "**/api/794/login", { delay_ms: 300, status: 401, body: { errorMessage: "No" } });
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/login")) sent.push(request.postDataJSON().login);
    });
    const kinds = await page.evaluate(async (client) => {
      const { logIn } = client.login;
      const repeated = [logIn({ login: "annx", password: "wrong" }), logIn({ login: "annx", password: "wrong" })];
      // Another login cancels the first call.
      const otherLogin = logIn({ login: "newbie", password: "wrong" });
      return (await Promise.all([...repeated, otherLogin])).map(({ kind }) => kind);
    }, client);
    expect(kinds).toEqual(["cancelled", "cancelled", "refused"]);
    expect(sent.filter((login) => login === "newbie")).toHaveLength(1);
    expect(sent.filter((login) => login === "annx").length).toBeLessThanOrEqual(1);
  });
});

test.describe("the configuration", () => {
  test.use({ player: "annx" });

  test("calls use the configured header, skin and client id", { annotation: rows("7-03") }, async ({ page }) => {
    await configure(page, { api: { session_header: "X-Other" }, client: { skin_id: 7, client_id_instant: 6 } });
    await injectFault(page, "**/api/794/players/**", { status: 503, body: {} });
    const balanceRequest = page.waitForRequest("**/api/794/players/1001/balance*");
    await page.goto("/info/faq/");
    const headers = (await balanceRequest).headers();
    expect(headers["x-other"]).toBeTruthy();
    expect(headers["x-session-token"]).toBeUndefined();
    const client = await importClient(page);
    await injectFault(page, "**/api/794/login", { status: 400, body: {} });
    const login = page.waitForRequest("**/api/794/login");
    await page.evaluate(
      (client) => client.login.logIn({ login: "annx", password: "wrong" }).then(({ kind }) => kind),
      client,
    );
    const request = await login;
    expect(request.postDataJSON()).toMatchObject({ skin_id: 7, client_id: 6 });
    expect(request.headers()["x-other"]).toBeUndefined();
  });
});

test.describe("a redeem", () => {
  test.use({ player: "newbie" });

  test("a redeem is sent once per click series, then coupon and balance are refetched", {
    annotation: rows("4.4-09", "7.3-05", "A74"),
  }, async ({ page }) => {
    await commandSandbox("player", { pid: 1002, states: ["ready"] });
    await page.goto("/info/faq/");
    const client = await importClient(page);
    const calls: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/")) calls.push(`${request.method()} ${pathname.split("/").slice(3).join("/")}`);
    });
    await subscribeToStores(page, client);
    await expect.poll(() => calls).toContain("GET players/1002/active-coupon");
    calls.length = 0;
    const outcomes = await page.evaluate(async (client) => {
      const coupon = { code: "PLAY100", isReward: false };
      const { redeemCoupon } = client.couponCommands;
      return Promise.all([redeemCoupon(coupon), redeemCoupon(coupon), redeemCoupon(coupon)]);
    }, client);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["ok", "ok", "ok"]);
    expect(calls.filter((call) => call === "POST v2/players/1002/coupons")).toHaveLength(1);
    await expect.poll(() => calls).toContain("GET players/1002/balance");
    await expect.poll(() => calls).toContain("GET players/1002/active-coupon");
    await expect
      .poll(() => page.evaluate((client) => client.couponStores.$activeCoupon.get().data?.promotion.code, client))
      .toBe("PLAY100");
  });
});

/** Subscribes to the stores of a player, as widgets do. */
async function subscribeToStores(page: Page, client: Awaited<ReturnType<typeof importClient>>) {
  await page.evaluate((client: Client) => {
    client.couponStores.$activeCoupon.listen(() => {});
    client.playerStores.$balance.listen(() => {});
  }, client);
}

test.describe("the balance in the navigation bar", () => {
  test.use({ player: "bronze2" });

  test("the balance is refetched when the tab becomes visible and stays after a failure", {
    annotation: rows("A129", "A40"),
  }, async ({ page }) => {
    await commandSandbox("player", { pid: 1011, cents: 5000 });
    await page.clock.install();
    await page.goto("/info/faq/");
    const bar = page.getByRole("banner");
    await expect(bar.getByText("$50.00")).toBeVisible();
    const returnToTab = async () => {
      await page.clock.runFor(5000);
      const balanceResponse = page.waitForEvent("requestfinished", (request) =>
        request.url().includes("/1011/balance"),
      );
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
      await balanceResponse;
    };
    await commandSandbox("player", { pid: 1011, cents: 7525 });
    await returnToTab();
    await expect(bar.getByText("$75.25")).toBeVisible();
    await commandSandbox("faults", { path: "/api/794/players/1011/balance", times: 1, status: 503, body: {} });
    await returnToTab();
    await expect(bar.getByText("$75.25")).toBeVisible();
    await commandSandbox("player", { pid: 1011, cents: 100 });
    await returnToTab();
    await expect(bar.getByText("$1.00")).toBeVisible();
  });

  test("an unknown balance is hidden", { annotation: rows("2.7-03", "A27") }, async ({ page }) => {
    await injectFault(page, "**/players/1011/balance*", { body: [{ balance: null, currency_symbol: "$" }] });
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
  const before = await promotions();
  expect(before.count).toBeGreaterThan(0);
  await injectFault(page, "**/rtgcoupons.json?of=everybody", { times: 1, status: 503, body: "" });
  await page.evaluate((client) => client.serverData.refresh(client.defaultPromotions.$defaultPromotions), client);
  await expect.poll(promotions).toMatchObject({ count: before.count, error: { kind: "refused", status: 503 } });
  expect(await page.evaluate(() => (window as unknown as { faults: string[] }).faults)).toContain(
    "promotions of everybody: Status: 503",
  );
});

test("games are loaded from the configured URL", { annotation: rows("7.4-01", "A64") }, async ({ page }) => {
  await configure(page, { games: { desktop_url: "/rtggames.json?for=computers" } });
  await page.goto("/info/faq/");
  const client = await importClient(page);
  const queries: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/rtggames")) queries.push(new URL(request.url()).search);
  });
  const loadGames = () => page.evaluate((client) => client.games.loadGames(), client);
  const outcome = await loadGames();
  expect(outcome).toMatchObject({ kind: "ok" });
  expect(queries).toEqual(["?for=computers"]);
});

test.describe("calls of widgets", () => {
  test.use({ player: "winner" });

  test("calls return internal names and cents", {
    annotation: rows("7.3-08", "7.4-03", "7.4-04", "7.4-05", "7.5-01", "7.5-02", "7.1-13"),
  }, async ({ page }) => {
    const jackpotConfig = {
      url: "/api/794/lobby-jackpot",
      token: "sandbox-feed",
      winners_url: "/rtglobbyjackpotwinners.json",
    };
    await configure(page, { lobby_jackpot: jackpotConfig });
    await page.goto("/info/faq/");
    const client = await importClient(page);
    const pid = 1008;
    const outcomes = await page.evaluate(
      async ([client, pid]) => {
        const { games, playerGames, jackpot, jackpotFeed, cashier, account, coupons } = client;
        await playerGames.setFavourite(pid, { gameId: 18, machineId: 32 }, true);
        return {
          user: await account.loadUser(pid),
          favourites: await playerGames.loadFavourites(pid),
          jackpots: await games.loadGameJackpots(),
          token: await playerGames.loadLaunchToken(pid),
          pot: await jackpotFeed.loadLobbyJackpot(),
          winners: await jackpotFeed.loadWinners(),
          part: await jackpot.loadJackpotPart(pid),
          own: await coupons.loadPromotions(pid, "winner"),
          elsewhere: await cashier.loadCashierForm(pid, [], {}),
        };
      },
      [client, pid] as const,
    );
    for (const [name, { kind }] of Object.entries(outcomes))
      if (name !== "elsewhere") expect([name, kind]).toEqual([name, "ok"]);
    expect(outcomes.user).toMatchObject({ value: { login: "winner", pid: "1008", hasDeposited: true } });
    expect(outcomes.favourites).toMatchObject({ value: [{ gameId: 18, machineId: 32 }] });
    expect(outcomes.part).toMatchObject({ value: { unclaimed: 50_000, isIn: true } });
    // The sandbox's cashier has another origin, which the configuration does not allow (A38).
    expect(outcomes.elsewhere).toEqual({ kind: "malformed" });
  });
});
