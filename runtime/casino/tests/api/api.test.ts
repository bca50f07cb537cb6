// The API client with a fake network: the requests, and the outcome of each call.

import { string } from "valibot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { utcOffset } from "../../api/call";
import { type ClientPorts, createClient, type SentSession } from "../../api/client";
import {
  getPlayersBalance,
  getRtgcouponsJson,
  postLogin,
  postV2PlayersCoupons,
  putLogin,
} from "../../api/contract/calls";
import { describeFailure, toOutcome } from "../../api/outcome";
import { cleanName, cleanPictureUrl } from "../../api/values";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const outcomeOf = (status: number, statusText: string, body?: unknown, session = false) =>
  toOutcome({ status, statusText, body }, string, session);
const refused = (message: string, status = 400) => ({ kind: "refused", message, status });

// Rows: 7.7-01
test("200 to 202 succeed unless the body has an error; 204 and 3xx fail", () => {
  for (const status of [200, 201, 202]) expect(outcomeOf(status, "", "x")).toEqual({ kind: "ok", value: "x" });
  expect(outcomeOf(200, "OK", { errorMessage: "X" })).toEqual(refused("X", 200));
  expect(outcomeOf(200, "OK", { errorMessage: {} })).toEqual(refused("", 200));
  expect(outcomeOf(204, "No Content")).toEqual(refused("No Content", 204));
  expect(outcomeOf(302, "Found")).toEqual(refused("Found", 302));
  expect(outcomeOf(200, "OK")).toEqual({ kind: "malformed" });
});

// Rows: 7.7-02, 7.7-03
test("a failure has the server message, else the status text, else none", () => {
  expect(outcomeOf(400, "Bad Request", { errorMessage: "X" })).toEqual(refused("X"));
  expect(outcomeOf(400, "Bad Request")).toEqual(refused("Bad Request"));
  expect(outcomeOf(400, "Bad Request", { errorMessage: "No details received" })).toEqual(refused("Bad Request"));
  expect(outcomeOf(400, "")).toEqual(refused(""));
  expect(outcomeOf(400, "", { errorMessage: "No details received" })).toEqual(refused(""));
});

// Rows: 5-29
test("an empty message or one with angle brackets is ignored", () => {
  for (const errorMessage of ["", " ", "<img src=x onerror=alert(1)>", "a > b", 7, null])
    expect(outcomeOf(400, "Bad Request", { errorMessage })).toEqual(refused(""));
  expect(outcomeOf(400, "<b>Bad</b>")).toEqual(refused(""));
  expect(outcomeOf(400, "", { errorMessage: " Too\n\u202emany\u0000 tries. " })).toEqual(refused("Too many tries."));
});

// Rows: A53, A126, A72
test("maintenance and country restriction are detected by code, a 401 by session", () => {
  expect(outcomeOf(503, "", { errorMessage: "errorCasinoMaintenance" })).toEqual({ kind: "maintenance" });
  const country = (code?: unknown) => outcomeOf(403, "", { errorMessage: "errorViewerRestriction", country: code });
  expect(country("gb")).toEqual({ kind: "restricted", country: "GB" });
  for (const code of [undefined, 7, "", "United Kingdom", "<b>"])
    expect(country(code)).toEqual({ kind: "restricted", country: "" });
  expect(outcomeOf(401, "", { errorMessage: "No" }, true)).toEqual({ kind: "unauthorised" });
  expect(outcomeOf(401, "", { errorMessage: "No" })).toEqual(refused("No", 401));
});

// Rows: 7.7-04
test("logs contain the status of a refusal and the kind of other failures", () => {
  expect(describeFailure({ kind: "refused", message: "secret", status: 503 })).toBe("Status: 503");
  expect(describeFailure({ kind: "timed_out" })).toBe("timed_out");
});

interface Sent {
  readonly url: string;
  readonly request: RequestInit;
  readonly headers: Record<string, string>;
  readonly answer: (status: number, body?: unknown) => void;
  readonly fail: () => void;
}

