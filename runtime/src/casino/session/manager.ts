// The session manager: owns the session of a document and its stored record, syncs tabs and renews the session (rows 4.1, A68 to
// A72). It holds state only. session_policy/ decides which page follows the start or the end of a session.

import { atom, type ReadableAtom } from "nanostores";
import {
  hasRecord,
  MAX_AGE_MS,
  type RecordStorage,
  readLogin,
  readPassword,
  readRecord,
  removeLogin,
  removeRecord,
  type Session,
  writeRecord,
  writeUser,
} from "./record";
import type { LogInAgain, SilentRelogin } from "./silent_relogin";

/** Why a session ended: the player logged out here, the server refused token and renewal, or it ended in another tab or by its age. */
export type SignOutReason = "logout" | "refused" | "elsewhere";

/** The end of a session. */
export interface SignedOut {
  readonly reason: SignOutReason;
  /** Resolves when the key of the stored password is removed, or after a second. */
  readonly removed: Promise<void>;
}

/** Result of a renewal: `renewed`, `over`, or `later` after a failure that was not a refusal. */
export type Renewed = "renewed" | "over" | "later";

/** Age at which a session is renewed, in milliseconds: 4 hours (rows 4.1-08, 9-04). */
export const RENEW_AFTER_MS = 14_400_000;
/** Wait before another attempt, after a renewal that failed without a refusal, in milliseconds. */
export const RETRY_MS = 60_000;

/** The functions that the session manager needs from the document. */
export interface SessionPorts {
  readonly storage: RecordStorage;
  now(): number;
  /** Calls `then` after `ms` milliseconds. The result cancels it. */
  after(ms: number, then: () => void): () => void;
  /** Whether the document has the mark of a signed-in player. */
  isMarked(): boolean;
  /** Sets or removes the mark; style sheets and islands for players use it. */
  mark(isSignedIn: boolean): void;
  /** Calls back when another tab has changed the stored records. */
  onStored(then: () => void): void;
  /** Calls back when the tab becomes visible or is restored from the back-forward cache. */
  onShown(then: () => void): void;
  isVisible(): boolean;
  /** Loads the code of silent re-login. */
  silentRelogin(): Promise<SilentRelogin>;
  /** Removes the key of the stored password. Resolves when it is removed, or after a second. */
  removeKey(): Promise<void>;
}

/** The session of a document. */
export interface SessionManager {
  /** The player's session; `undefined` for a guest. */
  readonly $session: ReadableAtom<Session | undefined>;
  /** Stores a new session. With its password the session can be renewed (A55). */
  signIn(session: Session, password?: string): void;
  /** Replaces the stored password after the player changed it (A105). */
  keepPassword(password: string): void;
  /** Changes names of the session, unless the session is over. */
  update(part: Partial<Pick<Session, "login" | "firstName">>): void;
  /** Ends the session and removes its record, token and key in this and all other tabs; only the login stays (A56). */
  signOut(reason: "logout" | "refused"): void;
  /** Calls back each time the session ends. An end before the first call is reported by that call. */
  onSignedOut(then: (end: SignedOut) => void): void;
  /** Renews the session whose `token` the server refused. All callers, in all tabs, share one attempt (A72). */
  renew(token: string): Promise<Renewed>;
  /** Sets the login call of renewals. Before that, no session is renewed, and a refused token ends it. */
  renewBy(logIn: LogInAgain): void;
  savedLogin(): string;
  forgetLogin(): void;
}

