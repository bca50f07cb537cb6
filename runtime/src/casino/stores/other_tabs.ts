// Reports a player's changes in one tab to the other open tabs, which load the data again (A69).

import { ownKey } from "../config/config";
import { type Refreshable, refresh } from "./server_data";

/** Refreshes `store` when another tab reports a change. The result reports a change to the other tabs, under the same name. */
export function followOtherTabs(name: string, store: Refreshable): () => void {
  // The server renders islands without event listeners.
  globalThis.addEventListener?.("storage", ({ key, newValue }) => {
    if (key === ownKey(name) && newValue) refresh(store);
  });
  return () => {
    try {
      // Writing the item sends the storage event; the item itself is not needed.
      const key = ownKey(name);
      localStorage.setItem(key, "1");
      localStorage.removeItem(key);
    } catch {
      // Without storage, other tabs load the data again when they become visible.
    }
  };
}
