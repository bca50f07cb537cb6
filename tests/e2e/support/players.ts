// Players and sessions of the sandbox, and sessions without an API.

import type { BrowserContext, Page } from "@playwright/test";
import { DEV } from "../playwright.config";

/** The password of every seeded player. */
export const PASSWORD = "Secret-123!";

/** A session as the site stores it, and the first name from the second record. */
export interface StoredSession {
  readonly pid: number;
  readonly login: string;
  readonly sessionID: string;
  readonly token: string;
  readonly timeStamp: number;
  readonly firstName: string;
}

/** Signs in a seeded player at the sandbox of `origin` and returns the session. */
export async function createSession(origin: string, login: string): Promise<StoredSession> {
  const body = { login, password: PASSWORD, skin_id: 1, client_id: 3, for_money: true, player_timezone: "+00:00" };
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${origin}/api/794/login`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${login} cannot sign in: ${response.status} ${await response.text()}`);
  const { pid, rtgSession, sessionToken } = (await response.json()) as {
    pid: number;
    rtgSession: { session_id: string };
    sessionToken: string;
  };
  return { pid, login, sessionID: rtgSession.session_id, token: sessionToken, timeStamp: Date.now(), firstName: "" };
}

let players = 0;

/** Creates a player for one test, with the common password. Changes to this player do not affect other tests. */
export async function newPlayer(origin = DEV): Promise<{ readonly pid: number; readonly login: string }> {
  const email = `nora.${process.pid}.${Date.now()}.${++players}@example.com`;
  const name = { first_name: "Nora", last_name: "Newman", birth_date: "1990-02-03" };
  const body = { ...name, email, password: PASSWORD, skin_id: 1, client_id: 3, aid: "", download_id: "" };
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${origin}/api/794/signup`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`signup failed: ${response.status} ${await response.text()}`);
  const { pid, login } = (await response.json()) as { pid: number; login: string };
  return { pid, login };
}

/** Returns the two stored records of a session without its password, as the site below `base` stores them. */
export function storageRecords({ firstName, ...session }: StoredSession, base = ""): Readonly<Record<string, string>> {
  const { login, pid } = session;
  const password = "";
  const nameOf = (name: string) => (base ? `${name} ${base}` : name);
  return {
    [nameOf("session")]: JSON.stringify({ ...session, password }),
    [nameOf("user_session")]: JSON.stringify({ expired: false, login, password, firstName, pid }),
  };
}

/** Returns the hash in an email link to a player, as the sandbox computes it. */
export const linkHash = (pid: number) => `${"5a".repeat(28)}${String(pid).padStart(8, "0")}`;

/** Returns an invented session, for pages that are served without an API. */
export function fakeSession(changes: Partial<StoredSession> = {}): StoredSession {
  const defaults = { pid: 1, login: "annx", sessionID: "s", token: "t", firstName: "Ann" };
  return { ...defaults, timeStamp: Date.now(), ...changes };
}

/** Changes local storage from a temporary tab, so that open tabs get storage events. `null` removes a record. */
export async function changeStorage(
  context: BrowserContext,
  origin: string,
  records: Readonly<Record<string, string | null>>,
) {
  const tab = await context.newPage();
  await tab.goto(`${origin}/favicon.svg`);
  await tab.evaluate((records) => {
    for (const [key, value] of Object.entries(records))
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
  }, records);
  await tab.close();
}

/** Signs in from another tab, without the form. */
export async function signIn(context: BrowserContext, origin: string, login = "annx"): Promise<StoredSession> {
  const signedIn = await createSession(origin, login);
  await changeStorage(context, origin, storageRecords(signedIn));
  return signedIn;
}

/** Sends a command to the sandbox of the tests, such as `push` or `player`. */
export async function commandSandbox(name: string, body: object, origin = DEV) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${origin}/sandbox/${name}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`the sandbox rejected ${name}: ${response.status} ${await response.text()}`);
}

/** Signs in a new player with the given sandbox states, on every page that opens from now on. */
export async function openAsNewPlayer(page: Page, ...states: string[]) {
  const player = await newPlayer();
  await commandSandbox("player", { pid: player.pid, states });
  const records = storageRecords(await createSession(DEV, player.login));
  await page.addInitScript((records) => {
    for (const [name, value] of Object.entries(records)) localStorage.setItem(name, value);
  }, records);
  return player;
}

/** Signs in a new player with the given sandbox states and balance, in all tabs. Returns the player id. */
export async function signInPlayer(context: BrowserContext, states: readonly string[] = ["ready"], cents?: number) {
  const { pid, login } = await newPlayer();
  await commandSandbox("player", { pid, states, ...(cents === undefined ? {} : { cents }) });
  await signIn(context, DEV, login);
  return pid;
}
