// What a player changes in one tab is told to the others that are open, which ask the server again (A69).

import { type Refreshable, refresh } from "./server_data";

/** Asks for what `store` holds when another tab tells that it was changed. The result tells the others, under the same name. */
export function followOtherTabs(name: string, store: Refreshable): () => void {
  // Islands are drawn once where nothing is listened to.
  globalThis.addEventListener?.("storage", ({ key, newValue }) => key === name && newValue && refresh(store));
  return () => {
    try {
      // It stands there for no longer than it takes to tell.
      localStorage.setItem(name, "1");
      localStorage.removeItem(name);
    } catch {
      // They hear of it when they are looked at again.
    }
  };
}
