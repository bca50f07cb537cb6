// Renders content for signed-in players only.

import type { ReactNode } from "react";
import { $session } from "../session/session";
import { useStore } from "../ui/use_store";

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
