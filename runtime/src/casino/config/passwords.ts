// Decides whether the site stores passwords for silent re-login.

import type { Config } from "./config";

/** Adapters that run a script of an external service in the page. */
const FOREIGN = {
  bot_check: ["turnstile", "recaptcha"],
  chat: ["intercom"],
  tracking: ["data_layer"],
  seal: ["script"],
};

type Services = Pick<Config, "bot_check" | "chat" | "tracking" | "seal"> & {
  readonly signup: Pick<Config["signup"], "silent_relogin">;
};

/**
 * Whether passwords are stored. With `auto` they are not stored if a script of an external service runs in the page: any script of
 * the page can decrypt the password with the stored key.
 */
export function storesPasswords(config: Services): boolean {
  const { silent_relogin } = config.signup;
  if (silent_relogin !== "auto") return silent_relogin;
  return Object.entries(FOREIGN).every(
    ([table, adapters]) => !adapters.includes(config[table as keyof typeof FOREIGN].adapter),
  );
}
