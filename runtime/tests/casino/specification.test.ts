// The product is what the specification says, and no more: each route, call and form has the row or decision that asks for it (row 0-04).

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const ROUTES: Readonly<Record<string, string>> = {
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
  "/livedealer/": "2.1-16",
  "/marketing/": "2.1-17",
  "/nodepositbonus/": "2.1-18",
  "/unsubscribe/": "2.1-19",
  "/welcomeoffer/": "2.1-20",
  "/404.html": "2.1-21",
  "/500.html": "7.6-10",
  "/offline.html": "A94",
};

const CALLS: Readonly<Record<string, string>> = {
  "GET /aff/794/token": "7.6-04",
  "POST /api/794/accounts/incomplete-signups": "7.2-03",
  "GET /api/794/accounts/quick": "7.2-02",
  "POST /api/794/accounts/quick-signups": "7.2-05",
  "POST /api/794/download-id": "7.1-05",
  "GET /api/794/externallobby": "7.4-07",
  "GET /api/794/jackpots": "7.4-04",
  "POST /api/794/lobby-jackpot/players/{pid}/hits": "7.5-04",
  "GET /api/794/lobby-jackpot/players/{pid}/jackpots": "7.5-02",
  "POST /api/794/lobby-jackpot/players/{pid}/jackpots/{guid}": "7.5-03",
  "GET /api/794/lobby-jackpot/{token}": "7.5-01",
  "POST /api/794/login": "7.1-01",
  "PUT /api/794/login": "7.1-06",
  "POST /api/794/player/{pid}/accounts/logout": "7.1-14",
  "DELETE /api/794/player/{pid}/accounts/quick": "7.2-01",
  "GET /api/794/player/{pid}/accounts/quick": "7.2-01",
  "POST /api/794/player/{pid}/accounts/quick": "7.2-01",
  "POST /api/794/player/{pid}/cashier": "7.1-13",
  "GET /api/794/player/{pid}/externallobby/{id}": "7.4-08",
  "GET /api/794/player/{pid}/games/favorite": "7.4-05",
  "DELETE /api/794/player/{pid}/games/favorites/playerid": "7.4-06",
  "POST /api/794/player/{pid}/games/favorites/playerid": "7.4-06",
  "POST /api/794/player/{pid}/rewards/cashback": "7.3-06",
  "POST /api/794/player/{pid}/rewards/redeem": "7.3-04",
  "GET /api/794/players/{pid}": "7.1-11",
  "PUT /api/794/players/{pid}": "7.1-10",
  "DELETE /api/794/players/{pid}/active-coupon": "7.3-03",
  "GET /api/794/players/{pid}/active-coupon": "7.3-02",
  "GET /api/794/players/{pid}/balance": "7.1-12",
  "GET /api/794/players/{pid}/coupondetails": "7.3-01",
  "PUT /api/794/players/{pid}/coupons/games": "7.3-07",
  "POST /api/794/players/{pid}/token": "7.3-08",
  "POST /api/794/signup": "7.1-04",
  "POST /api/794/v2/players/{pid}/coupons": "7.3-05",
  "POST /external/cashier/Deposits.asp": "A38",
  "POST /external/cashier/deposit": "A38",
  "POST /external/events": "A3",
  "GET /external/game": "A42",
  "POST /external/game/open": "A42",
  "POST /external/game/spin": "A42",
  "GET /external/live-dealer/{id}": "A116",
  "POST /external/reports": "A3",
  "GET /external/scripts/{name}": "A3",
  "GET /external/seal.svg": "A20",
  "POST /intercom/validate": "7.6-01",
  "POST /marketing/unsubscribe/{id}": "7.6-02",
  "GET /openapi.json": "A112",
  "POST /preferences": "7.6-03",
  "GET /rewards": "7.6-05",
  "GET /rtgcoupons.json": "7.4-02",
  "GET /rtgcoupons/{name}": "3-08",
  "GET /rtggames.json": "7.4-01",
  "GET /rtggames/{name}": "7.4-01",
  "GET /rtggamesmobile.json": "7.4-01",
  "GET /rtglobbyjackpotwinners.json": "7.4-03",
};

const FORMS: Readonly<Record<string, string>> = {
  signup: "2.13-02",
  quicksignup: "2.13-03",
  login: "2.13-04",
  compactlogin: "2.13-05",
  moreDetails: "2.13-06",
  forgottenusername: "2.13-07",
  forgottenpassword: "2.13-08",
  passwordreset: "2.13-09",
  quickredeem: "2.13-10",
  quickplay: "2.13-11",
};

const root = (path: string) => new URL(`../../../${path}`, import.meta.url);

/** The address of a page of content, where it is no draft: its own `path`, or its file's. */
function routeOf(file: string): readonly string[] {
  const [, front = ""] = readFileSync(root(`content/${file}`), "utf8").split("+++");
  if (/^draft = true$/m.test(front)) return [];
  const own = /^path = "(.+)"$/m.exec(front)?.[1];
  return [own ?? `/${file.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, "/")}`];
}

test("no route, call or form exists that neither a row nor a decision asks for [0-04]", () => {
  const pages = readdirSync(root("content"), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".md") && !file.startsWith("data/") && !file.startsWith("promotions/"));
  expect(pages.flatMap(routeOf).sort()).toEqual(Object.keys(ROUTES).sort());

  const { paths } = JSON.parse(readFileSync(root("tests/sandbox/openapi.json"), "utf8")) as {
    paths: Record<string, object>;
  };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(calls.sort()).toEqual(Object.keys(CALLS).sort());

  const forms = readdirSync(root("content/data/onboarding")).map((file) => file.replace(".toml", ""));
  expect(forms.sort()).toEqual(Object.keys(FORMS).sort());

  for (const asked of [ROUTES, CALLS, FORMS].flatMap((list) => Object.values(list)))
    expect(asked).toMatch(/^(A\d+|\d+(\.\d+)?-\d\d)$/);
});
