// The page that a player sees after signing in.

import { expect, test } from "vitest";
import { visitAfterSignIn } from "../../session_policy/navigation";

// Rows: 4.1-12, 4.1-13, 2.1-02
test("sign-in replaces the first page by the lobby and stays below /lobby/", () => {
  expect(visitAfterSignIn("/info/faq/")).toEqual({ to: "/lobby/games/", replace: false });
  expect(visitAfterSignIn("/")).toEqual({ to: "/lobby/games/", replace: true });
  expect(visitAfterSignIn("/lobby/promotions/")).toBeUndefined();
});
