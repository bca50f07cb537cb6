// Who is signed in: one record in local storage, shared by all islands and all tabs of this site (A54).

import { atom } from "nanostores";

/** A session as it is stored. The password is never part of it. */
export interface Session {
  readonly pid: number;
  readonly login: string;
  /** The rtgSession id, for the cashier. */
  readonly sessionID: string;
  /** The session token, for the API's header. */
  readonly token: string;
  /** When it began, in epoch milliseconds. */
  readonly timeStamp: number;
  /** Empty until the user data came. */
  readonly firstName: string;
}

/** How long a session is good, in milliseconds (row 4.1-06). */
export const GOOD_FOR = 24 * 60 * 60 * 1000;
const SESSION = "session";
const USER = "user_session";

/** The player's session; `undefined` for a guest. Guests on the server, too. */
export const session = atom<Session | undefined>(undefined);

/** Reads the stored session, once, when the first island wakes; later calls only look whether it is still good. */
export function readSession(now = Date.now()): Session | undefined {
  const stored = parsed<Session>(SESSION);
  const user = parsed<{ expired?: boolean }>(USER);
  const good = stored?.token && !user?.expired && now - stored.timeStamp <= GOOD_FOR ? stored : undefined;
  if (good?.token !== session.get()?.token || good?.firstName !== session.get()?.firstName) session.set(good);
  return good;
}

/** Begins a session, or completes the one that began. */
export function keepSession(begun: Session) {
  write(SESSION, begun);
  write(USER, { expired: false, login: begun.login, firstName: begun.firstName, pid: begun.pid });
  document.documentElement.dataset.session = "in";
  session.set(begun);
}

/** Ends the session; only the login stays, for the next time (A56). */
export function endSession() {
  const login = session.get()?.login ?? savedLogin();
  remove(SESSION);
  write(USER, { expired: true, login });
  delete document.documentElement.dataset.session;
  session.set(undefined);
}

/** The login that was used last; empty for a new visitor. */
export function savedLogin(): string {
  return parsed<{ login?: string }>(USER)?.login ?? "";
}

/** Forgets the login that was used last. */
export function forgetLogin() {
  remove(USER);
}

function parsed<T>(key: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: unknown) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the session lasts as long as the document.
  }
}

function remove(key: string) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored then.
  }
}
