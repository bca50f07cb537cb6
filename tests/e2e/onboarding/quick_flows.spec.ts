// Quick redeem and quick play by link: passwords, the order of calls, and the result screens (rows 4.3).

import type { Page } from "@playwright/test";
import { modal } from "../pages/dialogs";
import { commandSandbox, linkHash, newPlayer, PASSWORD, signIn } from "../support/players";
import { injectFault } from "../support/requests";
import { DEV, expect, expectAccessible, rows, test, waitForFullLoader } from "../support/test";

test.use({ serviceWorkers: "block" });

/** Returns the relevant calls in order, such as `POST login`. */
function recordCalls(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const name = pathname.split("/").at(-1) ?? "";
    const isRelevant = ["login", "active-coupon", "coupons", "redeem", "quick", "token"].includes(name);
    // The setting for these links has the same name and is not part of the flow.
    const isSetting = pathname.includes("/player/");
    if (isRelevant && pathname.includes("/api/") && !isSetting) requests.push(`${request.method()} ${name}`);
  });
  return requests;
}

/** Returns the calls up to the redeem. Later calls only refresh data. */
const callsUntil = (requests: readonly string[], last: string) => requests.slice(0, requests.indexOf(last) + 1);

async function logInWith(page: Page, login: string, button: string) {
  await modal(page).getByLabel("Username or e-mail").fill(login);
  await modal(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  await modal(page).getByRole("button", { name: button }).click();
}

test("quick redeem logs in, gets the active coupon and redeems, in this order", {
  tag: "@smoke",
  annotation: rows("2.13-10", "4.3-01", "4.3-04", "4.2-19", "2.13-19"),
}, async ({ page }) => {
  const { login } = await newPlayer();
  const requests = recordCalls(page);
  await page.goto("/?state=quickredeem&coupon=MAX325");
  const redeemRequest = page.waitForRequest(/\/v2\/players\/\d+\/coupons\?/);
  await expect(modal(page).getByRole("heading", { name: "Claim your bonus" })).toBeVisible();
  await expectAccessible(page, "dialog[open]");
  await logInWith(page, login, "LOG IN AND CLAIM");
  expect(new URL((await redeemRequest).url()).searchParams.get("couponCode")).toBe("MAX325");
  await expect(modal(page).getByRole("heading", { name: "CONGRATULATIONS" })).toBeVisible();
  await expect(modal(page).getByRole("button", { name: "DEPOSIT NOW" })).toBeVisible();
  await expectAccessible(page, "dialog[open]");
  const sequence = callsUntil(requests, "POST coupons");
  expect(sequence[0]).toBe("POST login");
  expect(sequence.at(-1)).toBe("POST coupons");
  expect(sequence.slice(1, -1).every((call) => call === "GET active-coupon")).toBe(true);
  expect(sequence.length).toBeGreaterThan(2);
  await expect(page).toHaveURL(`${DEV}/lobby/games/`);
});

test("a coupon that awaits a deposit is cancelled first, one in play is not", { annotation: rows("4.3-02") }, async ({
  page,
  context,
}) => {
  const player = await newPlayer();
  await commandSandbox("player", { pid: player.pid, states: ["await"] });
  await signIn(context, DEV, player.login);
  const requests = recordCalls(page);
  await page.goto("/lobby/games/?state=quickredeem&coupon=DEP250");
  await expect(modal(page).getByRole("heading", { name: "CONGRATULATIONS" })).toBeVisible();
  const sequence = callsUntil(requests, "POST coupons");
  expect(sequence).not.toContain("POST login");
  expect(sequence.indexOf("GET active-coupon")).toBeLessThan(sequence.indexOf("DELETE active-coupon"));
  expect(sequence.at(-2)).toBe("DELETE active-coupon");

  await commandSandbox("player", { pid: player.pid, states: ["inplay"] });
  requests.length = 0;
  await page.goto("/lobby/games/?state=quickredeem&coupon=DEP250");
  // A refusal by the server shows the failure page of quick redeem (A84).
  await expect(modal(page).getByText("It looks like there was a problem claiming your bonus")).toBeVisible();
  expect(requests).not.toContain("DELETE active-coupon");
  expect(requests).toContain("POST coupons");
});

test("a failed cancellation redeems nothing", { annotation: rows("8-14") }, async ({ page, context }) => {
  const player = await newPlayer();
  await commandSandbox("player", { pid: player.pid, states: ["await"] });
  await signIn(context, DEV, player.login);
  const requests = recordCalls(page);
  await injectFault(page, "**/active-coupon", { method: "DELETE", status: 500, body: { errorMessage: "no" } });
  await page.goto("/lobby/games/?state=quickredeem&coupon=DEP250");
  await expect(modal(page).getByText("It looks like there was a problem claiming your bonus")).toBeVisible();
  expect(requests).not.toContain("POST coupons");
});

test("a code uses the reward call and wins over a coupon", { annotation: rows("4.3-03") }, async ({
  page,
  context,
}) => {
  const player = await newPlayer();
  await signIn(context, DEV, player.login);
  const requests = recordCalls(page);
  const sent = page.waitForRequest(/\/rewards\/redeem$/);
  await page.goto("/lobby/games/?state=quickredeem&code=RWD50&coupon=DEP250");
  expect((await sent).postDataJSON()).toEqual({ player_id: player.pid, coupon: "RWD50", skin_id: 1 });
  await expect(modal(page).getByRole("heading", { level: 2 })).toBeVisible();
  expect(requests).not.toContain("POST coupons");
});

test("a failed redeem shows PROMOTIONS and is not repeated", { annotation: rows("8-14") }, async ({
  page,
  context,
}) => {
  const player = await newPlayer();
  await signIn(context, DEV, player.login);
  const refused = await injectFault(page, "**/v2/players/*/coupons?*", { status: 400, body: { errorMessage: "No" } });
  await page.goto("/lobby/games/?state=quickredeem&coupon=DEP250");
  await expect(modal(page).getByText("It looks like there was a problem claiming your bonus")).toBeVisible();
  await expectAccessible(page, "dialog[open]");
  await modal(page).getByText("PROMOTIONS").click();
  await page.waitForURL("**/lobby/promotions/");
  expect(refused.hits).toBe(1);
});

test("a hash logs in once and is stored nowhere", { annotation: rows("4.3-01", "7.2-04", "4.2-18") }, async ({
  page,
}) => {
  const { pid } = await newPlayer();
  await commandSandbox("player", { pid, states: ["quick"] });
  const hash = linkHash(pid);
  const requests = recordCalls(page);
  const checkRequest = page.waitForRequest(/\/accounts\/quick\?/);
  const login = page.waitForRequest(/\/api\/794\/login$/);
  await page.goto(`/?state=quickredeem&hash=${hash}`);
  expect(Object.fromEntries(new URL((await checkRequest).url()).searchParams)).toEqual({
    userhash: hash,
    todo: "quickplaycheck",
  });
  expect((await login).postDataJSON()).toMatchObject({ userhash: hash });
  await expect(modal(page).getByRole("heading", { name: "CONGRATULATIONS" })).toBeVisible();
  const sequence = callsUntil(requests, "POST coupons");
  expect(sequence.slice(0, 2)).toEqual(["GET quick", "POST login"]);
  const exposed = await page.evaluate(() => [
    document.documentElement.outerHTML,
    location.href,
    JSON.stringify(history.state),
    ...Object.values({ ...localStorage, ...sessionStorage }).map(String),
  ]);
  expect(exposed.filter((text) => text.includes(hash))).toEqual([]);
});

test("a hash with neither code nor coupon redeems nothing", { annotation: rows("4.3-05") }, async ({ page }) => {
  const { pid } = await newPlayer();
  await commandSandbox("player", { pid, states: ["quick"] });
  const requests = recordCalls(page);
  await injectFault(page, "**/accounts/quick?*", { body: { code: "", coupon: "", game: "", Count: 1 } });
  await page.goto(`/?state=quickredeem&hash=${linkHash(pid)}`);
  await expect(modal(page).getByText("It looks like there was a problem claiming your bonus")).toBeVisible();
  expect(requests).not.toContain("POST coupons");
  expect(requests).not.toContain("POST redeem");
});

test("an invalid hash shows the form, which shows a wrong password", { annotation: rows("2.13-01", "4.2-19") }, async ({
  page,
}) => {
  const { login } = await newPlayer();
  await page.goto(`/?state=quickredeem&coupon=DEP250&hash=${"0".repeat(64)}`);
  await expect(modal(page).getByRole("button", { name: "LOG IN AND CLAIM" })).toBeVisible();
  await modal(page).getByLabel("Username or e-mail").fill(login);
  await modal(page).getByLabel("Password", { exact: true }).fill("Wrong-123!");
  await modal(page).getByRole("button", { name: "LOG IN AND CLAIM" }).click();
  await expect(modal(page).getByRole("alert")).toContainText("Invalid login or password");
  await logInWith(page, login, "LOG IN AND CLAIM");
  await expect(modal(page).getByRole("heading", { name: "CONGRATULATIONS" })).toBeVisible();
});

test("quick signup checks the hash on opening and skips the form", { annotation: rows("4.2-33", "4.2-34") }, async ({
  page,
}) => {
  const { pid } = await newPlayer();
  await commandSandbox("player", { pid, states: ["quick"] });
  const requests = recordCalls(page);
  await injectFault(page, "**/accounts/quick?*", { delay_ms: 700 });
  await page.goto(`/?action=show&state=quicksignup&hash=${linkHash(pid)}`);
  await expect(modal(page)).toHaveAttribute("data-view", "quicksignup");
  await expect(modal(page).getByText("One moment please...")).toBeVisible();
  await expect(modal(page).locator("form")).toHaveCount(0);
  await expect(modal(page).getByRole("heading", { name: "CONGRATULATIONS" })).toBeVisible();
  expect(requests.filter((call) => call === "GET quick")).toHaveLength(1);
  expect(requests.filter((call) => call === "POST login")).toHaveLength(1);
});

test("quick signup with an invalid hash shows its form, without one checks nothing", {
  annotation: rows("4.2-33", "4.2-34"),
}, async ({ page }) => {
  const requests = recordCalls(page);
  await page.goto(`/?action=show&state=quicksignup&hash=${"0".repeat(64)}`);
  await expect(modal(page).getByLabel("First name")).toBeVisible();
  expect(requests).toEqual(["GET quick"]);
  await page.goto("/info/faq/?action=show&state=quicksignup");
  await expect(modal(page).getByLabel("First name")).toBeVisible();
  expect(requests).toEqual(["GET quick"]);
});

test("a failed check shows the form", async ({ page }) => {
  await injectFault(page, "**/accounts/quick?*", { status: 500, body: {} });
  await page.goto(`/?state=quickplay&game=18-32&hash=${"0".repeat(64)}`);
  await expect(modal(page).getByRole("button", { name: "LOG IN AND PLAY" })).toBeVisible();
});

test("quick play logs in and opens the game", { annotation: rows("2.13-11", "4.3-06", "4.3-07", "4.2-20") }, async ({
  page,
}) => {
  const { pid, login } = await newPlayer();
  // With less than $1, the cashier would open instead.
  await commandSandbox("player", { pid, states: ["ready"], cents: 5000 });
  const requests = recordCalls(page);
  await page.goto("/?state=quickplay&game=18-32");
  const gameRequest = page.waitForRequest(/\/external\/game\?/);
  await logInWith(page, login, "LOG IN AND PLAY");
  const gameUrl = new URL((await gameRequest).url());
  expect(gameUrl.searchParams.get("game_id")).toBe("18");
  expect(gameUrl.searchParams.get("machine_id")).toBe("32");
  const game = page.getByRole("dialog", { name: "Gold Rush" });
  await expect(game.frameLocator("iframe").getByText("Balance")).toBeVisible();
  const box = await game.locator("iframe").boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(1280 / 720, 1);
  expect(requests.filter((call) => call.startsWith("POST"))).toEqual(["POST login", "POST token"]);
  await game.getByRole("button", { name: "Close the game" }).click();
  await expect(page).toHaveURL(`${DEV}/lobby/games/`);
  await waitForFullLoader(page);
  await expect(modal(page)).toBeHidden();
});

test.describe("for a signed-in player", () => {
  test.use({ player: "onalee" });

  for (const game of ["18,32", "18_32"])
    test(`game=${game} opens the game without a password`, { annotation: rows("4.3-07") }, async ({ page }) => {
      const requests = recordCalls(page);
      await page.goto(`/lobby/games/?state=quickplay&game=${game}`);
      await expect(page.getByRole("dialog", { name: "Gold Rush" })).toBeVisible();
      expect(requests).not.toContain("POST login");
    });

  test("a game opens although the list of games fails to load", async ({ page }) => {
    await injectFault(page, /\/rtggames(mobile)?\.json/, { status: 500 });
    await page.goto("/info/faq/?state=quickplay&game=18-32");
    await expect(page.locator("dialog[open][data-view=game] iframe")).toBeVisible();
  });

  for (const game of ["abc", "18-99999"])
    test(`game=${game} is a quick play failure`, { annotation: rows("4.3-07", "8-15") }, async ({ page }) => {
      await page.goto(`/lobby/games/?state=quickplay&game=${game}`);
      await expect(modal(page).getByText("It looks like there was a problem.")).toBeVisible();
      await expectAccessible(page, "dialog[open]");
    });
});

test("game=abc asks for no password", { annotation: rows("8-15") }, async ({ page }) => {
  const requests = recordCalls(page);
  await page.goto("/?state=quickplay&game=abc");
  await expect(modal(page).getByText("It looks like there was a problem.")).toBeVisible();
  await modal(page).getByText("GO TO THE LOBBY").click();
  await page.waitForURL("**/lobby/games/");
  expect(requests).toEqual([]);
});
