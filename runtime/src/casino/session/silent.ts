// Silent re-login: one tab at a time signs in with the kept password, and the others take over what it stored (A55, A68,
// A69, A72). A part, which comes when somebody signs in or when a session is renewed.

import { hasRecord, type RecordStorage, readPassword, readRecord, type Session, writeRecord } from "./record";
import type { Vault } from "./vault";

/** What the server made of a login that nobody typed: a session, its no, or nothing that could be called an answer. */
export type Asked = { readonly kind: "ok"; readonly session: Session } | { readonly kind: "refused" | "trouble" };

/** Signs in as the player of a session. */
export type Ask = (session: Session, password: string) => Promise<Asked>;

/** How a renewal ended. `settled`: what is stored now counts, whoever stored it. `trouble`: it can be tried again. */
export type Renewal = "settled" | "refused" | "trouble";

/** What a silent re-login needs of the document. */
export interface SilentPorts {
  readonly storage: RecordStorage;
  readonly vault: Vault;
  now(): number;
  /** Does something in one tab at a time. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Another tab has changed the stored session, or will not do so any more. */
  heard(): Promise<void>;
  /** Removes the key to the password. */
  wipe(): void;
}

/** The silent side of a session's life. */
export interface Silent {
  /** Keeps the password of a session for later, unless the session is over by then. */
  keep(session: Session, password: string): Promise<void>;
  renew(session: Session, ask: Ask): Promise<Renewal>;
}

/** Begins; once in each document. */
export function createSilent({ storage, vault, now, alone, heard, wipe }: SilentPorts): Silent {
  const stored = () => readRecord(storage, now());

  /** Stores the password beside a session, in place of the one with this token. */
  async function store(token: string, session: Session, password: string) {
    const sealed = await vault.seal(session.pid, password);
    const current = stored();
    // What came meanwhile counts: the player's names, and who signed out stays out.
    if (current?.token === token) {
      const { login, firstName } = current;
      writeRecord(storage, { ...session, login, firstName }, sealed);
    } else if (!hasRecord(storage)) wipe();
  }

  return {
    keep: (session, password) =>
      alone(async () => {
        const current = stored();
        if (current?.token === session.token) await store(session.token, current, password);
      }),
    renew: (session, ask) =>
      alone(async () => {
        const current = stored();
        if (current?.token !== session.token) return "settled";
        const opened = await vault.open(current.pid, readPassword(storage));
        // Another tab renewed it this moment, and what it stored takes its own way to this one.
        if (opened.kind === "changed" && stored()?.token === session.token) await heard();
        const asked = opened.kind === "password" ? await ask(current, opened.password) : ({ kind: "refused" } as const);
        if (stored()?.token !== session.token) return "settled";
        if (asked.kind === "trouble") return "trouble";
        if (asked.kind === "ok" && opened.kind === "password" && asked.session.pid === session.pid) {
          await store(session.token, asked.session, opened.password);
          return "settled";
        }
        // Gone before the next tab has its turn, which then asks in vain no more.
        wipe();
        return "refused";
      }),
  };
}
