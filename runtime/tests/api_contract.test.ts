// The contract in the client: its files are as the sandbox's snapshot has them, and answers are held against it.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { address, fits } from "../src/api/call";
import { call, FALLBACK, judged, load } from "../src/api/client";
import {
  deletePlayerGamesFavoritesPlayerid,
  getPlayers,
  getPlayersActiveCoupon,
  getPlayersBalance,
  getPlayersCoupondetails,
  getRtgcouponsJson,
  postLogin,
} from "../src/api/contract/calls";

afterEach(() => vi.unstubAllGlobals());

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test("schema.ts and calls.ts are what the snapshot makes", () => {
  execFileSync("node", [here("../src/api/contract/generate.mjs"), "--check"]);
});

test("only the api layer imports calls, so that the bundle ships those that are used", () => {
  const source = here("../src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  const others = files.filter((name) => /\.tsx?$/.test(name) && !name.startsWith("api/"));
  const wrong = others.filter((name) => readFileSync(join(source, name), "utf8").includes("api/contract/calls"));
  expect(wrong).toEqual([]);
});

test("an address has each part of its path and query encoded", () => {
  const query = { machineId: 32, gameId: "18&x=1", playerId: undefined, skinId: 1 };
  expect(address(deletePlayerGamesFavoritesPlayerid.path, { path: { pid: "10/01" }, query })).toBe(
    "/player/10%2F01/games/favorites/playerid?machineId=32&gameId=18%26x%3D1&skinId=1",
  );
  expect(address(postLogin.path, {})).toBe("/login");
});

test("an answer that lacks what it must have fails with the fallback; what it has besides does not matter (A112)", () => {
  const good = { pid: 1, rtgSession: { session_id: "S", more: 1 }, sessionToken: "T", extra: true };
  expect(judged(200, "OK", good, postLogin.answer)).toMatchObject({ kind: "ok" });
  for (const bad of [{}, [], null, "text", 7, { ...good, sessionToken: undefined }, { ...good, rtgSession: [] }])
    expect(judged(200, "OK", bad, postLogin.answer)).toMatchObject({ kind: "refused", message: FALLBACK });
  expect(fits([{ balance: "50.00", currency_symbol: "$" }], getPlayersBalance.answer)).toBe(true);
  expect(fits([{ balance: 50 }], getPlayersBalance.answer)).toBe(false);
  expect(fits({ isActive: false, player_coupon_status: "No Coupon" }, getPlayersActiveCoupon.answer)).toBe(true);
});

test("a server may leave out the first deposit, and may spell two limits in another way (A58, A59)", () => {
  const contact = {
    email: 0,
    first_name: 0,
    last_name: 0,
    country_id: 0,
    address_one: 0,
    city: 0,
    state_id: 0,
    zip_code: 0,
  };
  const user = { login: 0, player_id: 0, hashed_password: 0, player_class: 0, total_deposits_number: 0, birth_date: 0 };
  expect(fits({ ...user, contact }, getPlayers.answer)).toBe(true);
  expect(fits(user, getPlayers.answer)).toBe(false);
  const limits = Object.keys(Array.isArray(getPlayersCoupondetails.answer) ? getPlayersCoupondetails.answer[0] : {});
  expect(limits).toContain("max_uses_player_per_day");
  expect(limits).not.toContain("max_users_player_per_month");
});

function answering(status: number, body: string) {
  const asked = vi.fn((..._: Parameters<typeof fetch>) => Promise.resolve(new Response(body, { status })));
  vi.stubGlobal("fetch", asked);
  return asked;
}

test("a file that does not come is refused with its status, for the log [7.7-04]", async () => {
  for (const [status, body] of [
    [503, "[]"],
    [404, "<html>"],
    [200, "<html>"],
    [200, "[{}]"],
  ] as const) {
    answering(status, body);
    const outcome = await load(getRtgcouponsJson, "/rtgcoupons.json", {});
    expect(outcome).toEqual({ kind: "refused", message: `Status: ${status}`, status });
  }
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("gone")));
  expect(await load(getRtgcouponsJson, "/rtgcoupons.json", {})).toMatchObject({ message: "Status: 0" });
});

test("a file is asked for by its ETag, without a session or a cookie", async () => {
  const asked = answering(200, "[]");
  expect(await load(getRtgcouponsJson, "/rtgcoupons.json", {})).toEqual({ kind: "ok", value: [] });
  const [url, request] = asked.mock.calls[0] ?? [];
  expect(url).toBe("/rtgcoupons.json");
  expect(request).toMatchObject({ method: "GET", cache: "no-cache", credentials: "omit" });
  expect(request?.headers).toEqual({ accept: "application/json" });
});

test("a call lies below the configured base and is never kept", async () => {
  vi.stubGlobal("document", { getElementById: () => ({ textContent: '{"api":"https://api.example/api/794"}' }) });
  const asked = answering(200, '[{"balance":1,"currency_symbol":"$"}]');
  const outcome = await call(getPlayersBalance, { path: { pid: 1001 }, query: { forMoney: true } });
  expect(outcome.kind).toBe("ok");
  const [url, request] = asked.mock.calls[0] ?? [];
  expect(url).toBe("https://api.example/api/794/players/1001/balance?forMoney=true");
  expect(request).toMatchObject({ method: "GET", body: null, cache: "no-store", credentials: "omit" });
});

test("a call that finds no network, or waits too long, is refused with the fallback text [8-30]", async () => {
  vi.stubGlobal("document", { getElementById: () => null });
  for (const name of ["TypeError", "TimeoutError"]) {
    vi.stubGlobal("fetch", () => Promise.reject(Object.assign(new Error("gone"), { name })));
    expect(await call(getPlayersBalance, { path: { pid: 1001 } })).toEqual({
      kind: "refused",
      message: "Sorry, Something went wrong. Please try again later.",
      status: 0,
    });
  }
});
