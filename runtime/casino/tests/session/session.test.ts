// The session manager with a fake document: sign-in, sign-out and renewal, in one tab and in others.

import { expect, test } from "vitest";
import { siteKey } from "../../config/config";
import { RENEW_AFTER_MS, RETRY_MS, startSessionManager } from "../../session/manager";
import type { PasswordStore } from "../../session/password_store";
import { KEYS, MAX_AGE_MS, readRecord, type Session, writeRecord } from "../../session/record";
import { createSilentRelogin, type LogInAgain, type LoginResult } from "../../session/silent_relogin";

const NOW = 1_790_000_000_000;
const ANN: Session = { pid: 1001, login: "annx", sessionID: "s1", token: "t1", timeStamp: NOW, firstName: "Ann" };
const BEN: Session = { pid: 1002, login: "benx", sessionID: "s2", token: "t2", timeStamp: NOW, firstName: "Ben" };

/** Returns storage that tabs share. A change notifies the other tabs. */
function sharedStorage() {
  const stored = new Map<string, string>();
  const tabs: (() => void)[] = [];
  const tab = () => {
    let mine = () => {};
    tabs.push(() => mine());
    const notify = () => tabs.forEach((listener, at) => void (at !== ownIndex && listener()));
    const ownIndex = tabs.length - 1;
    return {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem(key: string, value: string) {
        const isNew = stored.get(key) !== value;
        stored.set(key, value);
        if (isNew) notify();
      },
      removeItem(key: string) {
        if (stored.delete(key)) notify();
      },
      onStored: (listener: () => void) => {
        mine = listener;
      },
    };
  };
  return { stored, tab };
}

/** Returns a password store and a lock that the tabs of one browser share. */
function sharedPasswords() {
  let stored: { readonly id: number; readonly pid: number; readonly password: string } | undefined;
  let keyId = 0;
  let queue: Promise<unknown> = Promise.resolve();
  const passwords: PasswordStore = {
    encrypt(pid, password) {
      keyId += 1;
      stored = { id: keyId, pid, password };
      return Promise.resolve(`sealed ${keyId}`);
    },
    decrypt(pid, text) {
      if (!stored || !text) return Promise.resolve({ kind: "none" });
      if (text !== `sealed ${stored.id}`) return Promise.resolve({ kind: "changed" });
      return Promise.resolve(stored.pid === pid ? { kind: "password", password: stored.password } : { kind: "none" });
    },
  };
  return {
    passwords,
    password: () => stored?.password,
    removeKey: () => {
      stored = undefined;
    },
    withLock<T>(work: () => Promise<T>): Promise<T> {
      const mine = queue.then(work);
      queue = mine.catch(() => {});
      return mine;
    },
  };
}

/** What the tabs of one browser share. */
const browser = () => ({ ...sharedStorage(), ...sharedPasswords() });

/** Opens a tab after its head script has run. `reasons` lists why sessions ended. */
function open(shared = browser(), clock = () => NOW) {
  let elapsed = 0;
  const now = () => clock() + elapsed;
  const { onStored, ...storage } = shared.tab();
  const reasons: string[] = [];
  const timers = new Map<() => void, number>();
  let isMarked = readRecord(storage, now()) !== undefined;
  let isVisible = true;
  let onShownListener = () => {};
  const { passwords, withLock, removeKey } = shared;
  const waitForOtherTab = () => Promise.resolve();
  const silent = createSilentRelogin({ storage, passwords, now, withLock, removeKey, waitForOtherTab });
  const manager = startSessionManager({
    storage,
    now,
    after(ms, callback) {
      timers.set(callback, now() + ms);
      return () => timers.delete(callback);
    },
    isMarked: () => isMarked,
    mark: (isSignedIn) => {
      isMarked = isSignedIn;
    },
    onStored,
    isVisible: () => isVisible,
    silentRelogin: () => Promise.resolve(silent),
    removeKey: async () => removeKey(),
    onShown: (listener) => {
      onShownListener = listener;
    },
  });
  manager.onSignedOut(({ reason }) => void reasons.push(reason));
  return {
    ...manager,
    reasons,
    timers,
    isMarked: () => isMarked,
    show() {
      isVisible = true;
      onShownListener();
    },
    hide() {
      isVisible = false;
    },
    /** Advances the clock without running timers, as when the machine sleeps. */
    sleep(ms: number) {
      elapsed += ms;
    },
    /** Advances the clock and runs the timers that are due. */
    pass(ms: number) {
      elapsed += ms;
      for (const [callback, at] of [...timers])
        if (at <= now()) {
          timers.delete(callback);
          callback();
        }
    },
  };
}

