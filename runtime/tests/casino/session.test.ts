// The session manager with a fake document: when a session begins and ends, in this tab and in others.

import { expect, test } from "vitest";
import { RENEW_AFTER_MS, RETRY_MS, startSessionManager } from "../../src/casino/session/manager";
import type { PasswordStore } from "../../src/casino/session/password_store";
import { KEYS, MAX_AGE_MS, readRecord, type Session, writeRecord } from "../../src/casino/session/record";
import { createSilentRelogin, type LogInAgain, type LoginResult } from "../../src/casino/session/silent_relogin";

const NOW = 1_790_000_000_000;
const ANN: Session = { pid: 1001, login: "annx", sessionID: "s1", token: "t1", timeStamp: NOW, firstName: "Ann" };

/** Storage that tabs share; each hears of what the others change. */
function sharedStorage() {
  const kept = new Map<string, string>();
  const tabs: (() => void)[] = [];
  const tab = () => {
    let mine = () => {};
    tabs.push(() => mine());
    const tell = () => tabs.forEach((hear, at) => void (at !== own && hear()));
    const own = tabs.length - 1;
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem(key: string, value: string) {
        const isNew = kept.get(key) !== value;
        kept.set(key, value);
        if (isNew) tell();
      },
      removeItem(key: string) {
        if (kept.delete(key)) tell();
      },
      onStored: (then: () => void) => {
        mine = then;
      },
    };
  };
  return { kept, tab };
}

/** The password store and the lock that the tabs of one browser share. */
function sharedPasswords() {
  let kept: { readonly id: number; readonly pid: number; readonly password: string } | undefined;
  let sealed = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const passwords: PasswordStore = {
    encrypt(pid, password) {
      sealed += 1;
      kept = { id: sealed, pid, password };
      return Promise.resolve(`sealed ${sealed}`);
    },
    decrypt(pid, text) {
      if (!kept || !text) return Promise.resolve({ kind: "none" });
      if (text !== `sealed ${kept.id}`) return Promise.resolve({ kind: "changed" });
      return Promise.resolve(kept.pid === pid ? { kind: "password", password: kept.password } : { kind: "none" });
    },
  };
  return {
    passwords,
    password: () => kept?.password,
    removeKey: () => {
      kept = undefined;
    },
    withLock<T>(work: () => Promise<T>): Promise<T> {
      const mine = turn.then(work);
      turn = mine.catch(() => {});
      return mine;
    },
  };
}

/** A browser: what its tabs share. */
const browser = () => ({ ...sharedStorage(), ...sharedPasswords() });

/** A tab whose head script has marked the document; `done` lists why sessions ended. */
function open(shared = browser(), clock = () => NOW) {
  let passed = 0;
  const now = () => clock() + passed;
  const { onStored, ...storage } = shared.tab();
  const done: string[] = [];
  const timers = new Map<() => void, number>();
  let isMarked = readRecord(storage, now()) !== undefined;
  let isVisible = true;
  let shown = () => {};
  const { passwords, withLock, removeKey } = shared;
  const waitForOtherTab = () => Promise.resolve();
  const silent = createSilentRelogin({ storage, passwords, now, withLock, removeKey, waitForOtherTab });
  const manager = startSessionManager({
    storage,
    now,
    after(ms, then) {
      timers.set(then, now() + ms);
      return () => timers.delete(then);
    },
    isMarked: () => isMarked,
    mark: (isSignedIn) => {
      isMarked = isSignedIn;
    },
    onStored,
    isVisible: () => isVisible,
    silentRelogin: () => Promise.resolve(silent),
    removeKey: async () => removeKey(),
    onShown: (then) => {
      shown = then;
    },
  });
  manager.onSignedOut(({ reason }) => void done.push(reason));
  return {
    ...manager,
    done,
    timers,
    isMarked: () => isMarked,
    show() {
      isVisible = true;
      shown();
    },
    hide() {
      isVisible = false;
    },
    /** Lets time pass while the machine sleeps. */
    sleep(ms: number) {
      passed += ms;
    },
    /** Lets time pass; timers strike. */
    pass(ms: number) {
      passed += ms;
      for (const [then, at] of [...timers])
        if (at <= now()) {
          timers.delete(then);
          then();
        }
    },
  };
}

