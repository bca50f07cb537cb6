// Silent re-login: one tab at a time signs in with the stored password, and the other tabs adopt the stored session (A55, A68, A69,
// A72). The module is loaded when a player signs in or when a session is renewed.

import type { RecordStorage } from "../config/config";
import type { PasswordStore } from "./password_store";
import { hasRecord, readPassword, readRecord, type Session, writeRecord } from "./record";

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
