// Creates the only command runner of this document.

import { createCommands } from "./command";

/** Runs a command; see command.ts. */
export const runCommand = createCommands({
  // Web Locks are missing on insecure origins and outside of browsers: there only this tab is protected.
  withLock: (name, task) =>
    globalThis.navigator?.locks
      ? navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? task() : undefined))
      : task(),
  isOnline: () => globalThis.navigator?.onLine !== false,
  now: Date.now,
  createKey: () => crypto.randomUUID(),
});
