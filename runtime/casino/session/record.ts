// Reads and writes the stored records of a session, for the session manager and the head script (A54, A56).

import type { RecordStorage } from "../config/config";

/** A player's session. */
export interface Session {
  readonly pid: number;
  readonly login: string;
  /** The rtgSession id, for the cashier. */
  readonly sessionID: string;
  /** The session token, for the API's header. */
  readonly token: string;
  /** The instant of the sign-in or the last renewal, in epoch milliseconds. */
  readonly timeStamp: number;
  /** Empty until the user data is loaded, and for players without a first name. */
  readonly firstName: string;
}

/** Maximum age of a session, in milliseconds: 24 hours (rows 4.1-06, 9-03). */
export const MAX_AGE_MS = 24 * 60 * 60 * 1000;
/** The names of the two records (A54), and of the games that the player opened last, which are removed with the session. */
export const KEYS = { session: "session", user: "user_session", played: "played" } as const;

/** The IndexedDB database with the key of the stored password; without the key the password cannot be decrypted (A55). */
export const PASSWORD_DATABASE = "croupier";

/** Returns the stored session. Returns `undefined` if there is none, if it is expired or too old, or if the record is invalid. */
export function readRecord(storage: Pick<RecordStorage, "getItem">, now: number): Session | undefined {
  const record = readStored(storage, KEYS.session);
  const user = readStored(storage, KEYS.user);
  const { pid, token, timeStamp } = record;

  if (typeof pid !== "number" || typeof token !== "string" || !token || typeof timeStamp !== "number") return undefined;
  // A record from the future was written with a wrong clock, so its age is unknown.
  if (!(Math.abs(now - timeStamp) <= MAX_AGE_MS)) return undefined;
  if (user.expired === true) return undefined;

  return {
    pid,
    login: text(record.login),
    sessionID: text(record.sessionID),
    token,
    timeStamp,
    firstName: user.pid === pid ? text(user.firstName) : "",
  };
}

/** Whether a session, valid or not, or a session's password is stored. */
export function hasRecord(storage: RecordStorage): boolean {
  return (
    Object.keys(readStored(storage, KEYS.session)).length > 0 || readStored(storage, KEYS.user).password !== undefined
  );
}

/** Returns the password of the stored session as ciphertext; empty if none is stored (A55). */
export function readPassword(storage: RecordStorage): string {
  return text(readStored(storage, KEYS.session).password);
}

/**
 * Stores a session and its user, with exactly the fields of rows 3-01 and 3-02. `password` is ciphertext, or empty without a stored
 * password. Without storage the session lasts as long as the document.
 */
export function writeRecord(storage: RecordStorage, session: Session, password: string) {
  const { pid, login, sessionID, token, timeStamp } = session;
  // The session is written last: no record marks it as expired then.
  writeUser(storage, session, password);
  writeStored(storage, KEYS.session, { pid, login, password, sessionID, token, timeStamp });
}

/** Stores the user of a session. The session itself is not written, because another tab may just have ended it. */
export function writeUser(storage: RecordStorage, { login, firstName, pid }: Session, password: string) {
  writeStored(storage, KEYS.user, { expired: false, login, password, firstName, pid });
}

/** Removes the session and its user. Only the login stays, for the next sign-in (A56). */
export function removeRecord(storage: RecordStorage) {
  const login = readLogin(storage) || text(readStored(storage, KEYS.session).login);
  remove(storage, KEYS.session);
  remove(storage, KEYS.played);
  writeStored(storage, KEYS.user, { expired: true, login });
}

/** Returns the login of the last sign-in; empty for a new visitor. */
export function readLogin(storage: RecordStorage): string {
  return text(readStored(storage, KEYS.user).login);
}

/** Removes the login of the last sign-in. */
export function removeLogin(storage: RecordStorage) {
  remove(storage, KEYS.user);
}

/** Returns the values of a stored object, which may have any type; empty if there is no object. */
export function readStored(storage: Pick<RecordStorage, "getItem">, key: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // An unreadable object counts as none.
    return {};
  }
}

/** Stores an object. Without storage, its values last as long as the document. */
export function writeStored(storage: Pick<RecordStorage, "setItem">, key: string, value: object) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing needs the stored values.
  }
}

function remove(storage: RecordStorage, key: string) {
  try {
    storage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
