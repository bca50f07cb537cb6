// Adapters of external services with fakes: what they load and send, and that no private data is sent.

import type { Start } from "@croupier/loader";
import { expect, test, vi } from "vitest";
import { createBotCheck } from "../../services/bot_check/bot_check";
import { type ChatProvider, type ChatUser, createChat } from "../../services/chat/chat";
import { MAX_REPORTS, type Report, reportFaults } from "../../services/reporting/reporting";
import { scrub, scrubText } from "../../services/reporting/scrub";
import { createSender, framesOf } from "../../services/reporting/sentry";
import { createTrack } from "../../services/tracking/tracking";
import type { Session } from "../../session/session";

/** Lets pending promises settle. */
const settle = async () => {
  for (let index = 0; index < 20; index++) await Promise.resolve();
};

/** Returns a reporter with fake ports. `report` sends it an error of the loader. */
function reporter() {
  const sent: Report[] = [];
  let report: Parameters<Start["faults"]>[0] = () => {};
  const ports = {
    faults: (listener: typeof report) => {
      report = listener;
    },
    code: () => Promise.resolve("abc"),
    send: (report: Report) => void sent.push(report),
    route: () => "/lobby/",
  };
  reportFaults(ports);
  const reportError = async (error: unknown, part = "") => {
    report({ error, part, lost: false });
    await settle();
  };
  return { sent, reportError };
}

// Rows: 7.6-15
test("a report has class, message, stack, route, build and component", async () => {
  const { sent, reportError } = reporter();
  const error = new RangeError("it broke");
  await reportError(error, "modal");
  const { stack } = error;
  expect(sent).toEqual([
    { type: "RangeError", message: "it broke", stack, route: "/lobby/", code: "abc", part: "modal" },
  ]);
});

// Rows: 8-25, 8-26
test("equal failures of different parts are separate reports, and one error is reported once", async () => {
  const { sent, reportError } = reporter();
  // All failed requests are created at the same line of code.
  const failure = () => new Error("Status: 500");
  for (const part of ["jackpot part", "quick play", "quick play", "coupons"]) await reportError(failure(), part);
  expect(sent.map(({ part }) => part)).toEqual(["jackpot part", "quick play", "coupons"]);
  // A chunk that fails to load is reported by the chunk's loader, and by the action that needed it.
  const lost = new TypeError("Failed to fetch dynamically imported module");
  for (const part of ["coupon_actions", "redeem", ""]) await reportError(lost, part);
  expect(sent.slice(3).map(({ part }) => part)).toEqual(["coupon_actions"]);
});

// Rows: 1-18
test("Sentry receives an envelope with one event and only the report", () => {
  const requests: [string, string][] = [];
  const ports = {
    post: (url: string, text: string) => void requests.push([url, text]),
    now: () => 1_700_000_000_000,
    id: () => "9ec79c33-ec99-42ab-8353-589fcb2e04dc",
  };
  const stack = "RangeError: it broke\n    at draw (https://site.example/assets/modal-0a.js:1:234)";
  const report = { type: "RangeError", message: "it broke", stack, route: "/lobby/", code: "abc", part: "modal" };
  const dsn = "https://k3y@o1.errors.example/before/42";
  createSender(dsn, ports)(report);
  const [[url = "", text = ""] = []] = requests;
  expect(url).toBe("https://o1.errors.example/before/api/42/envelope/?sentry_version=7&sentry_key=k3y");
  const event_id = "9ec79c33ec9942ab8353589fcb2e04dc";
  expect(text.split("\n").map((line) => line && JSON.parse(line))).toEqual([
    { event_id, sent_at: "2023-11-14T22:13:20.000Z", dsn },
    { type: "event" },
    {
      event_id,
      timestamp: 1_700_000_000,
      platform: "javascript",
      level: "error",
      transaction: "/lobby/",
      release: "abc",
      tags: { part: "modal" },
      exception: { values: [{ type: "RangeError", value: "it broke", stacktrace: { frames: framesOf(stack) } }] },
    },
    "",
  ]);
  for (const invalid of ["https://o1.errors.example/42", "https://k3y@o1.errors.example/", "42"])
    expect(() => createSender(invalid, ports), invalid).toThrow();
});

test("stack frames of every browser are parsed, innermost last", () => {
  const file = "https://site.example/assets/modal-0a.js";
  const frame = (name: string, lineno: number) => ({
    function: name,
    filename: file,
    lineno,
    colno: 7,
    in_app: true,
  });
  const chromium = `TypeError: x\n    at List.draw (${file}:1:7)\n    at async wake (${file}:2:7)\n    at ${file}:3:7`;
  expect(framesOf(chromium)).toEqual([frame("?", 3), frame("wake", 2), frame("List.draw", 1)]);
  expect(framesOf(`draw@${file}:1:7\n@${file}:2:7\n[native code]\n`)).toEqual([frame("?", 2), frame("draw", 1)]);
});

