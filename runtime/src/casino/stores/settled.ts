// The answer of a store to who needs it once, and not each time it changes.

import type { Failure } from "../api/outcome";
import type { ServerData } from "./server_data";

/** The last good copy, if there is one, and what went wrong when it was asked for last. */
export interface Settled<T> {
  readonly data?: T | undefined;
  readonly error?: Failure | undefined;
}

/** Whether a store knows what it will know for now. */
export const isSettled = ({ data, error }: Settled<unknown>) => data !== undefined || error !== undefined;

/** Waits while the store is loading. To have it asked again first, call `refresh` before. */
export function settled<T>(store: Pick<ServerData<T>, "listen">): Promise<Settled<T>> {
  return new Promise((resolve) => {
    const stop = store.listen(({ data, error, loading }) => {
      if (loading || !isSettled({ data, error })) return;
      resolve({ data, error });
      // A store calls back before it has handed out what ends that.
      queueMicrotask(() => stop());
    });
  });
}
