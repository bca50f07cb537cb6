// Reads and writes the stored records of a session, for the session manager and the head script (A54, A56).

/** A session as the site knows it. */
export interface Session {
  readonly pid: number;
  readonly login: string;
  /** The rtgSession id, for the cashier. */
  readonly sessionID: string;
  /** The session token, for the API's header. */
  readonly token: string;
  /** When it began or was last renewed, in epoch milliseconds. */
  readonly timeStamp: number;
  /** Empty until the user data came, and for players without one. */
  readonly firstName: string;
}

/** Where records lie: local storage, or what stands in for it. Any of them may throw. */
export type RecordStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** A session is good until it is older than this, in milliseconds: 24 hours (rows 4.1-06, 9-03). */
export const MAX_AGE_MS = 24 * 60 * 60 * 1000;
/** The keys of the two records (A54), and of what the player opened last, which goes with them. */
export const KEYS = { session: "session", user: "user_session", played: "played" } as const;

/** The IndexedDB database with the key of the stored password; without the key the password cannot be decrypted (A55). */
export const PASSWORD_DATABASE = "croupier";

/** The live session; `undefined` where there is none, it is flagged expired or too old, or the record makes no sense. */
export function readRecord(storage: RecordStorage, now: number): Session | undefined {
  const record = parse(storage, KEYS.session);
  const user = parse(storage, KEYS.user);
  const { pid, token, timeStamp } = record;
  if (typeof pid !== "number" || typeof token !== "string" || !token || typeof timeStamp !== "number") return undefined;
  // A record from the future is of a clock that was wrong; so is its age.
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

/** Whether anything is stored as a session, live or not, or a password of one. */
export function hasRecord(storage: RecordStorage): boolean {
  return Object.keys(parse(storage, KEYS.session)).length > 0 || parse(storage, KEYS.user).password !== undefined;
}

/** The password of the stored session as ciphertext; empty where none is kept (A55). */
export function readPassword(storage: RecordStorage): string {
  return text(parse(storage, KEYS.session).password);
}

/**
 * Stores a session and who it is of, with exactly the fields of rows 3-01 and 3-02. `password` is ciphertext, or empty where
 * none is kept. Without storage the session lasts as long as the document.
 */
export function writeRecord(storage: RecordStorage, session: Session, password: string) {
  const { pid, login, sessionID, token, timeStamp } = session;
  // The session goes last: by then nothing calls it expired.
  writeUser(storage, session, password);
  write(storage, KEYS.session, { pid, login, password, sessionID, token, timeStamp });
}

/** Stores who a session is of, and leaves the session as it is: another tab may have ended it this moment. */
export function writeUser(storage: RecordStorage, { login, firstName, pid }: Session, password: string) {
  write(storage, KEYS.user, { expired: false, login, password, firstName, pid });
}

/** Removes the session; of who it was of only the login stays, for the next time (A56). */
export function removeRecord(storage: RecordStorage) {
  const login = readLogin(storage) || text(parse(storage, KEYS.session).login);
  remove(storage, KEYS.session);
  remove(storage, KEYS.played);
  write(storage, KEYS.user, { expired: true, login });
}

/** The login that was used last; empty for a new visitor. */
export function readLogin(storage: RecordStorage): string {
  return text(parse(storage, KEYS.user).login);
}

/** Forgets the login that was used last. */
export function removeLogin(storage: RecordStorage) {
  remove(storage, KEYS.user);
}

function parse(storage: RecordStorage, key: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // A record that cannot be read is no record.
    return {};
  }
}

function write(storage: RecordStorage, key: string, value: unknown) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // The document goes on without a record.
  }
}

function remove(storage: RecordStorage, key: string) {
  try {
    storage.removeItem(key);
  } catch {
    // Nothing was stored then.
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