test("the same error is reported once, and each document has a limit", async () => {
  const { sent, reportError } = reporter();
  const error = new Error("again");
  for (let index = 0; index < 20; index++) await reportError(error, `part ${index}`);
  expect(sent).toHaveLength(1);
  for (let index = 0; index < 20; index++) await reportError(`another ${index}`);
  expect(sent).toHaveLength(MAX_REPORTS);
});

test("any thrown value becomes a report", async () => {
  const { sent, reportError } = reporter();
  for (const thrown of [undefined, null, 7, { code: 3, token: "t0ps3cret" }]) await reportError(thrown);
  expect(sent.map((report) => report.message)).toEqual(["undefined", "null", "7", '{"code":3,"token":"[removed]"}']);
});

// Rows: 7.6-15
test("passwords, tokens, hashes, player ids and emails are removed from reports", () => {
  const text = [
    'POST {"login":"annx","password":"Secret-123!","pid":4711}',
    "GET /x?token=abcDEF123&user_hash=9f9f&pid=4711",
    "mail to ann.x+casino@mail.example.com and ann%40mail.example.com failed",
    "Authorization: Bearer abc.def-ghi",
    "x-session-token: 5up3r",
    "sessionID='5e551on'",
    "eyJhbGciOi.eyJzdWIi.c2ln",
    "digest 0123456789abcdef0123456789abcdef",
    "WebSocket connection to 'wss://rewards.example/?casinoid=794&token=s0cket' failed",
  ].join("\n");
  const scrubbed = scrubText(text);
  for (const secret of [
    "Secret-123!",
    "4711",
    "abcDEF123",
    "9f9f",
    "mail.example.com",
    "ann.x",
    "abc.def",
    "5up3r",
    "5e551on",
    "eyJ",
    "0123456789abcdef",
    "s0cket",
  ])
    expect(scrubbed).not.toContain(secret);
  expect(scrubbed).toContain('"login":"annx"');
});

test("values below a secret key are removed at any depth", () => {
  const cause = { form: { Password: "a b c", emailAddress: "x", fields: [{ sessionToken: "s" }] }, step: 2 };
  expect(scrub(cause)).toEqual({
    form: { Password: "[removed]", emailAddress: "[removed]", fields: [{ sessionToken: "[removed]" }] },
    step: 2,
  });
});

test("ordinary messages are unchanged", () => {
  for (const message of [
    "Cannot read properties of undefined (reading 'map') at List (/assets/modal-016f69934d.js:1:2)",
    "no affiliate token (timed_out)",
    "no affiliate token: Status: 500",
    "change password: Status: 403",
  ])
    expect(scrubText(message)).toBe(message);
  expect(scrubText("token: Status: x")).toBe("token: [removed] x");
  expect(scrubText("token=Status5001")).toBe("token=[removed]");
});

test("events are scrubbed before they are sent", () => {
  const events: [string, object][] = [];
  const track = createTrack((event, details) => void events.push([event, details]));
  track("page_view", { path: "/info/faq/?mail=ann@mail.example" });
  track("login", {});
  expect(events).toEqual([
    ["page_view", { path: "/info/faq/?mail=[removed]" }],
    ["login", {}],
  ]);
});

const CHECK = { url: "/check.js", backup_url: "/backup.js" };

