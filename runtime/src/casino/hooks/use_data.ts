// Hook that reads the data of a server store, for components that ignore its loading state.

import type { ServerData } from "../stores/server_data";
import { NOTHING } from "../stores/server_data";
import { useStore } from "../ui/use_store";

/** Returns the last successful data; `undefined` before the first. */
export function useData<T>(store: ServerData<T>): T | undefined {
  return useStore<Partial<ReturnType<typeof store.get>>>(store, NOTHING).data;
}
