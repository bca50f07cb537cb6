// The ports of silent re-login in a browser: the password store, a lock for all tabs, and changes by other tabs.

import { type Config, config, ownKey, type RecordStorage } from "../config/config";
import { createPasswordStore, NO_PASSWORD_STORE } from "./password_store";
import { KEYS, PASSWORD_DATABASE } from "./record";
import { createSilentRelogin, type SilentRelogin } from "./silent_relogin";

/** Time limit for another tab's record, in milliseconds. */
const OTHER_TAB_LIMIT_MS = 5000;

/** Returns the silent re-login of this document. */
export function documentSilentRelogin(storage: RecordStorage, removeKey: () => void): SilentRelogin {
  const database = ownKey(PASSWORD_DATABASE);
  return createSilentRelogin({
    storage,
    removeKey,
    passwords: storesPasswords(config()) ? createPasswordStore(indexedDB, database) : NO_PASSWORD_STORE,
    now: Date.now,
    // Web Locks are missing on insecure origins; no password is stored there either.
    withLock: async (task) =>
      navigator.locks ? await navigator.locks.request(ownKey(KEYS.session), task) : await task(),
    waitForOtherTab,
  });
}

function waitForOtherTab(): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      removeEventListener("storage", onStorage);
      resolve();
    };
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key === ownKey(KEYS.session)) finish();
    };
    const timer = setTimeout(finish, OTHER_TAB_LIMIT_MS);
    addEventListener("storage", onStorage);
  });
}

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
