// What only players see.

import type { ReactNode } from "react";
import { $session } from "../session/session";
import { useStore } from "../ui/use_store";

/** Renders `children` for the player who is signed in, and anew for another player. Guests, the server and hydration get `waiting`. */
export function PlayerOnly({ waiting, children }: { readonly waiting: ReactNode; readonly children: ReactNode }) {
  const player = useStore($session, undefined);
  return player ? <Fresh key={player.pid}>{children}</Fresh> : waiting;
}

function Fresh({ children }: { readonly children: ReactNode }) {
  return children;
}
