// Waits until a store has a value or a failure.

import type { Failure } from "../api/outcome";
import { $session } from "../session/session";
import type { ServerData } from "./server_data";

/** The last good value, if there is one, and the failure of the last request. Both are missing if the player changed. */
export interface StoreResult<T> {
  readonly data?: T | undefined;
  readonly error?: Failure | undefined;
}

/** Whether a store has a value or a failure. */
export const hasAnswer = ({ data, error }: StoreResult<unknown>) => data !== undefined || error !== undefined;

/**
 * Resolves when the store has a value or a failure and is not loading. Resolves to an empty object when the player signs out or
 * changes meanwhile. To load the data again, call `refresh` before.
 */
export function waitForStore<T>(store: Pick<ServerData<T>, "listen">): Promise<StoreResult<T>> {
  return new Promise((resolve) => {
    const pid = $session.get()?.pid;
    const removeListeners: (() => void)[] = [];

    const finish = (result: StoreResult<T>) => {
      resolve(result);
      // A store may call back before `listen` has returned.
      queueMicrotask(() => {
        for (const removeListener of removeListeners.splice(0)) removeListener();
      });
    };

    removeListeners.push(
      store.listen(({ data, error, loading }) => {
        if (!loading && hasAnswer({ data, error })) finish({ data, error });
      }),
      $session.listen((session) => {
        if (session?.pid !== pid) finish({});
      }),
    );
  });
}
