// The effects of each action (4.2).

import { expect, test } from "vitest";
import type { Action } from "../../content/failure_messages";
import { type ActionPorts, runAction } from "../../onboarding/ui/use_onboarding";
import { panelFor } from "../../panel/panel";
import { FOR_GUESTS } from "../../session_policy/navigation";

/** Returns the effects of an action in order. */
function run(action: Action, isOpen = true): readonly unknown[][] {
  const effects: unknown[][] = [];
  const record =
    (name: string) =>
    (...args: readonly unknown[]) =>
      void effects.push([name, ...args.filter((arg) => arg !== undefined)]);
  const ports: ActionPorts = {
    isOpen: () => isOpen,
    close: record("close"),
    show: record("show"),
    go: record("go"),
    openWindow: record("openWindow"),
    perform: record("perform"),
  };
  runAction(action, ports);
  return effects;
}

// Rows: 4.2-21, 4.2-25, 4.2-26
test("forms, account details and the cashier replace the current panel", () => {
  expect(run({ type: "SHOW_ONBOARDING", about: "signup" })).toEqual([["show", "signup"]]);
  expect(run({ type: "SHOW_ONBOARDING" })).toEqual([["show", "login"]]);
  expect(run({ type: "SHOW_DETAILS_FORM" })).toEqual([["show", "moreDetails"]]);
  expect(run({ type: "SHOW_CASHIER" })).toEqual([["show", "cashier"]]);
});

// Rows: 4.2-22, 4.2-23, 4.7-02
test("toggles close what is open and open what is closed", () => {
  for (const type of ["ONBOARDING_TOGGLE", "MODAL_TOGGLE"] as const) {
    expect(run({ type })).toEqual([["close"]]);
    expect(run({ type }, false)).toEqual([["show", "login"]]);
  }
  const cashier = { type: "MODAL_TOGGLE", about: "cashier" } as const;
  expect([...run(cashier, false), ...run(cashier)]).toEqual([["show", "cashier"], ["close"]]);
});

// Rows: 4.2-24, 4.2-27, 4.2-28
test("a route and the chat close the panel first, an external link does not", () => {
  expect(run({ type: "ROUTE", about: "/lobby/promotions/" })).toEqual([["close"], ["go", "/lobby/promotions/"]]);
  expect(run({ type: "INSTANT_CHAT" })).toEqual([["close"], ["show", "chat"]]);
  const about = "https://example.com/";
  expect(run({ type: "EXTERNAL_LINK", about })).toEqual([["openWindow", about]]);
});

// Rows: 4.2-32
test("other actions go to the account service", () => {
  expect(run({ type: "playerUpdate" })).toEqual([["perform", "playerUpdate"]]);
});

// Rows: A8, A11
test("players get no guest forms, and guests log in before player features", () => {
  for (const panel of FOR_GUESTS) {
    expect(panelFor({ panel }, true)).toBeUndefined();
    expect(panelFor({ panel }, false)).toEqual({ panel });
  }
  for (const request of [{ panel: "moreDetails" }, { panel: "cashier", about: "18-32" }])
    expect(panelFor(request, false)).toEqual({ panel: "login", after: request });
  const game = { panel: "game", about: "18-32" };
  expect(panelFor(game, false)).toEqual({ panel: "signup", after: game });
  // The link to LOGIN keeps the game.
  expect(panelFor({ panel: "login" }, false, game)).toEqual({ panel: "login", after: game });
  expect(panelFor({ panel: "moreDetails", about: "deposit" }, true)).toEqual({
    panel: "moreDetails",
    about: "deposit",
  });
});
