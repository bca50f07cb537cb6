// The specification is consistent, every citation of it resolves, tests cover every row, and the site has nothing beyond it.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { anchorOf, brokenLinks, citations, entries, ROOT, read, specificationFiles } from "./specification";

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
  "/games/": "2.1-22",
  "/games/{slug}/": "2.1-22",
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

/** Returns the route of a content page, or none for a draft. */
function routeOf(file: string): readonly string[] {
  const [, front = ""] = read(`content/${file}`).split("+++");
  if (/^draft = true$/m.test(front)) return [];
  const own = /^path = "(.+)"$/m.exec(front)?.[1];
  return [own ?? `/${file.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, "/")}`];
}

const all = entries();
const byId = new Map(all.map((entry) => [entry.id, entry]));
const cited = citations();
/** Returns the ids that a line of an entry lists, for example its decisions. */
const listedIds = (text: string, label: string) =>
  [...(new RegExp(`^(?:- )?${label}: (.*)$`, "m").exec(text)?.[1] ?? "").matchAll(/\[([^\]]+)\]/g)].map(
    ([, id = ""]) => id,
  );

// Rows: 0-04
test("every route, call and form is required by a row or a decision", () => {
  const pages = readdirSync(join(ROOT, "content"), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".md") && !file.startsWith("data/") && !file.startsWith("promotions/"))
    // Translations have the routes of their originals.
    .filter((file) => !file.endsWith(".fr.md"));
  const collections = [...read("site.toml").matchAll(/^route = "(.+)"$/gm)].map(([, route = ""]) => route);
  expect([...pages.flatMap(routeOf), ...collections].sort()).toEqual(Object.keys(ROUTES).sort());

  const { paths } = JSON.parse(read("tests/sandbox/openapi.json")) as { paths: Record<string, object> };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(calls.sort()).toEqual(Object.keys(CALLS).sort());

  const forms = readdirSync(join(ROOT, "content/data/onboarding"))
    .filter((file) => !file.endsWith(".fr.toml"))
    .map((file) => file.replace(".toml", ""));
  expect(forms.sort()).toEqual(Object.keys(FORMS).sort());

  const required = [ROUTES, CALLS, FORMS].flatMap((list) => Object.values(list));
  expect(required.filter((id) => !byId.has(id))).toEqual([]);
});

test("every row and decision has its own anchor and its parts", () => {
  const violations = all.flatMap(({ id, file, line, text }) => {
    const heading = read(file).split("\n")[line - 1] ?? "";
    return [
      byId.get(id)?.line === line && byId.get(id)?.file === file ? "" : "is defined twice",
      heading.includes(`<a id="${anchorOf(id)}"></a>`) ? "" : `has no anchor ${anchorOf(id)}`,
      id.startsWith("A") || /^\S.*\n\n- Check: \S/m.test(text) ? "" : "has no statement or no check",
      !id.startsWith("A") || /\*\*Decision\.\*\* \S.*\n\nRows: \[/.test(text) ? "" : "has no decision or no rows",
    ]
      .filter(Boolean)
      .map((problem) => `${file}:${line}: ${id} ${problem}`);
  });
  expect(violations).toEqual([]);
});

test("rows and decisions name each other", () => {
  const violations = all.flatMap(({ id, file, line, text }) =>
    (id.startsWith("A") ? listedIds(text, "Rows") : listedIds(text, "Decisions"))
      .filter(
        (otherId) => !listedIds(byId.get(otherId)?.text ?? "", id.startsWith("A") ? "Decisions" : "Rows").includes(id),
      )
      .map((otherId) => `${file}:${line}: ${id} names ${otherId}, but not the other way round`),
  );
  expect(violations).toEqual([]);
});

test("links within the specification resolve", () => {
  expect(specificationFiles().flatMap(brokenLinks)).toEqual([]);
});

test("every citation names a row or decision that exists", () => {
  const violations = cited.filter(({ id }) => !byId.has(id));
  const messages = violations.map(
    ({ id, file, line }) => `${file}:${line}: ${id} is not in docs/content/casino/specification`,
  );
  expect([...new Set(messages)]).toEqual([]);
});

test("a test covers every row", () => {
  const covered = new Set(cited.filter(({ isCoverage }) => isCoverage).map(({ id }) => id));
  const missing = all.filter(({ id }) => !id.startsWith("A") && !covered.has(id));
  expect(missing.map(({ id, file, line }) => `${file}:${line}: no test names row ${id}`)).toEqual([]);
});
