// Reports a player's changes in one tab to the other open tabs, which load the data again (A69).

import { type Refreshable, refresh } from "./server_data";

/** Refreshes `store` when another tab reports a change. The result reports a change to the other tabs, under the same name. */
export function followOtherTabs(name: string, store: Refreshable): () => void {
  // The server renders islands without event listeners.
  globalThis.addEventListener?.("storage", ({ key, newValue }) => key === name && newValue && refresh(store));
  return () => {
    try {
      // Writing the item sends the storage event; the item itself is not needed.
      localStorage.setItem(name, "1");
      localStorage.removeItem(name);
    } catch {
      // Without storage, other tabs load the data again when they become visible.
    }
  };
}
