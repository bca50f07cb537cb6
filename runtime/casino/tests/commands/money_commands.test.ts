// Commands with a fake server: lost responses are read back, and no other coupon is cancelled.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cancelCoupon, redeemCoupon, replaceCoupon } from "../../coupons/store/coupon_commands";
import { collect } from "../../jackpot/store/jackpot_commands";
import { signUp } from "../../onboarding/api/signup";
import { $session, signIn, signOut } from "../../session/session";

/** The response of the server: status and body, or none. */
type Answer = readonly [number, unknown] | "lost";
let server: (method: string, path: string) => Answer;
let sent: string[];

const CONFIG = { textContent: '{ "api": { "idempotency_header": "X-Key" } }' };

beforeEach(() => {
  sent = [];
  vi.stubGlobal("document", Object.assign(new EventTarget(), { getElementById: () => CONFIG }));
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("fetch", (url: string, { method = "GET" }: RequestInit) => {
    const path = new URL(url, "https://site.example").pathname.replace("/api/794", "");
    sent.push(`${method} ${path}`);
    const answer = server(method, path);
    if (answer === "lost") return Promise.reject(new TypeError("the connection broke"));
    return Promise.resolve(new Response(JSON.stringify(answer[1]), { status: answer[0] }));
  });
});
afterEach(() => {
  signOut("logout");
  vi.unstubAllGlobals();
});

const PLAYER = { pid: 1001, login: "annx", sessionID: "s", token: "t", timeStamp: Date.now(), firstName: "Ann" };
const changes = () => sent.filter((line) => !line.startsWith("GET"));
const NONE = { isActive: false, player_coupon_status: "No Coupon" };
const APPLICANT = {
  email: "zoe@example.com",
  password: "Secret-123!",
  firstName: "Zoe",
  lastName: "Lee",
  birthDate: "1990-01-01",
};
const SESSION = { pid: 1001, rtgSession: { session_id: "s" }, sessionToken: "t" };
const NO_AFFILIATE = { affiliateId: "", trackingId: "" };

// Rows: 7.5-04
test("a prize with a lost response is paid, and an earlier payment is a success", async () => {
  for (const answer of ["lost", [409, { errorMessage: "There is no win to claim." }]] as const) {
    signIn(PLAYER);
    server = (method) => (method === "POST" ? answer : [200, { "is-opt-in": true, "unclaimed-hits-amount": 0 }]);
    expect(await collect(5)).toEqual({ kind: "ok", value: null });
  }
  server = (method) => (method === "POST" ? "lost" : [200, { "is-opt-in": true, "unclaimed-hits-amount": 5 }]);
  expect(await collect(5)).toEqual({ kind: "offline" });
  server = () => "lost";
  expect(await collect(5)).toEqual({ kind: "unknown" });
});

// Rows: 7.1-04
test("after a lost signup response a login shows whether the player exists", async () => {
  const { signal } = new AbortController();
  server = (_, path) => (path === "/login" ? [200, SESSION] : "lost");
  expect(await signUp(APPLICANT, NO_AFFILIATE, signal)).toMatchObject({ kind: "ok", value: { pid: 1001, token: "t" } });
  expect($session.get()?.pid).toBe(1001);
  signOut("logout");
  server = (_, path) => (path === "/login" ? [401, { errorMessage: "Invalid login or password" }] : "lost");
  expect(await signUp(APPLICANT, NO_AFFILIATE, signal)).toEqual({ kind: "offline" });
  expect($session.get()).toBeUndefined();
});

// Rows: 7.1-04
test("a repeated signup with a known email signs in if the first response was lost", async () => {
  const { signal } = new AbortController();
  const email = "max@example.com";
  server = () => "lost";
  expect(await signUp({ ...APPLICANT, email }, NO_AFFILIATE, signal)).toEqual({ kind: "unknown" });
  const emailExists = [409, { errorMessage: "An account with this email already exists" }] as const;
  server = (_, path) => (path === "/login" ? [200, SESSION] : emailExists);
  expect(await signUp({ ...APPLICANT, email }, NO_AFFILIATE, signal)).toMatchObject({ kind: "ok" });
});

// Rows: 7.1-04
test("a first signup that the server refuses tries no login", async () => {
  const { signal } = new AbortController();
  server = () => [409, { errorMessage: "An account with this email already exists" }];
  const outcome = await signUp({ ...APPLICANT, email: "eve@example.com" }, NO_AFFILIATE, signal);
  expect(outcome).toMatchObject({ kind: "refused", status: 409 });
  expect(sent.filter((line) => line.endsWith("/login"))).toEqual([]);
});

// Rows: 7.3-03
test("cancelling an inactive coupon does not cancel another one", async () => {
  signIn(PLAYER);
  server = (method) => (method === "DELETE" ? [200, { message: "OK" }] : [200, NONE]);
  expect(await cancelCoupon("DEP200")).toEqual({ kind: "ok", value: null });
  expect(changes()).toEqual([]);
});

// Rows: 7.3-05
test("a second coupon is not sent while another redeem is in flight", async () => {
  signIn(PLAYER);
  const redeemed = { redeem_type: 3, free_spin: false, spins_needed: 0, game_description: "" };
  server = (method) => (method === "POST" ? [200, redeemed] : [200, NONE]);
  const [first, second, again] = ["A1", "B2", "a1"].map((code) => redeemCoupon({ code, isReward: false }));
  expect(await second).toEqual({ kind: "busy" });
  expect(await first).toMatchObject({ kind: "ok" });
  expect(await again).toMatchObject({ kind: "ok" });
  expect(changes()).toHaveLength(1);
});

test("a command of one player is neither repeated nor shown for the next one", async () => {
  const ben = { ...PLAYER, pid: 1002, login: "benx", token: "t2" };
  signIn(PLAYER);
  server = (method) => {
    if (method === "GET") return [200, NONE];
    // Player 2 signs in before the server refuses the token of player 1.
    signIn(ben);
    return [401, {}];
  };
  expect(await redeemCoupon({ code: "NEW", isReward: false })).toEqual({ kind: "cancelled" });
  expect(changes()).toHaveLength(1);
  expect($session.get()).toEqual(ben);

  // A replacement that began for player 1 redeems nothing for player 2.
  signIn(PLAYER);
  server = () => {
    signIn(ben);
    return [200, NONE];
  };
  sent = [];
  expect(await replaceCoupon("OLD", { code: "NEW", isReward: false })).toMatchObject({ kind: "kept" });
  expect(changes()).toEqual([]);
  signOut("logout");
});

test("each prize has its own idempotency key", async () => {
  const keys: (string | undefined)[] = [];
  vi.stubGlobal("fetch", (_: string, { method = "GET", headers }: RequestInit) => {
    if (method === "POST") keys.push(new Headers(headers).get("x-key") ?? undefined);
    return Promise.reject(new TypeError("the connection broke"));
  });
  signIn(PLAYER);
  for (const cents of [100, 100, 250]) {
    expect(await collect(cents)).toEqual({ kind: "unknown" });
  }
  expect([keys[0] === keys[1], keys[0] === keys[2]]).toEqual([true, false]);
});

// Rows: A25
test("a failed redeem says that the previous coupon was cancelled", async () => {
  signIn(PLAYER);
  server = (method) => (method === "POST" ? [400, { errorMessage: "Not today" }] : [200, NONE]);
  const failure = { kind: "refused", message: "Not today", status: 400 };
  expect(await replaceCoupon("OLD", { code: "NEW", isReward: false })).toEqual({ kind: "lost", failure });
});