/** Lets everything that was begun come to its end; nothing here waits for a clock. */
const settled = () => new Promise((then) => setTimeout(then));

/** A server that renews `login` for its password, and counts how often it was asked. */
function server(password = "Secret", now = () => NOW) {
  const asked: string[] = [];
  let answer: LoginResult["kind"] = "ok";
  const ask: LogInAgain = (session, given) => {
    asked.push(given);
    if (answer !== "ok") return Promise.resolve({ kind: answer });
    if (given !== password) return Promise.resolve({ kind: "refused" });
    const token = `renewed ${asked.length}`;
    return Promise.resolve({ kind: "ok", session: { ...session, token, timeStamp: now(), firstName: "" } });
  };
  return {
    ask,
    asked,
    says: (kind: LoginResult["kind"]) => {
      answer = kind;
    },
  };
}

// Rows: 3-01, 3-02, 4.1-01
test("sign-in stores the record and marks the document", () => {
  const shared = browser();
  const tab = open(shared);
  expect(tab.$session.get()).toBeUndefined();
  tab.signIn(ANN);
  expect(tab.$session.get()).toEqual(ANN);
  expect(tab.isMarked()).toBe(true);
  const { pid, login, sessionID, token, timeStamp, firstName } = ANN;
  const session = { pid, login, password: "", sessionID, token, timeStamp };
  expect(JSON.parse(shared.kept.get(KEYS.session) ?? "")).toEqual(session);
  const user = { expired: false, login, password: "", firstName, pid };
  expect(JSON.parse(shared.kept.get(KEYS.user) ?? "")).toEqual(user);
  expect(tab.done).toEqual([]);
});

// Rows: 4.1-03, 4.1-14
test("every tab adopts sign-in and sign-out with the reason", () => {
  const shared = browser();
  const [here, reading, first] = [open(shared), open(shared), open(shared)];
  const tabs = [here, reading, first];
  here.signIn(ANN);
  for (const tab of tabs) {
    expect(tab.$session.get()).toEqual(ANN);
    expect(tab.isMarked()).toBe(true);
  }
  here.signOut("logout");
  for (const tab of tabs) {
    expect(tab.$session.get()).toBeUndefined();
    expect(tab.isMarked()).toBe(false);
  }
  expect(tabs.map((tab) => tab.done)).toEqual([["logout"], ["elsewhere"], ["elsewhere"]]);
  expect(shared.kept.get(KEYS.session)).toBeUndefined();
  expect(JSON.parse(shared.kept.get(KEYS.user) ?? "")).toEqual({ expired: true, login: "annx" });
});

// Rows: 4.1-14
test("a session that ended before the policy loaded is reported to it", () => {
  const manager = startSessionManager({
    storage: browser().tab(),
    now: () => NOW,
    after: () => () => {},
    isMarked: () => true,
    mark: () => {},
    onStored: () => {},
    onShown: () => {},
    isVisible: () => true,
    silentRelogin: () => Promise.reject(new Error("not needed")),
    removeKey: () => Promise.resolve(),
  });
  const ends: string[] = [];
  manager.onSignedOut(({ reason }) => void ends.push(reason));
  expect(ends).toEqual(["elsewhere"]);
});

test("a guest stays on a page, and an expired record is deleted", () => {
  const shared = browser();
  shared.kept.set(KEYS.session, JSON.stringify({ ...ANN, timeStamp: NOW - MAX_AGE_MS - 1 }));
  const tab = open(shared);
  expect(tab.done).toEqual([]);
  expect(shared.kept.has(KEYS.session)).toBe(false);
  expect(tab.savedLogin()).toBe("annx");
});

