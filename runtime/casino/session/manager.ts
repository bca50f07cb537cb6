// The session manager: owns the session of a document and its stored record, syncs tabs and renews the session (rows 4.1, A68 to
// A72). It holds state only. session_policy/ decides which page follows the start or the end of a session.

import { atom, type ReadableAtom } from "nanostores";
import type { RecordStorage } from "../config/config";
import {
  hasRecord,
  MAX_AGE_MS,
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
type SignOutReason = "logout" | "refused" | "elsewhere";

/** The end of a session. */
export interface SignedOut {
  readonly reason: SignOutReason;
  /** Resolves when the key of the stored password is removed, or after a second. */
  readonly removed: Promise<void>;
}

/** Result of a renewal: `renewed`, `over`, or `later` after a failure that was not a refusal. */
type RenewalResult = "renewed" | "over" | "later";

/** Age at which a session is renewed, in milliseconds: 4 hours (rows 4.1-08, 9-04). */
export const RENEW_AFTER_MS = 14_400_000;
/** Wait before another attempt, after a renewal that failed without a refusal, in milliseconds. */
export const RETRY_MS = 60_000;

/** The functions that the session manager needs from the document. */
export interface SessionPorts {
  readonly storage: RecordStorage;
  now(): number;
  /** Calls `callback` after `ms` milliseconds. The result cancels it. */
  after(ms: number, callback: () => void): () => void;
  /** Whether the document has the mark of a signed-in player. */
  isMarked(): boolean;
  /** Sets or removes the mark; style sheets and islands for players use it. */
  mark(isSignedIn: boolean): void;
  /** Calls back when another tab has changed the stored records. */
  onStored(callback: () => void): void;
  /** Calls back when the tab becomes visible or is restored from the back-forward cache. */
  onShown(callback: () => void): void;
  isVisible(): boolean;
  /** Loads the code of silent re-login. No document load follows the failure of an optional one. */
  silentRelogin(isOptional?: boolean): Promise<SilentRelogin>;
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
  storePassword(password: string): void;
  /** Changes names of the session, unless the session is over. */
  update(names: Partial<Pick<Session, "login" | "firstName">>): void;
  /** Ends the session and removes its record, token and key in this and all other tabs; only the login stays (A56). */
  signOut(reason: "logout" | "refused"): void;
  /** Calls back each time the session ends. An end before the first call is reported by that call. */
  onSignedOut(callback: (signedOut: SignedOut) => void): void;
  /**
   * Renews a session whose token the server refused. All callers, in all tabs, share one attempt (A72). `over` also means that another
   * player is signed in now.
   */
  renew(refused: Pick<Session, "pid" | "token">): Promise<RenewalResult>;
  /** Sets the login call of renewals. Before that, no session is renewed, and a refused token ends it. */
  renewBy(logIn: LogInAgain): void;
  savedLogin(): string;
  forgetLogin(): void;
}

/** Starts the session manager of a document; called once in each document. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: shared closures are smaller, and the weight of pages is limited.
export function startSessionManager(ports: SessionPorts): SessionManager {
  const { storage } = ports;
  const $session = atom<Session | undefined>(undefined);
  let cancel: (() => void) | undefined;
  let logIn: LogInAgain | undefined;

  /** The renewal in progress, and the token that it replaces. */
  let renewal: { readonly token: string; readonly result: Promise<RenewalResult> } | undefined;
  /** No renewal starts by itself before this instant, in epoch milliseconds. */
  let notBefore = 0;
  let report: ((signedOut: SignedOut) => void) | undefined;
  let unreported: SignedOut | undefined;

  const dueAt = ({ timeStamp }: Session) => Math.max(timeStamp + RENEW_AFTER_MS, notBefore);

  /** Sets the only timer. */
  function schedule(session: Session | undefined) {
    cancel?.();
    cancel = session && ports.after(timeUntilCheck(session, dueAt(session), ports.now()), check);
  }

  function applySession(session: Session | undefined) {
    const previous = $session.get();
    schedule(session);
    ports.mark(session !== undefined);

    // One player's data must be removed before the session of another player is visible.
    if (previous && session && previous.pid !== session.pid) $session.set(undefined);
    if (!isSame(previous, session)) $session.set(session);
    renewIfDue();
  }

  /** Renews the session if it is four hours old. A hidden tab waits until it is visible (A68). */
  function renewIfDue() {
    const session = $session.get();
    if (session && logIn && ports.isVisible() && ports.now() >= dueAt(session)) void renew(session);
  }

  function remove(): Promise<void> {
    removeRecord(storage);
    return ports.removeKey();
  }

  function reportEnd(signedOut: SignedOut) {
    if (report) report(signedOut);
    else unreported = signedOut;
  }

  /** Reads the stored session after another tab changed it. */
  function syncFromStorage() {
    const wasSignedIn = ports.isMarked();
    const next = readRecord(storage, ports.now());
    applySession(next);
    if (!wasSignedIn || next) return;

    // An expired record must leave neither token nor password behind.
    const removed = hasRecord(storage) ? remove() : Promise.resolve();
    reportEnd({ reason: "elsewhere", removed });
  }

  /** Removes an expired record and syncs. */
  function check() {
    if (hasRecord(storage) && !readRecord(storage, ports.now())) void remove();
    syncFromStorage();
  }

  function storePassword(password: string) {
    const session = $session.get();
    // If the code fails to load, the password is not stored, and the session ends after four hours. The page stays, because it
    // shows that the password was changed.
    if (session) void ports.silentRelogin(true).then((relogin) => relogin.storePassword(session, password), doNothing);
  }

  function signOut(reason: "logout" | "refused") {
    const stored = readRecord(storage, ports.now());
    // Another tab has stored a newer session, perhaps of another player. The server did not refuse that one.
    if (reason === "refused" && stored && stored.token !== $session.get()?.token) return syncFromStorage();

    applySession(undefined);
    reportEnd({ reason, removed: remove() });
  }

  function renew({ pid, token }: Pick<Session, "pid" | "token">): Promise<RenewalResult> {
    const session = $session.get();
    if (session?.pid !== pid) return Promise.resolve("over");
    if (session.token !== token) return Promise.resolve("renewed");

    // The renewal of an earlier session, perhaps of another player, may still be in progress.
    if (renewal?.token !== token) {
      const result = renewOnce(session).finally(() => {
        if (renewal?.token === token) renewal = undefined;
      });
      renewal = { token, result };
    }
    return renewal.result;
  }

  async function renewOnce(session: Session): Promise<RenewalResult> {
    const logInAgain = logIn;
    const result = logInAgain
      ? await ports
          .silentRelogin()
          .then((relogin) => relogin.renew(session, logInAgain))
          .catch(() => "trouble" as const)
      : "refused";

    // The next renewal must not start immediately, with any result and even after the computer slept.
    notBefore = ports.now() + RETRY_MS;

    // This or another tab may have ended the session meanwhile.
    const isUnchanged = () => $session.get()?.token === session.token;
    if (result === "stored") syncFromStorage();
    else if (result === "refused" && isUnchanged()) signOut("refused");
    if (!isUnchanged()) return $session.get()?.pid === session.pid ? "renewed" : "over";

    // The server did not refuse: the session stays valid for the rest of its 24 hours, and the renewal is repeated.
    schedule(session);
    return "later";
  }

  ports.onStored(syncFromStorage);
  ports.onShown(check);
  check();

  return {
    $session,
    signIn(session, password = "") {
      writeRecord(storage, session, "");
      applySession(session);
      if (password) storePassword(password);
    },
    storePassword,
    update(names) {
      const stored = readRecord(storage, ports.now());
      if (!stored || stored.token !== $session.get()?.token) return syncFromStorage();

      const next = { ...stored, ...names };
      // Another tab may just have ended the session, so only changed records are written.
      const store = next.login === stored.login ? writeUser : writeRecord;
      if (!isSame(stored, next)) store(storage, next, readPassword(storage));
      applySession(next);
    },
    signOut,
    onSignedOut(callback) {
      report = callback;
      if (unreported) callback(unreported);
      unreported = undefined;
    },
    renew,
    renewBy(logInAgain) {
      logIn = logInAgain;
      check();
    },
    savedLogin: () => readLogin(storage),
    forgetLogin: () => removeLogin(storage),
  };
}

/**
 * Returns the time until the next renewal, or until the end of the session if its renewal is due now. It depends on the record, not on
 * the page (A68).
 */
function timeUntilCheck({ timeStamp }: Session, renewalDue: number, now: number): number {
  const expiry = timeStamp + MAX_AGE_MS + 1;
  return (renewalDue > now ? Math.min(renewalDue, expiry) : expiry) - now;
}

function doNothing() {}

function isSame(a: Session | undefined, b: Session | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
