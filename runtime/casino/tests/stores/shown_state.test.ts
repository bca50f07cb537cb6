// @vitest-environment happy-dom

import { send } from "@croupier/loader";
import { atom } from "nanostores";
import { expect, test } from "vitest";
import { setShownState, shownState } from "../../stores/enhance_for_guests";

test("the state that the HTML shows lasts until the next page", () => {
  const store = atom(0);
  expect(shownState(store, 1)).toBe(1);
  setShownState(store, 2);
  expect(shownState(store, 1)).toBe(2);
  send("croupier:visit", { id: 1, kind: "loading", to: "/next/" });
  expect(shownState(store, 1)).toBe(2);
  send("croupier:visit", { id: 1, kind: "swapping", to: "/next/" });
  expect(shownState(store, 1)).toBe(1);
});
