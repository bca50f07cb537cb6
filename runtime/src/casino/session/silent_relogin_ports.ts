// The ports of silent re-login in a browser: the password store, a lock for all tabs, and changes by other tabs.

import { config, ownKey } from "../config/config";
import type { RecordStorage } from "../config/own_storage";
import { storesPasswords } from "../config/passwords";
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
