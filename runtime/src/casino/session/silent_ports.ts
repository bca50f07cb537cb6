// Silent re-login as the browser does it: the vault, one tab at a time, and word from the others.

import { config } from "../config/config";
import { KEYS, type RecordStorage } from "./record";
import { createSilent, type Silent } from "./silent";
import { createVault, NO_VAULT } from "./vault";

/** Another tab's word that does not come within so many milliseconds never comes. */
const HEARD_LIMIT_MS = 5000;

/** The silent side of this document's session. */
export function documentSilent(storage: RecordStorage, wipe: () => void): Silent {
  return createSilent({
    storage,
    wipe,
    vault: config().signup.silent_relogin ? createVault() : NO_VAULT,
    now: Date.now,
    // Absent where the site is not served securely; nothing is kept there either.
    alone: async (work) => (navigator.locks ? await navigator.locks.request(KEYS.session, work) : await work()),
    heard: () =>
      new Promise((resolve) => {
        setTimeout(resolve, HEARD_LIMIT_MS);
        addEventListener("storage", ({ key }) => {
          if (key === null || key === KEYS.session) resolve();
        });
      }),
  });
}
