// Hooks that read server data and the session in React. An island first renders the server's value, then the store's.

import { useStore } from "@croupier/loader/use-store";
import { atom, type ReadableAtom } from "nanostores";
import type { ReactNode } from "react";
import { $session } from "../session/session";
import type { ServerData } from "../stores/server_data";

/** Returns the last successful data; `undefined` before the first. */
export function useData<T>(store: ServerData<T>): T | undefined {
  return useStore(store, NOTHING).data;
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
export const NOTHING: { readonly loading: true; readonly data?: undefined; readonly error?: undefined } = {
  loading: true,
};
/** A store without data. A component uses it until it needs the data of another store, which a listener would request. */
export const $nothing: ReadableAtom<typeof NOTHING & { readonly data?: never }> = atom(NOTHING);
