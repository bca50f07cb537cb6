// Local storage under the names of this site. All sites of an origin share it, and a player of one is not signed in at another.

import { ownKey } from "./config";

/** A storage of records: local storage or its replacement. All functions may throw. */
export type RecordStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Reads and writes local storage under the names of this site. Throws if the browser stores nothing. */
export const OWN_STORAGE: RecordStorage = {
  getItem: (key) => localStorage.getItem(ownKey(key)),
  setItem: (key, value) => localStorage.setItem(ownKey(key), value),
  removeItem: (key) => localStorage.removeItem(ownKey(key)),
};
