// The life of a session: the one owner of the stored record, of what the document says of it, and of the ways that its beginning and end lead (rows 4.1, A68 to A72).

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
import type { Ask, Silent } from "./silent";

/** Why a session ended here: the player said so, or the server took neither its token nor a renewal. */
export type SessionEnd = "logout" | "refused";

/** Whether a session was renewed, is over, or may be renewed later, since nobody said no. */
export type Renewed = "renewed" | "over" | "later";

/** A session is renewed when it is so old, in milliseconds: 4 hours (rows 4.1-08, 9-04). */
export const RENEW_AFTER_MS = 14_400_000;
/** A renewal that met trouble is tried again after so long, in milliseconds. */
export const RETRY_MS = 60_000;

/** What a session needs of the document that it lives in. Pages are named without the path that the site lies under. */
export interface LifePorts {
  readonly storage: RecordStorage;
  now(): number;
  /** Calls back after so many milliseconds. The result cancels. */
  after(ms: number, then: () => void): () => void;
  /** Whether the document says that a player is signed in. */
  isMarked(): boolean;
  /** Says so: the style sheet, and islands that wait for a player, go by it. */
  mark(isSignedIn: boolean): void;
  /** The page that is shown. */
  page(): string;
  /** Leads to a page as a click does. */
  visit(page: string, replace: boolean): void;
  /** Leads to a page by a document load in place of this one. */
  leave(page: string): void;
  /** Opens the login form on the first page, when that is there. */
  openLogin(): void;
  /** Another tab has changed what is stored. */
  onStored(then: () => void): void;
  /** The tab became visible, or came back from the back-forward cache. */
  onShown(then: () => void): void;
  /** Whether anybody can see the tab. */
  isVisible(): boolean;
  /** Silent re-login, which comes when it is needed. */
  silent(): Promise<Silent>;
  /** Removes the key to the kept password; `leave` waits for it. */
  wipe(): void;
  /** A page is about to be shown; `redirect` leads to another instead. */
  onVisit(then: (page: string, redirect: (page: string) => void) => void): void;
}

/** What the rest of the site may do with the session. */
export interface Life {
  /** The player's session; `undefined` for a guest. */
  readonly $session: ReadableAtom<Session | undefined>;
  /** Signed in or up: keeps the session, and leads a guest to the lobby. With its password the session can renew itself (A55). */
  begin(session: Session, password?: string): void;
  /** Keeps another password for silent re-login, after it was changed (A105). */
  keepPassword(password: string): void;
  /** Completes or corrects the session, unless it is over by now. */
  update(part: Partial<Pick<Session, "login" | "firstName">>): void;
  /** Ends the session and empties its record; only the login stays (A56). */
  end(reason: SessionEnd): void;
  /** The server no longer takes `token`: resolves to whether there is another by now. All who ask, in all tabs, share one attempt (A72). */
  renew(token: string): Promise<Renewed>;
  /** Says how the server is asked. Until then no session is renewed, and a token that is not taken ends it. */
  renewBy(ask: Ask): void;
  savedLogin(): string;
  forgetLogin(): void;
}

const HOME = "/";
const LOBBY = "/lobby/games/";