/** Lets pending promises settle. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** Returns a server that renews sessions by password, and records the passwords. */
function server(password = "Secret", now = () => NOW) {
  const passwordsSent: string[] = [];
  let outcome: LoginResult["kind"] = "ok";
  const logInAgain: LogInAgain = (session, given) => {
    passwordsSent.push(given);
    if (outcome !== "ok") return Promise.resolve({ kind: outcome });
    if (given !== password) return Promise.resolve({ kind: "refused" });
    const token = `renewed ${passwordsSent.length}`;
    return Promise.resolve({ kind: "ok", session: { ...session, token, timeStamp: now(), firstName: "" } });
  };
  return {
    logInAgain,
    passwordsSent,
    setOutcome: (kind: LoginResult["kind"]) => {
      outcome = kind;
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
  expect(JSON.parse(shared.stored.get(KEYS.session) ?? "")).toEqual(session);
  const user = { expired: false, login, password: "", firstName, pid };
  expect(JSON.parse(shared.stored.get(KEYS.user) ?? "")).toEqual(user);
  expect(tab.reasons).toEqual([]);
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
  expect(tabs.map((tab) => tab.reasons)).toEqual([["logout"], ["elsewhere"], ["elsewhere"]]);
  expect(shared.stored.get(KEYS.session)).toBeUndefined();
  expect(JSON.parse(shared.stored.get(KEYS.user) ?? "")).toEqual({ expired: true, login: "annx" });
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
  shared.stored.set(KEYS.session, JSON.stringify({ ...ANN, timeStamp: NOW - MAX_AGE_MS - 1 }));
  const tab = open(shared);
  expect(tab.reasons).toEqual([]);
  expect(shared.stored.has(KEYS.session)).toBe(false);
  expect(tab.savedLogin()).toBe("annx");
});

// Rows: 4.1-06, 9-03
test("a session is valid for exactly 24 hours", () => {
  expect(MAX_AGE_MS).toBe(86_400_000);
  for (const [age, isValid] of [
    [MAX_AGE_MS, true],
    [MAX_AGE_MS + 1, false],
  ] as const) {
    const shared = browser();
    shared.stored.set(KEYS.session, JSON.stringify({ ...ANN, timeStamp: NOW - age }));
    expect(open(shared).$session.get() !== undefined).toBe(isValid);
  }
  const tab = open();
  tab.signIn(ANN);
  tab.pass(MAX_AGE_MS);
  expect(tab.isMarked()).toBe(true);
  tab.pass(1);
  expect(tab.isMarked()).toBe(false);
  expect(tab.reasons).toEqual(["elsewhere"]);
});

// Rows: 4.1-04, 4.1-05, 4.1-07
test("a tab that becomes visible ends a deleted, expired or old session", () => {
  const changes: ((stored: Map<string, string>, tab: ReturnType<typeof open>) => unknown)[] = [
    (stored) => stored.delete(KEYS.session),
    (stored) => stored.clear(),
    (stored) => stored.set(KEYS.user, '{"expired":true}'),
    (stored) => stored.set(KEYS.session, "{broken"),
    (_, tab) => tab.sleep(MAX_AGE_MS + 1000),
  ];
  for (const change of changes) {
    const shared = browser();
    const tab = open(shared);
    tab.signIn(ANN);
    tab.show();
    expect(tab.isMarked()).toBe(true);
    change(shared.stored, tab);
    tab.show();
    expect(tab.isMarked()).toBe(false);
    expect(tab.reasons).toEqual(["elsewhere"]);
    tab.show();
    expect(tab.reasons).toHaveLength(1);
  }
});

test("a session that ends between the head script and now is a transition", () => {
  const shared = browser();
  shared.stored.set(KEYS.session, JSON.stringify(ANN));
  let reads = 0;
  // The head script reads the clock once, and the session expires before the next read.
  const tab = open(shared, () => (reads++ === 0 ? NOW : NOW + MAX_AGE_MS + 1));
  expect(tab.isMarked()).toBe(false);
  expect(tab.reasons).toEqual(["elsewhere"]);
});

test("the next player sees no data of the previous one", () => {
  const shared = browser();
  const tab = open(shared);
  const other = open(shared);
  tab.signIn(ANN);
  const pids: (number | undefined)[] = [];
  tab.$session.listen((session) => void pids.push(session?.pid));
  other.signIn({ ...ANN, pid: 1002, token: "t2" });
  expect(pids.slice(pids.indexOf(undefined))).toEqual([undefined, 1002]);
});

test("completed data is stored unless the session has ended", () => {
  const shared = browser();
  const tab = open(shared);
  tab.signIn({ ...ANN, firstName: "" });
  tab.update({ firstName: "Ann" });
  expect(tab.$session.get()).toEqual(ANN);
  shared.stored.delete(KEYS.session);
  tab.update({ firstName: "Anna" });
  expect(tab.isMarked()).toBe(false);
  expect(shared.stored.has(KEYS.session)).toBe(false);
});

// Rows: 4.1-04
test("late data does not restore a session that ended in another tab", () => {
  const written: string[] = [];
  const shared = browser();
  const slow = {
    ...shared,
    // This tab has not yet seen the change of the other tab.
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
  const { logInAgain, passwordsSent } = server();
  const [tab, other] = [open(shared), open(shared)];
  for (const current of [tab, other]) current.renewBy(logInAgain);
  tab.signIn(ANN, "Secret");
  await settle();
  expect(await Promise.all([tab.renew(ANN), tab.renew(ANN), other.renew(ANN)])).toEqual(Array(3).fill("renewed"));
  expect(passwordsSent).toEqual(["Secret"]);
  for (const current of [tab, other]) expect(current.$session.get()).toEqual({ ...ANN, token: "renewed 1" });
  // A caller that still has the old token does not cause another renewal.
  expect(await tab.renew(ANN)).toBe("renewed");
  expect([passwordsSent.length, tab.reasons.length, other.reasons.length]).toEqual([1, 0, 0]);
});

// Rows: A72
test("a refused token of the previous player neither renews nor ends the session of the next one", async () => {
  const shared = browser();
  const [tab, other] = [open(shared), open(shared)];
  const { logInAgain, passwordsSent } = server();
  let finishLogin = () => {};
  const slow = new Promise<void>((resolve) => {
    finishLogin = resolve;
  });
  tab.renewBy(async (session, password) => {
    if (session.pid === ANN.pid) await slow;
    return logInAgain(session, password);
  });
  tab.signIn(ANN, "Secret");
  await settle();
  const renewalOfAnn = tab.renew(ANN);
  await settle();
  other.signOut("logout");
  other.signIn(BEN, "Secret");
  await settle();
  expect(await tab.renew(ANN)).toBe("over");

  // The renewal of the first player is still in progress, and the second one needs one, too.
  const renewalOfBen = tab.renew(BEN);
  finishLogin();
  expect([await renewalOfAnn, await renewalOfBen]).toEqual(["over", "renewed"]);
  expect(tab.$session.get()).toMatchObject({ pid: BEN.pid });
  expect(passwordsSent).toHaveLength(2);
  expect(tab.reasons).toEqual(["elsewhere"]);
});

test("a refused session does not remove a newer one that another tab has stored", () => {
  const shared = browser();
  const tab = open(shared);
  tab.signIn(ANN);
  // The other tab's change has not reached this tab yet.
  shared.stored.set(KEYS.session, JSON.stringify(BEN));
  shared.stored.set(KEYS.user, JSON.stringify({ expired: false, ...BEN }));
  tab.signOut("refused");
  expect(tab.$session.get()).toEqual(BEN);
  expect(shared.stored.has(KEYS.session)).toBe(true);
  expect(tab.reasons).toEqual([]);
});

test("sites below different base paths have names of their own", () => {
  expect(["", "/a", "/b"].map((base) => siteKey(KEYS.played, base))).toEqual(["played", "played /a", "played /b"]);
});

// Rows: 4.1-09
test("a tab waits for the renewal that another tab stores", async () => {
  const shared = browser();
  const { logInAgain, passwordsSent } = server();
  const tab = open(shared);
  tab.signIn(ANN, "Secret");
  await settle();
  const stale = new Map(shared.stored);
  const latePorts: Parameters<typeof createSilentRelogin>[0] = {
    storage: { getItem: (key) => stale.get(key) ?? null, setItem: () => {}, removeItem: () => {} },
    passwords: shared.passwords,
    now: () => NOW,
    withLock: shared.withLock,
    removeKey: shared.removeKey,
    waitForOtherTab() {
      for (const [key, value] of shared.stored) stale.set(key, value);
      return Promise.resolve();
    },
  };
  let otherRenewal: Promise<unknown> | undefined;
  tab.renewBy((session, password) => {
    otherRenewal = createSilentRelogin(latePorts).renew(ANN, logInAgain);
    return logInAgain(session, password);
  });
  expect([await tab.renew(ANN), await otherRenewal]).toEqual(["renewed", "stored"]);
  expect(passwordsSent).toHaveLength(1);
});

// Rows: 4.1-10, 4.1-11
test("a refused renewal ends the session and opens login on the first page", async () => {
  const changes: readonly ((tab: ReturnType<typeof open>) => void)[] = [
    // No login call is configured.
    () => {},
    // The stored password is not valid any more.
    (tab) => tab.renewBy(server("another").logInAgain),
  ];
  for (const change of changes) {
    const shared = browser();
    const tab = open(shared);
    const other = open(shared);
    tab.signIn(ANN, "Secret");
    await settle();
    change(tab);
    expect(await tab.renew(ANN)).toBe("over");
    expect(tab.$session.get()).toBeUndefined();
    expect(tab.reasons).toEqual(["refused"]);
    expect(other.reasons).toEqual(["elsewhere"]);
    expect(tab.savedLogin()).toBe("annx");
    expect(JSON.stringify([...shared.stored])).not.toContain("sealed");
    expect(shared.password()).toBeUndefined();
    expect(await tab.renew(ANN)).toBe("over");
  }
});

// Rows: 4.1-08, 4.1-11
test("a session without a password ends after four hours and keeps the login", async () => {
  const tab = open();
  const { logInAgain, passwordsSent } = server();
  tab.renewBy(logInAgain);
  tab.signIn(ANN);
  tab.pass(RENEW_AFTER_MS - 1);
  await settle();
  expect(tab.reasons).toEqual([]);
  tab.pass(1);
  await settle();
  expect(tab.reasons).toEqual(["refused"]);
  expect([tab.savedLogin(), passwordsSent]).toEqual(["annx", []]);
});

// Rows: 4.1-08, 4.1-09, 9-04
test("a session is renewed at 14,400,000 ms and again after that time", async () => {
  const shared = browser();
  const tab = open(shared);
  let now = NOW;
  const advance = async (ms: number) => {
    now += ms;
    tab.pass(ms);
    await settle();
  };
  const { logInAgain, passwordsSent } = server("Secret", () => now);
  tab.renewBy(logInAgain);
  tab.signIn(ANN, "Secret");
  await settle();
  expect(RENEW_AFTER_MS).toBe(14_400_000);
  for (const queue of [1, 2]) {
    await advance(RENEW_AFTER_MS - 1);
    expect(passwordsSent).toHaveLength(queue - 1);
    await advance(1);
    expect(passwordsSent).toHaveLength(queue);
    expect(tab.$session.get()).toEqual({ ...ANN, token: `renewed ${queue}`, timeStamp: now });
  }
  // The renewals are invisible, so the session can last longer than a day.
  expect(tab.reasons).toEqual([]);
  for (let hours = 8; hours < 48; hours += 4) await advance(RENEW_AFTER_MS);
  expect([tab.isMarked(), passwordsSent.length]).toEqual([true, 12]);
});

// Rows: 4.1-07, 4.1-09
test("a hidden tab renews when it becomes visible, unless the session is young", async () => {
  const tab = open();
  const { logInAgain, passwordsSent } = server();
  tab.renewBy(logInAgain);
  tab.signIn(ANN, "Secret");
  await settle();
  tab.sleep(RENEW_AFTER_MS - 1);
  tab.show();
  await settle();
  expect(passwordsSent).toHaveLength(0);
  tab.hide();
  tab.pass(60_000);
  await settle();
  expect(passwordsSent).toHaveLength(0);
  tab.show();
  await settle();
  expect([passwordsSent.length, tab.isMarked()]).toEqual([1, true]);
});

// Rows: 4.1-08, 4.1-09
test("a record that changes before a late timer starts the renewal that is due", async () => {
  for (const change of ["data of the player", "another tab"]) {
    const shared = browser();
    const tab = open(shared);
    const { logInAgain, passwordsSent } = server();
    tab.renewBy(logInAgain);
    tab.signIn({ ...ANN, firstName: "" }, "Secret");
    await settle();
    // Timers are late after sleep and in busy tabs.
    tab.sleep(RENEW_AFTER_MS);
    if (change === "another tab") writeRecord(shared.tab(), ANN, "sealed 1");
    else tab.update({ firstName: "Ann" });
    await settle();
    expect([passwordsSent.length, tab.isMarked()], change).toEqual([1, true]);
  }
});

// Rows: 4.1-09
test("a machine that sleeps during a renewal renews again after waking", async () => {
  const tab = open();
  let now = NOW;
  const sleep = (ms: number) => {
    now += ms;
    tab.sleep(ms);
  };
  const { logInAgain, passwordsSent } = server("Secret", () => now);
  let finishLogin = () => {};
  const slow = new Promise<void>((resolve) => {
    finishLogin = resolve;
  });
  tab.renewBy(async (session, password) => {
    const renewed = await logInAgain(session, password);
    await slow;
    return renewed;
  });
  tab.signIn(ANN, "Secret");
  await settle();
  void tab.renew(ANN);
  await settle();
  sleep(RENEW_AFTER_MS);
  tab.show();
  await settle();
  expect(passwordsSent).toHaveLength(1);
  finishLogin();
  await settle();
  expect(passwordsSent).toHaveLength(1);
  now += RETRY_MS;
  tab.pass(RETRY_MS);
  await settle();
  expect(passwordsSent).toHaveLength(2);
});

// Rows: 4.1-09
test("a page opened between 4 and 24 hours renews at once", async () => {
  for (const [age, isRenewed] of [
    [RENEW_AFTER_MS - 1, false],
    [RENEW_AFTER_MS, true],
    [MAX_AGE_MS, true],
  ] as const) {
    const shared = browser();
    const keyId = await shared.passwords.encrypt(ANN.pid, "Secret");
    writeRecord(shared.tab(), { ...ANN, timeStamp: NOW - age }, keyId);
    const tab = open(shared);
    const { logInAgain, passwordsSent } = server();
    expect(passwordsSent).toHaveLength(0);
    tab.renewBy(logInAgain);
    await settle();
    expect([passwordsSent.length, tab.isMarked(), tab.reasons.length]).toEqual([isRenewed ? 1 : 0, true, 0]);
  }
});

// Rows: 4.1-06, 4.1-09
test("a failed renewal keeps the session for 24 hours and retries every minute", async () => {
  const shared = browser();
  const tab = open(shared);
  const { logInAgain, passwordsSent, setOutcome } = server();
  setOutcome("trouble");
  tab.renewBy(logInAgain);
  tab.signIn(ANN, "Secret");
  await settle();
  tab.pass(RENEW_AFTER_MS);
  await settle();
  expect(passwordsSent).toHaveLength(1);
  // Becoming visible again does not start another attempt.
  tab.show();
  tab.show();
  tab.pass(RETRY_MS - 1);
  await settle();
  expect(passwordsSent).toHaveLength(1);
  tab.pass(1);
  await settle();
  expect(passwordsSent).toHaveLength(2);
  // A refused call starts an attempt. Its failure means that the caller can try later.
  expect(await tab.renew(ANN)).toBe("later");
  expect([tab.isMarked(), tab.reasons.length]).toEqual([true, 0]);
  setOutcome("ok");
  tab.pass(RETRY_MS);
  await settle();
  expect(tab.$session.get()?.token).toBe("renewed 4");
});

// Rows: 4.1-06, 3-03
test("a session that cannot be renewed for a day ends and keeps no password", async () => {
  const shared = browser();
  const tab = open(shared);
  const { logInAgain, setOutcome } = server();
  setOutcome("trouble");
  tab.renewBy(logInAgain);
  tab.signIn(ANN, "Secret");
  await settle();
  tab.pass(MAX_AGE_MS);
  await settle();
  expect(tab.isMarked()).toBe(true);
  tab.pass(1);
  await settle();
  expect(tab.reasons).toEqual(["elsewhere"]);
  expect(JSON.parse(shared.stored.get(KEYS.user) ?? "")).toEqual({ expired: true, login: "annx" });
  expect(shared.password()).toBeUndefined();
});

// Rows: 3-01, 3-02, 4.2-17
test("both records hold the encrypted password, and a changed one replaces it", async () => {
  const shared = browser();
  const tab = open(shared);
  const passwords = () => [KEYS.session, KEYS.user].map((key) => JSON.parse(shared.stored.get(key) ?? "").password);
  tab.signIn(ANN, "Secret");
  expect(passwords()).toEqual(["", ""]);
  await settle();
  expect(passwords()).toEqual(["sealed 1", "sealed 1"]);
  // A later update of the name keeps the password.
  tab.update({ firstName: "Anna" });
  expect(passwords()).toEqual(["sealed 1", "sealed 1"]);
  tab.storePassword("Changed");
  await settle();
  expect(passwords()).toEqual(["sealed 2", "sealed 2"]);
  const { logInAgain, passwordsSent } = server("Changed");
  tab.renewBy(logInAgain);
  expect(await tab.renew(ANN)).toBe("renewed");
  expect(passwordsSent).toEqual(["Changed"]);
  expect(tab.$session.get()?.firstName).toBe("Anna");
});

// Rows: 3-03
test("logout while the password is encrypted keeps no password", async () => {
  const shared = browser();
  const tab = open(shared);
  tab.signIn(ANN, "Secret");
  await Promise.resolve();
  tab.signOut("logout");
  await settle();
  expect(shared.password()).toBeUndefined();
  expect(JSON.parse(shared.stored.get(KEYS.user) ?? "")).toEqual({ expired: true, login: "annx" });
});

// Rows: 4.1-09
test("data that arrives during a renewal is kept", async () => {
  const tab = open();
  const { logInAgain } = server();
  tab.signIn({ ...ANN, login: "ann@example.com", firstName: "" }, "Secret");
  await settle();
  tab.renewBy((mine, password) => {
    tab.update({ login: "annx", firstName: "Ann" });
    return logInAgain(mine, password);
  });
  expect(await tab.renew(ANN)).toBe("renewed");
  expect(tab.$session.get()).toEqual({ ...ANN, token: "renewed 1" });
});

test("a session that ends during a renewal stays ended", async () => {
  const shared = browser();
  const tab = open(shared);
  tab.signIn(ANN, "Secret");
  await settle();
  tab.renewBy((mine) => {
    tab.signOut("logout");
    return Promise.resolve({ kind: "ok", session: { ...mine, token: "t2" } });
  });
  expect(await tab.renew(ANN)).toBe("over");
  expect(tab.$session.get()).toBeUndefined();
  expect(tab.reasons).toEqual(["logout"]);
  expect(shared.stored.has(KEYS.session)).toBe(false);
});

test("unreadable records are no session", () => {
  const storage = (text: string) => ({ getItem: () => text, setItem: () => {}, removeItem: () => {} });
  const bad = [{ token: 7 }, { token: "" }, { pid: {} }, { timeStamp: "now" }, { timeStamp: null }].map((field) =>
    JSON.stringify({ ...ANN, ...field }),
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
