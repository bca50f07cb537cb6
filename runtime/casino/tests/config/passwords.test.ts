// Whether passwords are stored for silent re-login.

import { expect, test } from "vitest";
import { DEFAULTS } from "../../config/config";
import { storesPasswords } from "../../session/silent_relogin";

test("with third-party scripts no password is stored unless site.toml allows it", () => {
  expect(storesPasswords(DEFAULTS)).toBe(true);
  for (const [table, adapter] of [
    ["bot_check", "turnstile"],
    ["bot_check", "recaptcha"],
    ["chat", "intercom"],
    ["tracking", "data_layer"],
    ["seal", "script"],
  ] as const) {
    const config = { ...DEFAULTS, [table]: { ...DEFAULTS[table], adapter } };
    expect(storesPasswords(config), adapter).toBe(false);
    expect(storesPasswords({ ...config, signup: { ...DEFAULTS.signup, silent_relogin: true } })).toBe(true);
  }
  expect(storesPasswords({ ...DEFAULTS, signup: { ...DEFAULTS.signup, silent_relogin: false } })).toBe(false);
});
