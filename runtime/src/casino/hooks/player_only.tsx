// Renders content for signed-in players only.

import type { ReactNode } from "react";
import { $session } from "../session/session";
import { useStore } from "../ui/use_store";

/** Renders `children` for the signed-in player, with fresh state for another player. Guests, the server and hydration get `waiting`. */
export function PlayerOnly({ waiting, children }: { readonly waiting: ReactNode; readonly children: ReactNode }) {
  const player = useStore($session, undefined);
  return player ? <Fresh key={player.pid}>{children}</Fresh> : waiting;
}

function Fresh({ children }: { readonly children: ReactNode }) {
  return children;
}