// Rows: 4.1-06, 9-03
test("a session is valid for exactly 24 hours", () => {
  expect(MAX_AGE_MS).toBe(86_400_000);
  for (const [age, isGood] of [
    [MAX_AGE_MS, true],
    [MAX_AGE_MS + 1, false],
  ] as const) {
    const shared = browser();
    shared.kept.set(KEYS.session, JSON.stringify({ ...ANN, timeStamp: NOW - age }));
    expect(open(shared).$session.get() !== undefined).toBe(isGood);
  }
  const tab = open();
  tab.signIn(ANN);
  tab.pass(MAX_AGE_MS);
  expect(tab.isMarked()).toBe(true);
  tab.pass(1);
  expect(tab.isMarked()).toBe(false);
  expect(tab.done).toEqual(["elsewhere"]);
});

// Rows: 4.1-04, 4.1-05, 4.1-07
test("a tab that becomes visible ends a deleted, expired or old session", () => {
  const ways: ((kept: Map<string, string>, tab: ReturnType<typeof open>) => unknown)[] = [
    (kept) => kept.delete(KEYS.session),
    (kept) => kept.clear(),
    (kept) => kept.set(KEYS.user, '{"expired":true}'),
    (kept) => kept.set(KEYS.session, "{broken"),
    (_, tab) => tab.sleep(MAX_AGE_MS + 1000),
  ];
  for (const way of ways) {
    const shared = browser();
    const tab = open(shared);
    tab.signIn(ANN);
    tab.show();
    expect(tab.isMarked()).toBe(true);
    way(shared.kept, tab);
    tab.show();
    expect(tab.isMarked()).toBe(false);
    expect(tab.done).toEqual(["elsewhere"]);
    tab.show();
    expect(tab.done).toHaveLength(1);
  }
});

test("a session that ends between the head script and now is a transition", () => {
  const shared = browser();
  shared.kept.set(KEYS.session, JSON.stringify(ANN));
  let reads = 0;
  // The head script looks once, then the day is over.
  const tab = open(shared, () => (reads++ === 0 ? NOW : NOW + MAX_AGE_MS + 1));
  expect(tab.isMarked()).toBe(false);
  expect(tab.done).toEqual(["elsewhere"]);
});

test("the next player sees no data of the previous one", () => {
  const shared = browser();
  const tab = open(shared);
  const other = open(shared);
  tab.signIn(ANN);
  const seen: (number | undefined)[] = [];
  tab.$session.listen((session) => void seen.push(session?.pid));
  other.signIn({ ...ANN, pid: 1002, token: "t2" });
  expect(seen.slice(seen.indexOf(undefined))).toEqual([undefined, 1002]);
});

test("completed data is stored unless the session has ended", () => {
  const shared = browser();
  const tab = open(shared);
  tab.signIn({ ...ANN, firstName: "" });
  tab.update({ firstName: "Ann" });
  expect(tab.$session.get()).toEqual(ANN);
  shared.kept.delete(KEYS.session);
  tab.update({ firstName: "Anna" });
  expect(tab.isMarked()).toBe(false);
  expect(shared.kept.has(KEYS.session)).toBe(false);
});

// Rows: 4.1-04
test("late data does not restore a session that ended in another tab", () => {
  const written: string[] = [];
  const shared = browser();
  const slow = {
    ...shared,
    // This tab's own copy of what is stored, which no news has reached yet.
    tab: () => ({
      ...shared.tab(),
      setItem: (key: string) => void written.push(key),
    }),
  };
  writeRecord(shared.tab(), { ...ANN, firstName: "" }, "");
  const tab = open(slow);
  tab.update({ login: "annx", firstName: "" });
  expect(written).toEqual([]);
  tab.update({ login: "annx", firstName: "Ann" });
  expect(written).toEqual([KEYS.user]);
});