/** Begins to look after the session of a document; once in each document. */
export function startLife(ports: LifePorts): Life {
  const { storage } = ports;
  const $session = atom<Session | undefined>(undefined);
  let cancel = () => {};
  let ask: Ask | undefined;
  let renewal: Promise<Renewed> | undefined;
  /** After one renewal no other begins by itself before this moment. */
  let notBefore = 0;

  const dueAt = ({ timeStamp }: Session) => Math.max(timeStamp + RENEW_AFTER_MS, notBefore);

  /** Sets the one timer: for the next renewal, and for the end where that is due already. It follows the record, not the page (A68). */
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
    // What is kept of one player must be gone before another's session is seen.
    if (before && next && before.pid !== next.pid) $session.set(undefined);
    if (!isSame(before, next)) $session.set(next);
  }

  function remove() {
    removeRecord(storage);
    ports.wipe();
  }

  /** Takes over what is stored. A player who is one no longer goes to the first page in every tab (A69). */
  function adopt() {
    const wasIn = ports.isMarked();
    const next = readRecord(storage, ports.now());
    set(next);
    // A record that is over leaves neither token nor password behind.
    if (wasIn && !next && hasRecord(storage)) remove();
    if (wasIn && !next) ports.leave(HOME);
    // Who signed in elsewhere reads on here; only the first page is none for players (row 2.1-02).
    if (!wasIn && next && ports.page() === HOME) ports.visit(LOBBY, true);
  }

  /**
   * The same; a session that is over leaves nothing behind, and one of four hours is renewed where somebody looks. A tab that
   * nobody sees waits until it is seen (A68).
   */
  function check() {
    if (hasRecord(storage) && !readRecord(storage, ports.now())) remove();
    adopt();
    const mine = $session.get();
    if (mine && ask && ports.isVisible() && ports.now() >= dueAt(mine)) void renew(mine.token);
  }

  function begin(session: Session, password = "") {
    const wasIn = ports.isMarked();
    writeRecord(storage, session, "");
    set(session);
    if (password) keepPassword(password);
    const page = ports.page();
    if (!wasIn && !page.startsWith("/lobby/")) ports.visit(LOBBY, page === HOME);
  }

  function keepPassword(password: string) {
    const mine = $session.get();
    // What does not come keeps nothing: the session then ends after four hours.
    if (mine) void ports.silent().then((silent) => silent.keep(mine, password), nothing);
  }

  function end(reason: SessionEnd) {
    set(undefined);
    remove();
    if (reason === "logout") return ports.leave(HOME);
    if (ports.page() !== HOME) ports.visit(HOME, true);
    ports.openLogin();
  }

  function renew(token: string): Promise<Renewed> {
    const mine = $session.get();
    if (!mine) return Promise.resolve("over");
    if (mine.token !== token) return Promise.resolve("renewed");
    renewal ??= attempt(mine).finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  async function attempt(mine: Session): Promise<Renewed> {
    const how = ask;
    const ended = how
      ? await ports
          .silent()
          .then((silent) => silent.renew(mine, how))
          .catch(() => "trouble" as const)
      : "refused";
    // Whatever came of it, and however long the machine slept meanwhile: the next one is not asked for at once.
    notBefore = ports.now() + RETRY_MS;
    // Meanwhile another tab, or this one, may have ended it.
    const isMine = () => $session.get()?.token === mine.token;
    if (ended === "settled") adopt();
    else if (ended === "refused" && isMine()) end("refused");
    if (!isMine()) return $session.get()?.pid === mine.pid ? "renewed" : "over";
    // Nobody said no: the session is kept for the rest of its 24 hours, and tries again.
    plan(mine);
    return "later";
  }

  ports.onStored(adopt);
  ports.onShown(check);
  ports.onVisit((page, redirect) => {
    if (page === HOME && $session.get()) redirect(LOBBY);
  });
  check();

  return {
    $session,
    begin,
    keepPassword,
    update(part) {
      const mine = readRecord(storage, ports.now());
      if (!mine || mine.token !== $session.get()?.token) return adopt();
      const next = { ...mine, ...part };
      // What another tab ends has its own time to get here: as little as possible is written, and nothing that is there already.
      const store = next.login === mine.login ? writeUser : writeRecord;
      if (!isSame(mine, next)) store(storage, next, readPassword(storage));
      set(next);
    },
    end,
    renew,
    renewBy(how) {
      ask = how;
      check();
    },
    savedLogin: () => readLogin(storage),
    forgetLogin: () => removeLogin(storage),
  };
}

function nothing() {}

function isSame(one: Session | undefined, other: Session | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