/** Returns a client and its requests, which wait until the test responds. */
function createTestClient(changes: Partial<ClientPorts> = {}) {
  const sent: Sent[] = [];
  const fetchLater: ClientPorts["fetch"] = (url, request) =>
    new Promise((resolve, reject) => {
      request.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      sent.push({
        url,
        request,
        headers: request.headers as Record<string, string>,
        answer: (status, body) =>
          resolve(new Response(body === undefined ? null : JSON.stringify(body), { status: status })),
        fail: () => reject(new TypeError("gone")),
      });
    });
  const client = createClient({
    fetch: fetchLater,
    fetchWithoutTiming: () => Promise.reject(new Error("nothing secret is asked for")),
    settings: () => ({
      client: { api: "https://api.example/api/794" },
      api: { session_header: "X-Other", bot_check_header: "X-Bot", idempotency_header: "X-Key" },
    }),
    session: () => ({ pid: 1001, token: "T1" }),
    renew: () => Promise.resolve("over" as const),
    endSession: () => {},
    botCheck: (action) => Promise.resolve(`human at ${action}`),
    ...changes,
  });
  return { ...client, sent };
}

const balance = [{ balance: 1, currency_symbol: "$" }];
const pid = { path: { pid: 1001 }, query: { forMoney: true } };
const credentials = { body: { login: "annx", password: "x" } };
const changePassword = { body: { todo: "cp" as const, player_id: 1001, old_pwd: "x", pwd: "y" } };
const redeem = { path: { pid: 1001 }, query: { couponCode: "DEP200" } };
/** Lets pending promises settle. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const requestAt = (sent: readonly Sent[], index: number): Sent => {
  const entry = sent[index];
  if (!entry) throw new Error(`only ${sent.length} were sent`);
  return entry;
};

// Rows: 7-03
test("a call uses the configured base URL and header and is not cached", async () => {
  const { call, sent } = createTestClient();
  const outcome = call(getPlayersBalance, pid);
  await settle();
  const { url, request, headers, answer } = requestAt(sent, 0);
  expect(url).toBe("https://api.example/api/794/players/1001/balance?forMoney=true");
  expect(request).toMatchObject({ method: "GET", body: null, cache: "no-store", credentials: "omit" });
  expect(request.redirect).toBe("manual");
  expect(headers).toEqual({ accept: "application/json", "X-Other": "T1" });
  answer(200, balance);
  expect(await outcome).toEqual({ kind: "ok", value: balance });
});

// Rows: 7-03, 7-04
test("a call without a player sends no token, and the bot check if asked for", async () => {
  const { call, sent } = createTestClient();
  void call(postLogin, credentials, { botCheck: "login" });
  await settle();
  expect(requestAt(sent, 0).headers).toEqual({
    accept: "application/json",
    "content-type": "application/json",
    "X-Bot": "human at login",
  });
});

test("a call of a player is not sent without a session", async () => {
  const { call, sent } = createTestClient({ session: () => undefined });
  expect(await call(getPlayersBalance, pid)).toEqual({ kind: "unauthorised" });
  expect(sent).toEqual([]);
});

// Rows: 8-30, A123
test("network errors, broken bodies and bodies that are not JSON are failures", async () => {
  const { call, sent } = createTestClient();
  const first = call(getPlayersBalance, pid);
  await settle();
  requestAt(sent, 0).fail();
  expect(await first).toEqual({ kind: "offline" });
  const broken = new Response(new ReadableStream({ start: (body) => body.error(new TypeError("gone")) }));
  const { call: callAgain } = createTestClient({ fetch: () => Promise.resolve(broken) });
  expect(await callAgain(getPlayersBalance, pid)).toEqual({ kind: "offline" });
  const { call: html } = createTestClient({ fetch: () => Promise.resolve(new Response("<html>")) });
  expect(await html(getPlayersBalance, pid)).toEqual({ kind: "malformed" });
});

// Rows: A123
test("a call ends after 15 s or when its caller cancels it", async () => {
  const { call, sent } = createTestClient();
  const slow = call(getPlayersBalance, pid);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(requestAt(sent, 0).request.signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await slow).toEqual({ kind: "timed_out" });
  const controller = new AbortController();
  const cancelled = call(getPlayersBalance, pid, { signal: controller.signal });
  await settle();
  controller.abort();
  expect(await cancelled).toEqual({ kind: "cancelled" });
  expect(requestAt(sent, 1).request.signal?.aborted).toBe(true);
  expect(await call(getPlayersBalance, pid, { signal: controller.signal })).toEqual({ kind: "cancelled" });
  expect(sent).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

// Rows: A74
test("identical calls in flight are sent once, and again after the response", async () => {
  const { call, sent } = createTestClient();
  const controller = new AbortController();
  const first = call(postV2PlayersCoupons, redeem, { dedupeKey: "redeem DEP200", signal: controller.signal });
  const second = call(postV2PlayersCoupons, redeem, { dedupeKey: "redeem DEP200" });
  void call(postV2PlayersCoupons, redeem, { dedupeKey: "redeem PLAY100" });
  await settle();
  expect(sent).toHaveLength(2);
  // Cancelling removes the caller, but does not abort a call that moves money.
  controller.abort();
  expect(await first).toEqual({ kind: "cancelled" });
  expect(requestAt(sent, 0).request.signal?.aborted).toBe(false);
  requestAt(sent, 0).answer(400, { errorMessage: "active_coupon" });
  expect(await second).toEqual(refused("active_coupon"));
  void call(postV2PlayersCoupons, redeem, { dedupeKey: "redeem DEP200" });
  await settle();
  expect(sent).toHaveLength(3);
});

// Rows: A74
test("different calls with one key run in sequence with their own outcomes", async () => {
  const { call, sent } = createTestClient();
  const play = { path: { pid: 1001 }, query: { couponCode: "PLAY100" } };
  const calls = [redeem, play, redeem, play].map((input) => call(postV2PlayersCoupons, input, { dedupeKey: "save" }));
  await settle();
  expect(sent).toHaveLength(1);
  requestAt(sent, 0).fail();
  await settle();
  expect(sent.map(({ url }) => url.split("couponCode=")[1])).toEqual(["DEP200", "PLAY100"]);
  requestAt(sent, 1).answer(400, { errorMessage: "active_coupon" });
  const refusal = refused("active_coupon");
  expect(await Promise.all(calls)).toEqual([{ kind: "offline" }, refusal, { kind: "offline" }, refusal]);
  expect(sent).toHaveLength(2);
});

// Rows: A123
test("one time limit of 15 s covers bot check, call, renewal and second call", async () => {
  const delay = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value));
  for (const [botCheckMs, renewMs, sends] of [
    [20_000, 0, 0],
    [2_000, 20_000, 1],
    [2_000, 6_000, 2],
  ] as const) {
    let token = "T1";
    const { call, sent } = createTestClient({
      session: () => ({ pid: 1001, token }),
      botCheck: () => delay(botCheckMs, "human"),
      renew: () => {
        token = "T2";
        return delay(renewMs, "renewed" as const);
      },
    });
    const options = { botCheck: "login" as const, session: true };
    let outcome: unknown;
    void call(getPlayersBalance, pid, options).then((result) => {
      outcome = result;
    });
    await vi.advanceTimersByTimeAsync(5_000);
    if (sends > 0) requestAt(sent, 0).answer(401);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(outcome).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toEqual({ kind: "timed_out" });
    expect(sent).toHaveLength(sends);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).toHaveLength(sends);
  }
});

// Rows: A74
test("a call leaves no listener on its caller's signal", async () => {
  const { call, sent } = createTestClient();
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...input: Parameters<typeof addEventListener>) => {
    listeners += 1;
    addEventListener.apply(signal, input);
  };
  signal.removeEventListener = (...input: Parameters<typeof removeEventListener>) => {
    listeners -= 1;
    removeEventListener.apply(signal, input);
  };
  for (const options of [{ signal }, { signal, dedupeKey: "balance" }]) {
    const outcome = call(getPlayersBalance, pid, options);
    await settle();
    expect(listeners).toBeGreaterThan(0);
    sent.at(-1)?.answer(200, balance);
    await outcome;
    await settle();
    expect(listeners).toBe(0);
  }
});

test("a repeated request has its key in the configured header, if there is one", async () => {
  for (const [idempotency_header, key] of [
    ["X-Key", "k1"],
    ["", undefined],
  ] as const) {
    const settings = () => ({
      client: { api: "https://api.example/api/794" },
      api: { session_header: "X-Other", bot_check_header: "X-Bot", idempotency_header },
    });
    const { call, sent } = createTestClient({ settings });
    void call(postV2PlayersCoupons, redeem, { idempotencyKey: "k1" });
    await settle();
    expect(requestAt(sent, 0).headers["X-Key"]).toBe(key);
    expect(Object.keys(requestAt(sent, 0).headers)).toHaveLength(key ? 3 : 2);
  }
});

// Rows: A74
test("a caller can define which calls are identical", async () => {
  const { call, sent } = createTestClient();
  const options = { dedupeKey: "signup", dedupeBy: { email: "ann@example.com" } };
  const [first, second] = ["a", "b"].map((password) => call(postLogin, { body: { login: "annx", password } }, options));
  await settle();
  requestAt(sent, 0).answer(400, { errorMessage: "No" });
  expect([await first, await second]).toEqual([refused("No"), refused("No")]);
  expect(sent).toHaveLength(1);
});

// Rows: 4.1-16, A71
test("a call without renewal ends at the first 401", async () => {
  const renew = vi.fn(() => Promise.resolve("renewed" as const));
  const { call, sent } = createTestClient({ renew });
  const outcome = call(getPlayersBalance, pid, { renewal: false });
  await settle();
  requestAt(sent, 0).answer(401);
  expect(await outcome).toEqual({ kind: "unauthorised" });
  expect(renew).not.toHaveBeenCalled();
});

// Rows: 4.2-17, A105
test("a 401 to a call with a password renews nothing and ends no session", async () => {
  const [end, renew] = [vi.fn(), vi.fn()];
  const { call, sent } = createTestClient({ renew, endSession: end });
  const outcome = call(
    putLogin,
    { body: { todo: "cp", player_id: 1001, old_pwd: "x", pwd: "y" } },
    { session: true, password: true },
  );
  await settle();
  requestAt(sent, 0).answer(401, { errorMessage: "Invalid password" });
  expect(await outcome).toEqual(refused("Invalid password", 401));
  expect(renew).not.toHaveBeenCalled();
  expect(end).not.toHaveBeenCalled();
});

// Rows: A72
test("after a 401 a call is repeated once with the new token", async () => {
  let token = "T1";
  const renew = vi.fn((refused: SentSession) =>
    Promise.resolve(refused.token === token ? ("over" as const) : ("renewed" as const)),
  );
  const end = vi.fn();
  const { call, sent } = createTestClient({ session: () => ({ pid: 1001, token }), renew, endSession: end });
  const first = call(getPlayersBalance, pid);
  const second = call(postV2PlayersCoupons, redeem);
  await settle();
  token = "T2";
  requestAt(sent, 0).answer(401);
  requestAt(sent, 1).answer(401);
  await settle();
  expect(renew.mock.calls.map(([refused]) => refused.token)).toEqual(["T1", "T1"]);
  expect(sent.map(({ headers }) => headers["X-Other"])).toEqual(["T1", "T1", "T2", "T2"]);
  requestAt(sent, 2).answer(200, balance);
  expect(await first).toMatchObject({ kind: "ok" });
  expect(end).not.toHaveBeenCalled();
  // A second refusal causes no further call.
  requestAt(sent, 3).answer(401);
  expect(await second).toEqual({ kind: "unauthorised" });
  expect(end).toHaveBeenCalledTimes(1);
  expect(sent).toHaveLength(4);
});

// Rows: A72
test("a call is neither repeated nor sent with the token of another player", async () => {
  const [ann, ben] = [
    { pid: 1001, token: "T1" },
    { pid: 1002, token: "T2" },
  ];
  for (const renewed of ["renewed", "over"] as const) {
    let session = ann;
    const end = vi.fn();
    const { call, sent } = createTestClient({
      session: () => session,
      renew: () => Promise.resolve(renewed),
      endSession: end,
    });
    // Player 2 signs in while calls of player 1 wait for a response, in a queue and for a bot check.
    const waiting = call(postV2PlayersCoupons, redeem, { dedupeKey: "coupon" });
    const queued = call(postV2PlayersCoupons, { ...redeem, query: {} }, { dedupeKey: "coupon" });
    const checked = call(putLogin, changePassword, { session: true, botCheck: "recovery" });
    session = ben;
    requestAt(sent, 0).answer(401);
    for (const outcome of [waiting, queued, checked]) expect(await outcome).toEqual({ kind: "unauthorised" });
    // A caller that still has the number or the name of player 1.
    expect(await call(getPlayersBalance, pid)).toEqual({ kind: "unauthorised" });
    const password = { session: true, player: ann.pid, password: true };
    expect(await call(putLogin, changePassword, password)).toEqual({ kind: "unauthorised" });
    expect(sent.map(({ headers }) => headers["X-Other"])).toEqual(["T1"]);
    expect(end).not.toHaveBeenCalled();
  }
});

test("equal calls of two players are two calls", async () => {
  let session = { pid: 1001, token: "T1" };
  const { call, sent } = createTestClient({ session: () => session });
  const save = () => call(putLogin, changePassword, { session: true, dedupeKey: "cp", dedupeBy: "same" });
  void save();
  await settle();
  session = { pid: 1002, token: "T2" };
  void save();
  await settle();
  expect(sent.map(({ headers }) => headers["X-Other"])).toEqual(["T1", "T2"]);
});

// Rows: A72
test("a refused renewal gives unauthorised, a failed one gives offline", async () => {
  const renew = vi.fn().mockResolvedValueOnce("over").mockResolvedValueOnce("later").mockRejectedValueOnce(new Error());
  const end = vi.fn();
  const { call, sent } = createTestClient({ renew, endSession: end });
  for (const [index, kind] of (["unauthorised", "offline", "offline"] as const).entries()) {
    const outcome = call(getPlayersBalance, pid);
    await settle();
    requestAt(sent, index).answer(401);
    expect(await outcome).toEqual({ kind });
  }
  expect(end).not.toHaveBeenCalled();
  const login = call(postLogin, credentials);
  await settle();
  requestAt(sent, 3).answer(401, { errorMessage: "Invalid login or password" });
  expect(await login).toEqual(refused("Invalid login or password", 401));
  expect(renew).toHaveBeenCalledTimes(3);
  expect(sent).toHaveLength(4);
});

// Rows: A64, A124
test("a file is requested by ETag, without token and cookies", async () => {
  const { load, sent } = createTestClient();
  const outcome = load(getRtgcouponsJson, "/rtgcoupons.json", {});
  await settle();
  expect(requestAt(sent, 0).url).toBe("/rtgcoupons.json");
  expect(requestAt(sent, 0).request).toMatchObject({ method: "GET", cache: "no-cache", credentials: "omit" });
  expect(requestAt(sent, 0).headers).toEqual({ accept: "application/json" });
  requestAt(sent, 0).answer(200, []);
  expect(await outcome).toEqual({ kind: "ok", value: [] });
});

// Rows: 7.7-04
test("a file that fails has a status and no message for users", async () => {
  const { load, sent } = createTestClient();
  const loadFile = () => load(getRtgcouponsJson, "/rtgcoupons.json", {});
  const cases = [
    [503, { errorMessage: "X" }, refused("", 503)],
    [404, undefined, refused("", 404)],
    [401, undefined, refused("", 401)],
    [200, undefined, { kind: "malformed" }],
    [200, [{}], { kind: "malformed" }],
  ] as const;
  // An empty URL disables a feature.
  expect(await load(getRtgcouponsJson, "", {})).toEqual(refused("", 0));
  for (const [index, [status, body, expected]] of cases.entries()) {
    const outcome = loadFile();
    await settle();
    requestAt(sent, index).answer(status, body);
    expect(await outcome).toEqual(expected);
  }
});

// Rows: 7.1-03
test("a time zone offset is written as +hh:mm", () => {
  expect([300, -330, 0, 150].map(utcOffset)).toEqual(["-05:00", "+05:30", "+00:00", "-02:30"]);
});

test("display names become one line without invisible characters", () => {
  expect(cleanName("  Ann\t\u202eMarie\u0007 \u200bX ")).toBe("Ann Marie X");
  expect(cleanName("x".repeat(100), 30)).toHaveLength(30);
});

// Rows: 2.9-01
test("a picture has http, https or a path of this site", () => {
  const accepted = [
    "https://cdn.example/a.png?x=1",
    "http://cdn.example/a.png",
    "/rtgcoupons/max325.svg",
    "/a%20b.png",
  ];
  for (const url of accepted) expect(cleanPictureUrl(url)).toBe(url);
  expect(cleanPictureUrl(" https://cdn.example/a.png\n")).toBe("https://cdn.example/a.png");
  const refused = [
    "",
    "javascript:x",
    "java\tscript:x",
    "\u0000javascript:x",
    "JAVASCRIPT:x",
    "data:image/png;base64,AA==",
    "blob:https://cdn.example/1",
    "file:///etc/passwd",
    "//other.example/a.png",
    "/\\other.example/a.png",
    "/\t/other.example/a.png",
    "/.//other.example/a.png",
    "https://user:word@cdn.example/a.png",
    "https:/other.example/a.png",
    "https://",
  ];
  for (const url of refused) expect([url, cleanPictureUrl(url)]).toEqual([url, ""]);
});