// Rows: 7-03
test("a refused token is renewed once for all callers in two tabs", async () => {
  const shared = browser();
  const { ask, asked } = server();
  const [tab, other] = [open(shared), open(shared)];
  for (const each of [tab, other]) each.renewBy(ask);
  tab.signIn(ANN, "Secret");
  await settled();
  expect(await Promise.all([tab.renew("t1"), tab.renew("t1"), other.renew("t1")])).toEqual(Array(3).fill("renewed"));
  expect(asked).toEqual(["Secret"]);
  for (const each of [tab, other]) expect(each.$session.get()).toEqual({ ...ANN, token: "renewed 1" });
  // Who was sent out with the old one and comes back late need not ask again.
  expect(await tab.renew("t1")).toBe("renewed");
  expect([asked.length, tab.done.length, other.done.length]).toEqual([1, 0, 0]);
});

// Rows: 4.1-09
test("a tab waits for the renewal that another tab stores", async () => {
  const shared = browser();
  const { ask, asked } = server();
  const tab = open(shared);
  tab.signIn(ANN, "Secret");
  await settled();
  const stale = new Map(shared.kept);
  const late: Parameters<typeof createSilentRelogin>[0] = {
    storage: { getItem: (key) => stale.get(key) ?? null, setItem: () => {}, removeItem: () => {} },
    passwords: shared.passwords,
    now: () => NOW,
    withLock: shared.withLock,
    removeKey: shared.removeKey,
    waitForOtherTab() {
      for (const [key, value] of shared.kept) stale.set(key, value);
      return Promise.resolve();
    },
  };
  let others: Promise<unknown> | undefined;
  tab.renewBy((session, password) => {
    others = createSilentRelogin(late).renew(ANN, ask);
    return ask(session, password);
  });
  expect([await tab.renew("t1"), await others]).toEqual(["renewed", "stored"]);
  expect(asked).toHaveLength(1);
});

// Rows: 4.1-10, 4.1-11
test("a refused renewal ends the session and opens login on the first page", async () => {
  const ways: readonly ((tab: ReturnType<typeof open>) => void)[] = [
    // Nobody has said how the server is asked.
    () => {},
    // The password is not the player's any more.
    (tab) => tab.renewBy(server("another").ask),
  ];
  for (const way of ways) {
    const shared = browser();
    const tab = open(shared);
    const other = open(shared);
    tab.signIn(ANN, "Secret");
    await settled();
    way(tab);
    expect(await tab.renew("t1")).toBe("over");
    expect(tab.$session.get()).toBeUndefined();
    expect(tab.done).toEqual(["refused"]);
    expect(other.done).toEqual(["elsewhere"]);
    expect(tab.savedLogin()).toBe("annx");
    expect(JSON.stringify([...shared.kept])).not.toContain("sealed");
    expect(shared.password()).toBeUndefined();
    expect(await tab.renew("t1")).toBe("over");
  }
});

// Rows: 4.1-08, 4.1-11
test("a session without a password ends after four hours and keeps the login", async () => {
  const tab = open();
  const { ask, asked } = server();
  tab.renewBy(ask);
  tab.signIn(ANN);
  tab.pass(RENEW_AFTER_MS - 1);
  await settled();
  expect(tab.done).toEqual([]);
  tab.pass(1);
  await settled();
  expect(tab.done).toEqual(["refused"]);
  expect([tab.savedLogin(), asked]).toEqual(["annx", []]);
});

// Rows: 4.1-08, 4.1-09, 9-04
test("a session is renewed at 14,400,000 ms and again after that time", async () => {
  const shared = browser();
  const tab = open(shared);
  let now = NOW;
  const pass = async (ms: number) => {
    now += ms;
    tab.pass(ms);
    await settled();
  };
  const { ask, asked } = server("Secret", () => now);
  tab.renewBy(ask);
  tab.signIn(ANN, "Secret");
  await settled();
  expect(RENEW_AFTER_MS).toBe(14_400_000);
  for (const turn of [1, 2]) {
    await pass(RENEW_AFTER_MS - 1);
    expect(asked).toHaveLength(turn - 1);
    await pass(1);
    expect(asked).toHaveLength(turn);
    expect(tab.$session.get()).toEqual({ ...ANN, token: `renewed ${turn}`, timeStamp: now });
  }
  // Nothing that anybody sees has changed, and so it goes on for longer than a day.
  expect(tab.done).toEqual([]);
  for (let hours = 8; hours < 48; hours += 4) await pass(RENEW_AFTER_MS);
  expect([tab.isMarked(), asked.length]).toEqual([true, 12]);
});

