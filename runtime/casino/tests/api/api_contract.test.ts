// The API contract of the client: generated files match the snapshot, and responses are validated.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { is } from "valibot";
import { expect, test } from "vitest";
import { callUrl } from "../../api/call";
import * as calls from "../../api/contract/calls";
import { toOutcome } from "../../api/outcome";
import { toCents } from "../../api/values";

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const ok = (body: unknown) => ({ status: 200, statusText: "OK", body });

test("the generated contract files match the snapshot", () => {
  execFileSync("node", [resolvePath("../../api/contract/generate.mjs"), "--check"]);
});

test("no component imports calls or decoders", () => {
  const source = resolvePath("../..");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  const components = files.filter((name) => name.endsWith(".tsx") && !name.startsWith("tests/"));
  expect(components.length).toBeGreaterThan(50);
  const violations = components.filter((name) =>
    /api\/contract\/(calls|decoders)/.test(readFileSync(join(source, name), "utf8")),
  );
  expect(violations).toEqual([]);
});

test("path and query values are URL-encoded", () => {
  const query = { machineId: 32, gameId: "18&x=1", playerId: undefined, skinId: 1 };
  expect(callUrl(calls.deletePlayerGamesFavoritesPlayerid.path, { path: { pid: "10/01" }, query })).toBe(
    "/player/10%2F01/games/favorites/playerid?machineId=32&gameId=18%26x%3D1&skinId=1",
  );
  expect(callUrl(calls.postLogin.path, {})).toBe("/login");
});

// Rows: 7-03
test("calls of a player need a session and other calls do not", () => {
  const playerCalls = Object.entries(calls).filter(([, call]) => "session" in call);
  for (const [, call] of playerCalls) expect(call.path).toContain("{pid}");
  for (const call of Object.values(calls)) expect("session" in call).toBe(call.path.includes("{pid}"));
  expect(calls.postLogin).not.toHaveProperty("session");
});

const session = { pid: 1, rtgSession: { session_id: "S" }, sessionToken: "T" };

// Rows: A112
test("a response with a missing field or a wrong type is malformed", () => {
  const invalid = [
    ...[undefined, null, {}, [], "text", 7],
    { ...session, sessionToken: undefined },
    { ...session, sessionToken: 7 },
    { ...session, pid: {} },
    { ...session, pid: null },
    { ...session, rtgSession: [] },
    { ...session, rtgSession: { session_id: [] } },
  ];
  for (const body of invalid) expect(toOutcome(ok(body), calls.postLogin.decoder)).toEqual({ kind: "malformed" });
});

// Rows: A112
test("unknown fields of a response are dropped", () => {
  const extended = { ...session, rtgSession: { session_id: "S", more: 1 }, extra: true };
  expect(toOutcome(ok(extended), calls.postLogin.decoder)).toEqual({ kind: "ok", value: session });
});

// Rows: A26
test("money is a number or a numeric string", () => {
  const balance = (amount: unknown) =>
    is(calls.getPlayersBalance.decoder(), [{ balance: amount, currency_symbol: "$" }]);
  expect([50, 0, -1.5, "50.00", "1,234.50", " 7 "].map(balance)).toEqual([true, true, true, true, true, true]);
  expect([null, "", "abc", "1,23", "12e3", "0x1", {}, [], true].map(balance)).toEqual(Array(9).fill(false));
  expect(is(calls.getPlayersBalance.decoder(), [{ balance: 50 }])).toBe(false);
  expect([19.99, "1,234.50", -0.004, "x", null, Number.NaN, Infinity].map(toCents)).toEqual([
    ...[1999, 123_450, 0],
    ...[undefined, undefined, undefined, undefined],
  ]);
});

// Rows: A58
test("first_deposit may be missing or empty in several ways", () => {
  const contact = Object.fromEntries(
    ["email", "first_name", "last_name", "country_id", "address_one", "city", "state_id", "zip_code"].map((name) => [
      name,
      "x",
    ]),
  );
  const text = { login: "a", player_id: "1", hashed_password: "h", player_class: "New", birth_date: "" };
  const user = { ...text, total_deposits_number: 0, contact };
  for (const extended of [{}, { first_deposit: null }, { first_deposit: 0 }, { first_deposit: "2026-01-01" }])
    expect(is(calls.getPlayers.decoder(), { ...user, ...extended })).toBe(true);
  expect(is(calls.getPlayers.decoder(), { ...user, first_deposit: {} })).toBe(false);
  expect(is(calls.getPlayers.decoder(), { ...text, total_deposits_number: 0 })).toBe(false);
});

// Rows: A59, A63
test("promotion limits accept a second spelling, and flags accept numbers", () => {
  const answer = calls.getPlayersCoupondetails.decoder;
  const list = ["bonus", "playthrough", "spins", "minimum_deposit", "maximum_deposit", "deposit_method"];
  const texts = ["coupon_code", "coupon_title", "coupon_description", "image_url", "reward_type", "redeem_type"];
  const numbers = ["expiry", "max_uses_per_player", "max_uses_player_per_day", "spins_remaining", "coupon_amount"];
  const promotion = {
    ...Object.fromEntries([...list, "bank_method_list", "free_spin_details_list"].map((name) => [name, []])),
    ...Object.fromEntries([...texts, "redemption_type", "userHash"].map((name) => [name, ""])),
    ...Object.fromEntries(numbers.map((name) => [name, 1])),
    free_spin_details: {},
    playthrough_details: { awaiting_deposit: "1", amount_needed: "10.00", amount_played: 0 },
    max_uses_player_per_month: 3,
  };
  const outcome = toOutcome(ok([promotion]), answer);
  expect(outcome).toMatchObject({ kind: "ok", value: [{ max_uses_player_per_month: 3 }] });
  expect(is(answer(), [{ ...promotion, max_uses_player_per_day: undefined }])).toBe(false);
});

// Rows: A63
test("no active coupon is a valid response, an incomplete coupon is not", () => {
  expect(is(calls.getPlayersActiveCoupon.decoder(), { isActive: false, player_coupon_status: "No Coupon" })).toBe(true);
  expect(is(calls.getPlayersActiveCoupon.decoder(), { isActive: true, player_coupon_status: "x" })).toBe(false);
});