/** Starts the session manager of a document; called once in each document. */
export function startSessionManager(ports: SessionPorts): SessionManager {
  const { storage } = ports;
  const $session = atom<Session | undefined>(undefined);
  let cancel = () => {};
  let logIn: LogInAgain | undefined;
  let renewal: Promise<Renewed> | undefined;
  /** No renewal starts by itself before this instant, in epoch milliseconds. */
  let notBefore = 0;
  let report: ((end: SignedOut) => void) | undefined;
  let unreported: SignedOut | undefined;

  const dueAt = ({ timeStamp }: Session) => Math.max(timeStamp + RENEW_AFTER_MS, notBefore);

  /** Sets the only timer: for the next renewal, or for the end of a session that is due. It depends on the record, not the page (A68). */
  function plan(session: Session | undefined) {
    cancel();
    cancel = () => {};
    if (!session) return;
    const now = ports.now();
    const due = dueAt(session);
    const end = session.timeStamp + MAX_AGE_MS + 1;
    cancel = ports.after((due > now ? Math.min(due, end) : end) - now, check);
  }

  function set(next: Session | undefined) {
    const before = $session.get();
    plan(next);
    ports.mark(next !== undefined);
    // One player's data must be removed before the session of another player is visible.
    if (before && next && before.pid !== next.pid) $session.set(undefined);
    if (!isSame(before, next)) $session.set(next);
  }

  function remove(): Promise<void> {
    removeRecord(storage);
    return ports.removeKey();
  }

  function reportEnd(end: SignedOut) {
    if (report) report(end);
    else unreported = end;
  }

  /** Reads the stored session after another tab changed it. */
  function syncFromStorage() {
    const wasIn = ports.isMarked();
    const next = readRecord(storage, ports.now());
    set(next);
    if (!wasIn || next) return;
    // An expired record must leave neither token nor password behind.
    const removed = hasRecord(storage) ? remove() : Promise.resolve();
    reportEnd({ reason: "elsewhere", removed });
  }

  /** Syncs, removes an expired record, and renews a session after four hours. A hidden tab waits until it is visible (A68). */
  function check() {
    if (hasRecord(storage) && !readRecord(storage, ports.now())) void remove();
    syncFromStorage();
    const mine = $session.get();
    if (mine && logIn && ports.isVisible() && ports.now() >= dueAt(mine)) void renew(mine.token);
  }

  function keepPassword(password: string) {
    const mine = $session.get();
    // If the code fails to load, the password is not stored, and the session ends after four hours.
    if (mine) void ports.silentRelogin().then((silent) => silent.keep(mine, password), doNothing);
  }

  function signOut(reason: "logout" | "refused") {
    set(undefined);
    reportEnd({ reason, removed: remove() });
  }

  function renew(token: string): Promise<Renewed> {
    const mine = $session.get();
    if (!mine) return Promise.resolve("over");
    if (mine.token !== token) return Promise.resolve("renewed");
    renewal ??= renewOnce(mine).finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  async function renewOnce(mine: Session): Promise<Renewed> {
    const by = logIn;
    const result = by
      ? await ports
          .silentRelogin()
          .then((silent) => silent.renew(mine, by))
          .catch(() => "trouble" as const)
      : "refused";
    // The next renewal must not start immediately, with any result and even after the computer slept.
    notBefore = ports.now() + RETRY_MS;
    // This or another tab may have ended the session meanwhile.
    const isMine = () => $session.get()?.token === mine.token;
    if (result === "stored") syncFromStorage();
    else if (result === "refused" && isMine()) signOut("refused");
    if (!isMine()) return $session.get()?.pid === mine.pid ? "renewed" : "over";
    // The server did not refuse: the session stays valid for the rest of its 24 hours, and the renewal is repeated.
    plan(mine);
    return "later";
  }

  ports.onStored(syncFromStorage);
  ports.onShown(check);
  check();

  return {
    $session,
    signIn(session, password = "") {
      writeRecord(storage, session, "");
      set(session);
      if (password) keepPassword(password);
    },
    keepPassword,
    update(part) {
      const mine = readRecord(storage, ports.now());
      if (!mine || mine.token !== $session.get()?.token) return syncFromStorage();
      const next = { ...mine, ...part };
      // Another tab may just have ended the session, so only changed records are written.
      const store = next.login === mine.login ? writeUser : writeRecord;
      if (!isSame(mine, next)) store(storage, next, readPassword(storage));
      set(next);
    },
    signOut,
    onSignedOut(then) {
      report = then;
      if (unreported) then(unreported);
      unreported = undefined;
    },
    renew,
    renewBy(by) {
      logIn = by;
      check();
    },
    savedLogin: () => readLogin(storage),
    forgetLogin: () => removeLogin(storage),
  };
}

function doNothing() {}

function isSame(one: Session | undefined, other: Session | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