// Rows: 4.1-07, 4.1-09
test("a hidden tab renews when it becomes visible, unless the session is young", async () => {
  const tab = open();
  const { ask, asked } = server();
  tab.renewBy(ask);
  tab.signIn(ANN, "Secret");
  await settled();
  tab.sleep(RENEW_AFTER_MS - 1);
  tab.show();
  await settled();
  expect(asked).toHaveLength(0);
  tab.hide();
  tab.pass(60_000);
  await settled();
  expect(asked).toHaveLength(0);
  tab.show();
  await settled();
  expect([asked.length, tab.isMarked()]).toEqual([1, true]);
});

// Rows: 4.1-09
test("a machine that sleeps during a renewal renews again after waking", async () => {
  const tab = open();
  let now = NOW;
  const sleep = (ms: number) => {
    now += ms;
    tab.sleep(ms);
  };
  const { ask, asked } = server("Secret", () => now);
  let answer = () => {};
  const slow = new Promise<void>((then) => {
    answer = then;
  });
  tab.renewBy(async (session, password) => {
    const renewed = await ask(session, password);
    await slow;
    return renewed;
  });
  tab.signIn(ANN, "Secret");
  await settled();
  void tab.renew("t1");
  await settled();
  sleep(RENEW_AFTER_MS);
  tab.show();
  await settled();
  expect(asked).toHaveLength(1);
  answer();
  await settled();
  expect(asked).toHaveLength(1);
  now += RETRY_MS;
  tab.pass(RETRY_MS);
  await settled();
  expect(asked).toHaveLength(2);
});

// Rows: 4.1-09
test("a page opened between 4 and 24 hours renews at once", async () => {
  for (const [age, isRenewed] of [
    [RENEW_AFTER_MS - 1, false],
    [RENEW_AFTER_MS, true],
    [MAX_AGE_MS, true],
  ] as const) {
    const shared = browser();
    const sealed = await shared.passwords.encrypt(ANN.pid, "Secret");
    writeRecord(shared.tab(), { ...ANN, timeStamp: NOW - age }, sealed);
    const tab = open(shared);
    const { ask, asked } = server();
    expect(asked).toHaveLength(0);
    tab.renewBy(ask);
    await settled();
    expect([asked.length, tab.isMarked(), tab.done.length]).toEqual([isRenewed ? 1 : 0, true, 0]);
  }
});

// Rows: 4.1-06, 4.1-09
test("a failed renewal keeps the session for 24 hours and retries every minute", async () => {
  const shared = browser();
  const tab = open(shared);
  const { ask, asked, says } = server();
  says("trouble");
  tab.renewBy(ask);
  tab.signIn(ANN, "Secret");
  await settled();
  tab.pass(RENEW_AFTER_MS);
  await settled();
  expect(asked).toHaveLength(1);
  // Looking again and again does not ask again and again.
  tab.show();
  tab.show();
  tab.pass(RETRY_MS - 1);
  await settled();
  expect(asked).toHaveLength(1);
  tab.pass(1);
  await settled();
  expect(asked).toHaveLength(2);
  // A call that is refused meanwhile asks, and is told that it may come later.
  expect(await tab.renew("t1")).toBe("later");
  expect([tab.isMarked(), tab.done.length]).toEqual([true, 0]);
  says("ok");
  tab.pass(RETRY_MS);
  await settled();
  expect(tab.$session.get()?.token).toBe("renewed 4");
});

