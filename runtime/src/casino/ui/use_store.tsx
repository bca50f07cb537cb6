// Hooks that read stores and the session in React. An island first renders the server's value, then the store's.

import { atom, type ReadableAtom } from "nanostores";
import { type ReactNode, useCallback, useSyncExternalStore } from "react";
import { $session } from "../session/session";
import type { ServerData } from "../stores/server_data";

/** Returns the store's value; `initial` while the island hydrates. */
export function useStore<T>(store: ReadableAtom<T>, initial: T): T {
  // The function must be the same in all renderings: a new one would subscribe again, and a store fetches when a subscription starts.
  const subscribe = useCallback((changed: () => void) => store.listen(changed), [store]);
  return useSyncExternalStore(
    subscribe,
    () => store.get(),
    () => initial,
  );
}

/** Returns the result of `select`, compared by identity; `initial` while the island hydrates. */
export function useSelector<T, Selected extends string | number | boolean | undefined>(
  store: ReadableAtom<T>,
  select: (value: T) => Selected,
  initial: Selected,
): Selected {
  const subscribe = useCallback((changed: () => void) => store.listen(changed), [store]);
  return useSyncExternalStore(
    subscribe,
    () => select(store.get()),
    () => initial,
  );
}

const never = () => () => undefined;

/** Returns false on the server and while the island hydrates, and true afterwards. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Returns the last successful data; `undefined` before the first. */
export function useData<T>(store: ServerData<T>): T | undefined {
  return useStore<Partial<ReturnType<typeof store.get>>>(store, NOTHING).data;
}

/** Renders `children` for the signed-in player, with fresh state for another player. Guests, the server and hydration get `placeholder`. */
export function PlayerOnly({
  placeholder,
  children,
}: {
  readonly placeholder: ReactNode;
  readonly children: ReactNode;
}) {
  const player = useStore($session, undefined);
  return player ? <FreshState key={player.pid}>{children}</FreshState> : placeholder;
}

function FreshState({ children }: { readonly children: ReactNode }) {
  return children;
}

/** The state of a store without data. Islands render it while they hydrate. */
export const NOTHING = { loading: true } as const;
/** A store without data. A component uses it until it needs the data of another store, which a listener would request. */
export const $nothing: ReadableAtom<typeof NOTHING & { readonly data?: never }> = atom(NOTHING);
