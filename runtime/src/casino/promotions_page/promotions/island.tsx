// The coupons page for visitors, which is in the HTML; players have another island in its place (rows 2.8-04, 6-01).

import { useParameter } from "../../hooks/use_parameter";
import { $session } from "../../session/session";
import { lazyComponent } from "../../ui/lazy_component";
import { useStore } from "../../ui/use_store";
import type { GuestProps } from "./props";
// What the HTML shows has its looks with it; the code of these comes with the list.
import "../../coupons/ui/coupon_code.css";
import "../../coupons/card/card.css";
import "../page.css";

const List = lazyComponent(() => import("./list").then(({ List }) => List));

Island.prepare = List.prepare;

/** The list; `promo` of the address opens a card (A29). */
export function Island(props: GuestProps) {
  const player = useStore($session, undefined);
  const promo = useParameter("promo");
  // Who has logged in sees what is theirs.
  if (player) return null;
  return (
    <div className="promotions">
      <List {...props} promo={promo} />
    </div>
  );
}
