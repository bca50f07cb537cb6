// The data of a server store, where its loading state does not matter.

import type { ServerData } from "../stores/server_data";
import { NOTHING } from "../stores/server_data";
import { useStore } from "../ui/use_store";

/** The last good data; `undefined` before the first. */
export function useData<T>(store: ServerData<T>): T | undefined {
  return useStore<Partial<ReturnType<typeof store.get>>>(store, NOTHING).data;
}
