// The tabs of the cashier and of live tables, which open before their content is known: none remains blank.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deposit } from "../../deposit/model/deposit";
import { enterTable } from "../../live_dealer/lobbies";
import { $user } from "../../player/player";
import { signIn, signOut } from "../../session/session";

const ANN = { pid: 1001, login: "annx", sessionID: "s", token: "t", timeStamp: Date.now(), firstName: "Ann" };
const USER = { pid: 1001, address: "1 Main St", city: "Miami", state: "FL", zip: "33101" };
const CONFIG = {
  textContent: JSON.stringify({
    cashier: { hosts: ["cashier.example"] },
    livedealer: { hosts: ["tables.example"] },
  }),
};
const FIELDS = ["hashed_password", "lang", "login", "player_id", "session_id", "sign_up_skin", "sportsbook"];
const FORM = {
  url: "https://cashier.example/start",
  launch_page: "Deposits.asp",
  info: Object.fromEntries(FIELDS.map((name) => [name, "x"])),
};

let tabs: { closed: boolean; close(): void; location: { replace(url: string): void } }[];
let body: unknown;
/** Called when the response of the server arrives. */
let onResponse: () => void;

beforeEach(() => {
  tabs = [];
  onResponse = () => {};
  const element = () => ({ append: () => {}, submit: () => {}, remove: () => {} });
  const page = { getElementById: () => CONFIG, createElement: element, body: element(), hidden: false };
  vi.stubGlobal("document", Object.assign(new EventTarget(), page));
  vi.stubGlobal("location", new URL("https://site.example/cashier/"));
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("window", {
    open() {
      const tab = {
        closed: false,
        close: () => {
          tab.closed = true;
        },
        location: { replace: vi.fn() },
        document: { title: "", body: { textContent: "" } },
      };
      tabs.push(tab);
      return tab;
    },
  });
  vi.stubGlobal("fetch", () => {
    onResponse();
    return Promise.resolve(new Response(JSON.stringify(body)));
  });
  // As in Safari before 17.
  vi.stubGlobal("URL", class extends URL {});
  Reflect.set(URL, "canParse", undefined);
  Reflect.set(URL, "parse", undefined);
  signIn(ANN);
  vi.spyOn($user, "get").mockReturnValue({ data: USER, loading: false } as unknown as ReturnType<typeof $user.get>);
});
afterEach(() => {
  signOut("logout");
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("the cashier and a live table open without newer interfaces of URLs", async () => {
  body = FORM;
  expect(await deposit("Opening")).toEqual({ kind: "opened" });
  body = { message: "https://tables.example/sit/3" };
  expect(await enterTable(3, "Opening")).toEqual({ kind: "opened" });
  expect(tabs.map(({ closed }) => closed)).toEqual([false, false]);
});

test("an unexpected error closes the tab", async () => {
  body = FORM;
  vi.spyOn(document, "createElement").mockImplementation(() => {
    throw new Error("out of memory");
  });
  await expect(deposit("Opening")).rejects.toThrow("out of memory");
  expect(tabs.map(({ closed }) => closed)).toEqual([true]);
});

test("a cashier and a table of one player do not open for the next", async () => {
  onResponse = () => signIn({ ...ANN, pid: 1002, token: "t2" });
  body = FORM;
  expect(await deposit("Opening")).toEqual({ kind: "failed", failure: { kind: "cancelled" } });
  signIn(ANN);
  body = { message: "https://tables.example/sit/3" };
  expect(await enterTable(3, "Opening")).toEqual({ kind: "failed", failure: { kind: "cancelled" } });
  expect(tabs.map(({ closed }) => closed)).toEqual([true, true]);
});
