// A hook for views that show only data loaded after they opened.

import { useEffect, useState } from "react";
import { refreshOlder, type ServerData } from "../../stores/server_data";
import { waitForStore } from "../../stores/wait_for_store";

/** The members of a store that the hook uses, for any type of data. */
type AnyStore = Pick<ServerData<unknown>, "key" | "get" | "listen">;

/** Reloads each store once on the first render. Returns true when all requests have ended, successfully or not. */
export function useReloadedStores(...stores: readonly AnyStore[]): boolean {
  const [isLoaded, setLoaded] = useState(false);
  // Requests that the render itself starts are recent enough.
  const [openedAt_ms] = useState(() => performance.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    let isUnmounted = false;
    refreshOlder(openedAt_ms, stores);
    void Promise.all(stores.map((store) => waitForStore(store))).then(() => isUnmounted || setLoaded(true));
    return () => {
      isUnmounted = true;
    };
  }, []);
  return isLoaded;
}
