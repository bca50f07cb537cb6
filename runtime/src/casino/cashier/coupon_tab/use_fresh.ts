// Server data of a view that shows nothing older than its opening.

import { useEffect, useState } from "react";
import { refreshOlder, type ServerData } from "../../stores/server_data";
import { waitForStore } from "../../stores/wait_for_store";

/** As much of a store as this asks for, whatever it holds. */
type Asked = Pick<ServerData<unknown>, "key" | "get" | "listen">;

/** Asks each store again, once, when the view is drawn first; true when all have answered, well or not. */
export function useFresh(...stores: readonly Asked[]): boolean {
  const [hasCome, setCome] = useState(false);
  // What the drawing itself begins to ask for is new.
  const [openedAt_ms] = useState(() => performance.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    let isGone = false;
    refreshOlder(openedAt_ms, stores);
    void Promise.all(stores.map((store) => waitForStore(store))).then(() => isGone || setCome(true));
    return () => {
      isGone = true;
    };
  }, []);
  return hasCome;
}
