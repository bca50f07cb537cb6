// Login, logout and account details with a fake network: the requests, and their effect on the session.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changePassword } from "../../account/api/passwords";
import { config } from "../../config/config";
import { loadDefaultPromotions } from "../../coupons/store/default_promotions";
import { loadGames } from "../../games/games";
import { loadWinners } from "../../jackpot/store/jackpot_feed";
import { logIn } from "../../onboarding/requests/login";
import { saveDetails } from "../../player/api/profile";
import { loadUser, logOut } from "../../player/player";
import { $session, type Session, signIn, signOut } from "../../session/session";

interface Sent {
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly token: string | undefined;
  readonly answer: (status: number, body?: unknown) => void;
}

let sent: Sent[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal(
    "fetch",
    (url: string, { body, headers, signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
        sent.push({
          url,
          body: JSON.parse(typeof body === "string" ? body : "{}"),
          token: (headers as Record<string, string>)[config().api.session_header],
          answer: (status, body = {}) => resolve(new Response(JSON.stringify(body), { status })),
        });
      }),
  );
});
afterEach(() => {
  signOut("logout");
  vi.unstubAllGlobals();
});

const ann = (token: string): Session => ({
  pid: 1001,
  login: "annx",
  sessionID: "s1",
  token,
  timeStamp: Date.now(),
  firstName: "Ann",
});
const requestSent = () => vi.waitFor(() => expect(sent.length).toBeGreaterThan(0));
const requestAt = (index: number): Sent => {
  const entry = sent[index];
  if (!entry) throw new Error(`only ${sent.length} were sent`);
  return entry;
};

// Rows: 4.1-16
test("logout ends the session before the response and sends its token", async () => {
  signIn(ann("t1"));
  const loggedOut = logOut();
  expect($session.get()).toBeUndefined();
  await requestSent();
  expect(requestAt(0).token).toBe("t1");
  // A player who signs in before the response stays signed in.
  signIn(ann("t2"));
  requestAt(0).answer(401);
  await loggedOut;
  expect($session.get()?.token).toBe("t2");
  expect(sent).toHaveLength(1);
});

const ANNX = { login: "annx", password: "x" };

// Rows: A74
test("a login after a cancelled one sends its own call", async () => {
  const controller = new AbortController();
  const cancelled = logIn(ANNX, controller.signal);
  await requestSent();
  controller.abort();
  const login = logIn(ANNX);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  const repeatedLogin = logIn(ANNX);
  requestAt(1).answer(400, { errorMessage: "No" });
  expect(await cancelled).toEqual({ kind: "cancelled" });
  expect([await login, await repeatedLogin]).toEqual(Array(2).fill({ kind: "refused", message: "No", status: 400 }));
  expect(sent).toHaveLength(2);
});

// Rows: 7.1-10
test("names are sent back as they were read", async () => {
  signIn(ann("t1"));
  const names = { first_name: " Ann\u200b  Marie ", last_name: "x".repeat(100) };
  const read = loadUser(1001);
  await requestSent();
  const address = { address_one: "", city: "", country_id: "CA", state_id: "", zip_code: "" };
  requestAt(0).answer(200, {
    player_id: "1001",
    login: "annx",
    birth_date: "",
    hashed_password: "",
    player_class: "",
    total_deposits_number: 0,
    contact: { ...names, ...address, email: "ann@example.com" },
  });
  const user = await read;
  if (user.kind !== "ok") throw new Error(user.kind);
  const details = { address: "1 Road", city: "Town", state: "", zip: "1", gender: "F", phone: "1" };
  void saveDetails(user.value, details);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(requestAt(1).body).toMatchObject(names);
});

// Rows: 7.4-01, A64
test("the games, promotions and winners files are below the base path of the site", async () => {
  const { base, games, lobby_jackpot } = config();
  const files = { desktop_url: "/games.json", coupons_url: "/coupons.json" };
  Object.assign(config(), {
    base: "/docs",
    games: { ...games, ...files },
    lobby_jackpot: { ...lobby_jackpot, winners_url: "/winners.json" },
  });
  void Promise.all([loadGames(), loadDefaultPromotions(), loadWinners()]);
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  expect(sent.map(({ url }) => url)).toEqual(["/docs/games.json", "/docs/coupons.json", "/docs/winners.json"]);
  Object.assign(config(), { base, games, lobby_jackpot });
});

// Rows: 4.2-17, A72, A105
test("a 401 to a password change ends no session while the token is valid", async () => {
  const balance = [{ balance: 50, currency_symbol: "$" }];
  signIn(ann("t1"));
  const wrongPassword = changePassword("wrong-1", "N3w-Secret!");
  await requestSent();
  requestAt(0).answer(401, { errorMessage: "Your current password is not correct." });
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect([requestAt(1).url.includes("/players/1001/balance"), requestAt(1).token]).toEqual([true, "t1"]);
  requestAt(1).answer(200, balance);
  expect(await wrongPassword).toEqual({
    kind: "refused",
    message: "Your current password is not correct.",
    status: 401,
  });
  expect($session.get()?.token).toBe("t1");

  const repeated = changePassword("Secret-123!", "N3w-Secret!");
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  requestAt(2).answer(401);
  await vi.waitFor(() => expect(sent).toHaveLength(4));
  signIn(ann("t2"));
  requestAt(3).answer(200, balance);
  await vi.waitFor(() => expect(sent).toHaveLength(5));
  expect(requestAt(4).token).toBe("t2");
  requestAt(4).answer(200, { message: "OK" });
  expect(await repeated).toEqual({ kind: "ok", value: true });
});
