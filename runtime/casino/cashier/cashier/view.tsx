// The content of the cashier page for a player: the two tabs without the frame of a panel.

import { useQuery } from "@croupier/loader/queries";
import { LOBBY, path } from "../../config/config";
import { go } from "../../stores/location";
import { CouponTab } from "../coupon_tab/coupon_tab";
import { CashierTabs } from "../ui/tabs";

/** Renders the tabs. There is no panel to close, so KEEP PLAYING links to the games. */
export function View() {
  const texts = useQuery("cashier");
  if (!texts) return undefined;
  const coupons = <CouponTab texts={texts} onKeepPlaying={() => go(path(LOBBY))} />;
  return <CashierTabs texts={texts} coupons={coupons} />;
}
