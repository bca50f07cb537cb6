// Refused signups that are reported, regardless of case, spaces and punctuation in their messages (A125).

import { expect, test } from "vitest";
import { isReported } from "../../onboarding/requests/signup";

// Rows: 8-04
test("a refusal is reported unless it mentions both a ban and the account", () => {
  expect(isReported("X")).toBe(true);
  expect(isReported("")).toBe(true);
  expect(isReported("Banned")).toBe(true);
  expect(isReported("An Account with this email already exists.")).toBe(true);
  expect(isReported("Banned: An Account with this email already exists")).toBe(false);
  expect(isReported("an account  with this EMAIL already exists (player is BANNED).")).toBe(false);
});
