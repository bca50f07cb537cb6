// Waiting for the end of one visit, among others, with the real state machine of visits.

import { listen, send } from "@croupier/loader";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createVisits } from "../../../loader/src/loader/core/visits";
import { page } from "../../../loader/tests/test_visits";
import { signIn, signOut } from "../../session/session";
import { followSignOut } from "../../session_policy/follow_session";
import { visitPage } from "../../session_policy/navigation";

/** Panels that were requested. */
let opened: string[];
/** Ends the load of a page; `failed` with its fallback, which stays on the page. */
let loads: Map<string, (kind: "page" | "failed") => void>;
let go: (to: string) => void;

beforeEach(() => {
  vi.stubGlobal("document", Object.assign(new EventTarget(), { getElementById: () => null }));
  vi.stubGlobal("location", { href: "https://site.example/info/faq/" });
  opened = [];
  loads = new Map();
  const visits = createVisits({
    load: (to) =>
      new Promise((resolve) => {
        loads.set(to, (kind) => resolve(kind === "page" ? { kind, page: page(to) } : { kind }));
      }),
    probe: () => Promise.resolve(undefined),
    loadError: () => Promise.resolve({ kind: "failed" }),
    swap: () => Promise.resolve(),
    fallBack: () => Promise.resolve("stay"),
    assign: () => new Promise(() => {}),
    stay: () => {},
    observe: (visit) => send("croupier:visit", visit),
  });
  go = (to) => visits.dispatch({ type: "go", to, action: "push", since_ms: 0 });
  listen("croupier:navigate", ({ to, replace }) =>
    visits.dispatch({ type: "go", to, action: replace ? "replace" : "push", since_ms: 0 }),
  );
  listen("croupier:open", ({ view: panel }) => void opened.push(panel));
});
afterEach(() => void vi.unstubAllGlobals());

const settle = () => new Promise((resolve) => setTimeout(resolve));

test("the end of a visit that this one replaces is not its own end", async () => {
  for (const older of ["/slow/", "/lobby/games/"]) {
    go(older);
    const ended = vi.fn();
    void visitPage("/lobby/games/", { replace: true }).then(ended);
    await settle();
    expect(ended).not.toHaveBeenCalled();
    loads.get("/lobby/games/")?.("page");
    await settle();
    expect(ended).toHaveBeenCalledWith("done");
  }
});

test("a later click ends the visit as cancelled, and a failed load as failed", async () => {
  const replaced = visitPage("/lobby/games/");
  go("/info/terms/");
  expect(await replaced).toBe("cancelled");
  const failed = visitPage("/lobby/games/");
  loads.get("/lobby/games/")?.("failed");
  expect(await failed).toBe("failed");
});

test("a visit that is in progress already is followed to its end", async () => {
  go("/lobby/games/");
  const joined = visitPage("/lobby/games/");
  loads.get("/lobby/games/")?.("page");
  expect(await joined).toBe("done");
});

// Rows: 4.1-11
test("a session that the server refuses during a visit opens LOGIN on the first page", async () => {
  followSignOut();
  signIn({ pid: 1001, login: "annx", sessionID: "s", token: "t", timeStamp: Date.now(), firstName: "Ann" });
  go("/slow/");
  signOut("refused");
  await settle();
  expect(opened).toEqual([]);
  loads.get("/")?.("page");
  await settle();
  expect(opened).toEqual(["login"]);
});
