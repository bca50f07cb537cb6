// What a store of server data holds, where it does not matter whether it is being asked again.

import { NOTHING } from "../stores/player";
import type { ServerData } from "../stores/server_data";
import { useStore } from "./use_store";

/** The last good copy; `undefined` where nothing came yet. */
export function useData<T>(store: ServerData<T>): T | undefined {
  return useStore<Partial<ReturnType<typeof store.get>>>(store, NOTHING).data;
}