/** Returns a bot check with fake ports. `loads` decides which scripts load. */
function botCheck(loads: (url: string) => boolean, token = (action: string) => Promise.resolve(`proof of ${action}`)) {
  vi.useFakeTimers();
  const loadCalls: [string, number][] = [];
  const startedAt = Date.now();
  const check = createBotCheck(CHECK, {
    load(url) {
      loadCalls.push([url, Date.now() - startedAt]);
      return loads(url) ? Promise.resolve({ token }) : Promise.reject(new Error("gone"));
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  return { loadCalls, check };
}

// Rows: 7-04
test("the bot check returns a token for an action", async () => {
  const { loadCalls, check } = botCheck(() => true);
  expect(await check("login")).toBe("proof of login");
  expect(loadCalls).toEqual([["/check.js", 0]]);
  vi.useRealTimers();
});

// Rows: 7-05
test("after a script failure the backup loads at once and is used from then on", async () => {
  const { loadCalls, check } = botCheck((url) => url === "/backup.js");
  expect(await check("login")).toBe("proof of login");
  expect(await check("signup")).toBe("proof of signup");
  expect(loadCalls).toEqual([
    ["/check.js", 0],
    ["/backup.js", 0],
    ["/backup.js", 0],
  ]);
  vi.useRealTimers();
});

// Rows: 7-04
test("failed attempts repeat every 500 ms for 2.5 s, then the call has no token", async () => {
  const { loadCalls, check } = botCheck(() => false);
  const token = check("login");
  await vi.advanceTimersByTimeAsync(2499);
  expect(await Promise.race([token, Promise.resolve("pending")])).toBe("pending");
  await vi.advanceTimersByTimeAsync(1);
  expect(await token).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([...new Set(loadCalls.map(([, at]) => at))]).toEqual([0, 500, 1000, 1500, 2000]);
  vi.useRealTimers();
});

// Rows: 7-04
test("a token that takes 650 ms is used, and concurrent calls share one run", async () => {
  let runs = 0;
  const { check } = botCheck(
    () => true,
    (action) => {
      runs += 1;
      return new Promise((resolve) => setTimeout(resolve, 650, `slow ${action}`));
    },
  );
  const tokens = Promise.all([check("login"), check("login")]);
  await vi.advanceTimersByTimeAsync(650);
  expect(await tokens).toEqual(["slow login", "slow login"]);
  expect(runs).toBe(1);
  vi.useRealTimers();
});

// Rows: 7-04
test("a provider that never answers costs 2.5 s and one run", async () => {
  let runs = 0;
  const { check } = botCheck(
    () => true,
    () => {
      runs += 1;
      return new Promise(() => {});
    },
  );
  const token = check("login");
  await vi.advanceTimersByTimeAsync(2500);
  expect([await token, runs]).toEqual([undefined, 1]);
  vi.useRealTimers();
});

// Rows: 7-05
test("a script that never loads is replaced by the backup script after a second", async () => {
  vi.useFakeTimers();
  const loads: string[] = [];
  const check = createBotCheck(CHECK, {
    load(url) {
      loads.push(url);
      return url === "/check.js" ? new Promise(() => {}) : Promise.resolve({ token: async () => "backup" });
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  const token = check("login");
  await vi.advanceTimersByTimeAsync(1000);
  expect(await token).toBe("backup");
  expect(await check("login")).toBe("backup");
  expect(loads).toEqual(["/check.js", "/backup.js", "/backup.js"]);
  vi.useRealTimers();
});

const ANN: Session = { pid: 1001, login: "annx", sessionID: "s", token: "t", timeStamp: 0, firstName: "Ann" };

/** Returns a chat with fake ports. */
function chat(isAvailable: boolean | (() => Promise<boolean>) = true) {
  const events: unknown[] = [];
  const provider: ChatProvider = {
    boot: (who: ChatUser) => void events.push(["boot", who]),
    show: (text) => void events.push(["show", text]),
    shutdown: () => void events.push(["shutdown"]),
  };
  let loads = 0;
  const chatApi = createChat({
    async load() {
      loads += 1;
      if (typeof isAvailable === "boolean" ? isAvailable : await isAvailable()) return provider;
      throw new Error("gone");
    },
    identify: ({ pid }) => Promise.resolve(`hash of ${pid}`),
  });
  return { ...chatApi, events, loads: () => loads };
}

// Rows: 1-17
test("the chat of a guest loads when opened, with a message that is not sent", async () => {
  const { show, setSession: follow, events, loads } = chat();
  await follow(undefined);
  expect(loads()).toBe(0);
  expect(await show("Hi")).toBe(true);
  expect(events).toEqual([
    ["boot", {}],
    ["show", "Hi"],
  ]);
  expect(await chat(false).show()).toBe(false);
});

// Rows: 7.6-01
test("the chat identifies a player by a hash and forgets it at logout", async () => {
  const { show, setSession: follow, events } = chat();
  // Opened while it is being events: it is events first.
  await Promise.all([follow(ANN), show()]);
  await follow({ ...ANN, token: "renewed" });
  await follow(undefined);
  expect(events).toEqual([["boot", { user_id: "1001", user_hash: "hash of 1001" }], ["show", undefined], ["shutdown"]]);
});

test("after a failed load, the chat identifies the player at the next one", async () => {
  let isAvailable = false;
  const { show, setSession: follow, events, loads } = chat(async () => isAvailable);
  await follow(ANN);
  expect(await show()).toBe(false);
  expect(loads()).toBe(2);
  isAvailable = true;
  expect(await show("Hi")).toBe(true);
  expect(events).toEqual([
    ["boot", { user_id: "1001", user_hash: "hash of 1001" }],
    ["show", "Hi"],
  ]);
});

test("the chat that a guest opens is the player's if the sign-in ends meanwhile", async () => {
  const answers: ((isAvailable: boolean) => void)[] = [];
  const { show, setSession: follow, events } = chat(() => new Promise((resolve) => answers.push(resolve)));
  const isShown = show();
  const following = follow(ANN);
  for (const answer of answers) answer(true);
  await following;
  expect(await isShown).toBe(true);
  expect(events).toEqual([
    ["boot", { user_id: "1001", user_hash: "hash of 1001" }],
    ["show", undefined],
  ]);
});

test("a chat that does not load in five seconds counts as failed", async () => {
  vi.useFakeTimers();
  const { show, events } = chat(() => new Promise(() => {}));
  const isShown = show();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await isShown).toBe(false);
  expect(events).toEqual([]);
  vi.useRealTimers();
});
