// The coupons page for visitors, which is part of the HTML; a different island replaces it for players (rows 2.8-04, 6-01).

import { useStore } from "@croupier/loader/use-store";
import { $session } from "../../session/session";
import { type GuestProps, useParameter } from "../page";
import { List } from "./list";

/** Renders the list. The URL parameter `promo` opens a card (A29). */
export function Island(props: GuestProps) {
  const player = useStore($session, undefined);
  const promo = useParameter("promo");
  // The other island shows the coupons of players.
  if (player) return null;
  return (
    <div className="promotions">
      <List {...props} promo={promo} />
    </div>
  );
}
