// Local storage under the names of this site. All sites of an origin share it, and a player of one is not signed in at another.

import type { RecordStorage } from "../session/record";
import { ownKey } from "./config";

/** Reads and writes local storage under the names of this site. All functions throw if the browser stores nothing. */
export const OWN_STORAGE: RecordStorage = {
  getItem: (key) => localStorage.getItem(ownKey(key)),
  setItem: (key, value) => localStorage.setItem(ownKey(key), value),
  removeItem: (key) => localStorage.removeItem(ownKey(key)),
};
