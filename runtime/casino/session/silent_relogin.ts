// Silent re-login: one tab at a time signs in with the stored password, and the other tabs adopt the stored session (A55, A68, A69,
// A72). The module is loaded when a player signs in or when a session is renewed.

import { type Config, config, ownKey, type RecordStorage } from "../config/config";
import { createPasswordStore, NO_PASSWORD_STORE, type PasswordStore } from "./password_store";
import { hasRecord, KEYS, PASSWORD_DATABASE, readPassword, readRecord, type Session, writeRecord } from "./record";

/** The server's response to a silent login: a session, a refusal, or `trouble` if there is neither. */
export type LoginResult = { readonly kind: "ok"; readonly session: Session } | { readonly kind: "refused" | "trouble" };

/** Signs in again as the player of a session. */
export type LogInAgain = (session: Session, password: string) => Promise<LoginResult>;

/** Result of a renewal. `stored`: use the stored record, whichever tab wrote it. `trouble`: the renewal can be repeated. */
type ReloginResult = "stored" | "refused" | "trouble";

/** The functions that silent re-login needs from the document. */
export interface SilentReloginPorts {
  readonly storage: RecordStorage;
  readonly passwords: PasswordStore;
  now(): number;
  /** Runs `task` in one tab at a time. */
  withLock<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when another tab changes the stored session, or after some seconds. */
  waitForOtherTab(): Promise<void>;
  /** Removes the key of the password. */
  removeKey(): void;
}

/** Stores passwords and renews sessions with them. */
export interface SilentRelogin {
  /** Stores the password of a session, unless the session is over by then. */
  storePassword(session: Session, password: string): Promise<void>;
  renew(session: Session, logIn: LogInAgain): Promise<ReloginResult>;
}

/** Creates silent re-login; called once in each document. */
export function createSilentRelogin(ports: SilentReloginPorts): SilentRelogin {
  const { storage, passwords, now, withLock, waitForOtherTab, removeKey } = ports;
  const readStored = () => readRecord(storage, now());

  /** Stores a session and its password, replacing the session with this token. */
  async function store(token: string, session: Session, password: string) {
    const encrypted = await passwords.encrypt(session.pid, password);
    const current = readStored();
    // Other tabs may have changed the player's names or ended the session meanwhile.
    if (current?.token === token) {
      const { login, firstName } = current;
      writeRecord(storage, { ...session, login, firstName }, encrypted);
    } else if (!hasRecord(storage)) removeKey();
  }

  return {
    storePassword: (session, password) =>
      withLock(async () => {
        const current = readStored();
        if (current?.token === session.token) await store(session.token, current, password);
      }),
    renew: (session, logIn) =>
      withLock(async () => {
        const current = readStored();
        if (current?.token !== session.token) return "stored";

        const decrypted = await passwords.decrypt(current.pid, readPassword(storage));
        // Another tab has just renewed the session, and its record has not reached this tab yet.
        if (decrypted.kind === "changed" && readStored()?.token === session.token) await waitForOtherTab();
        const result =
          decrypted.kind === "password" ? await logIn(current, decrypted.password) : ({ kind: "refused" } as const);

        if (readStored()?.token !== session.token) return "stored";
        if (result.kind === "trouble") return "trouble";
        if (result.kind === "ok" && decrypted.kind === "password" && result.session.pid === session.pid) {
          await store(session.token, result.session, decrypted.password);
          return "stored";
        }

        // The key is removed before the lock is released, so that the next tab does not repeat a login that will fail.
        removeKey();
        return "refused";
      }),
  };
}

/** Time limit for another tab's record, in milliseconds. */
const OTHER_TAB_LIMIT_MS = 5000;

/** Returns the silent re-login of this document. */
export function documentSilentRelogin(storage: RecordStorage, removeKey: () => void): SilentRelogin {
  const database = ownKey(PASSWORD_DATABASE);

  return createSilentRelogin({
    storage,
    removeKey,
    passwords: storesPasswords(config()) ? createPasswordStore(indexedDB, database) : NO_PASSWORD_STORE,
    now: Date.now,
    // Web Locks are missing on insecure origins; no password is stored there either.
    withLock: async (task) =>
      navigator.locks ? await navigator.locks.request(ownKey(KEYS.session), task) : await task(),
    waitForOtherTab,
  });
}

function waitForOtherTab(): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      removeEventListener("storage", onStorage);
      resolve();
    };

    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key === ownKey(KEYS.session)) finish();
    };

    const timer = setTimeout(finish, OTHER_TAB_LIMIT_MS);
    addEventListener("storage", onStorage);
  });
}

/** Adapters that run a script of an external service in the page. */
const FOREIGN: readonly (readonly [Service, readonly string[]])[] = [
  ["bot_check", ["turnstile", "recaptcha"]],
  ["chat", ["intercom"]],
  ["tracking", ["data_layer"]],
  ["seal", ["script"]],
];

type Service = "bot_check" | "chat" | "tracking" | "seal";

type Services = Pick<Config, Service> & {
  readonly signup: Pick<Config["signup"], "silent_relogin">;
};

/**
 * Whether passwords are stored. With `auto` they are not stored if a script of an external service runs in the page: any script of
 * the page can decrypt the password with the stored key.
 */
export function storesPasswords(config: Services): boolean {
  const { silent_relogin } = config.signup;
  if (silent_relogin !== "auto") return silent_relogin;
  return FOREIGN.every(([service, adapters]) => !adapters.includes(config[service].adapter));
}
