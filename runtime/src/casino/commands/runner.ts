// Creates the only command runner of this document.

import { ownKey } from "../config/config";
import { createUuid } from "../config/uuid";
import { createCommands } from "./command";

/** Runs a command; see command.ts. */
export const runCommand = createCommands({
  // Web Locks are missing on insecure origins and outside of browsers: there only this tab is protected.
  withLock: (name, task) =>
    globalThis.navigator?.locks
      ? navigator.locks.request(ownKey(name), { ifAvailable: true }, (lock) => (lock ? task() : undefined))
      : task(),
  isOnline: () => globalThis.navigator?.onLine !== false,
  now: Date.now,
  createKey: createUuid,
  storage: tabStorage(),
  storageKey: () => ownKey("command keys"),
});

function tabStorage() {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