// Rows: 4.1-06, 3-03
test("a session that cannot be renewed for a day ends and keeps no password", async () => {
  const shared = browser();
  const tab = open(shared);
  const { ask, says } = server();
  says("trouble");
  tab.renewBy(ask);
  tab.signIn(ANN, "Secret");
  await settled();
  tab.pass(MAX_AGE_MS);
  await settled();
  expect(tab.isMarked()).toBe(true);
  tab.pass(1);
  await settled();
  expect(tab.done).toEqual(["elsewhere"]);
  expect(JSON.parse(shared.kept.get(KEYS.user) ?? "")).toEqual({ expired: true, login: "annx" });
  expect(shared.password()).toBeUndefined();
});

// Rows: 3-01, 3-02, 4.2-17
test("both records hold the encrypted password, and a changed one replaces it", async () => {
  const shared = browser();
  const tab = open(shared);
  const passwords = () => [KEYS.session, KEYS.user].map((key) => JSON.parse(shared.kept.get(key) ?? "").password);
  tab.signIn(ANN, "Secret");
  expect(passwords()).toEqual(["", ""]);
  await settled();
  expect(passwords()).toEqual(["sealed 1", "sealed 1"]);
  // The name comes later, and takes nothing away.
  tab.update({ firstName: "Anna" });
  expect(passwords()).toEqual(["sealed 1", "sealed 1"]);
  tab.keepPassword("Changed");
  await settled();
  expect(passwords()).toEqual(["sealed 2", "sealed 2"]);
  const { ask, asked } = server("Changed");
  tab.renewBy(ask);
  expect(await tab.renew("t1")).toBe("renewed");
  expect(asked).toEqual(["Changed"]);
  expect(tab.$session.get()?.firstName).toBe("Anna");
});

// Rows: 3-03
test("logout while the password is encrypted keeps no password", async () => {
  const shared = browser();
  const tab = open(shared);
  tab.signIn(ANN, "Secret");
  await Promise.resolve();
  tab.signOut("logout");
  await settled();
  expect(shared.password()).toBeUndefined();
  expect(JSON.parse(shared.kept.get(KEYS.user) ?? "")).toEqual({ expired: true, login: "annx" });
});

// Rows: 4.1-09
test("data that arrives during a renewal is kept", async () => {
  const tab = open();
  const { ask } = server();
  tab.signIn({ ...ANN, login: "ann@example.com", firstName: "" }, "Secret");
  await settled();
  tab.renewBy((mine, password) => {
    tab.update({ login: "annx", firstName: "Ann" });
    return ask(mine, password);
  });
  expect(await tab.renew("t1")).toBe("renewed");
  expect(tab.$session.get()).toEqual({ ...ANN, token: "renewed 1" });
});

test("a session that ends during a renewal stays ended", async () => {
  const shared = browser();
  const tab = open(shared);
  tab.signIn(ANN, "Secret");
  await settled();
  tab.renewBy((mine) => {
    tab.signOut("logout");
    return Promise.resolve({ kind: "ok", session: { ...mine, token: "t2" } });
  });
  expect(await tab.renew("t1")).toBe("over");
  expect(tab.$session.get()).toBeUndefined();
  expect(tab.done).toEqual(["logout"]);
  expect(shared.kept.has(KEYS.session)).toBe(false);
});

test("unreadable records are no session", () => {
  const storage = (text: string) => ({ getItem: () => text, setItem: () => {}, removeItem: () => {} });
  const bad = [{ token: 7 }, { token: "" }, { pid: {} }, { timeStamp: "now" }, { timeStamp: null }].map((wrong) =>
    JSON.stringify({ ...ANN, ...wrong }),
  );
  for (const text of ["", "null", "[]", "7", "{", ...bad]) expect(readRecord(storage(text), NOW), text).toBeUndefined();
  const throwing = {
    ...storage(""),
    getItem: () => {
      throw new Error("blocked");
    },
  };
  expect(readRecord(throwing, NOW)).toBeUndefined();
});
