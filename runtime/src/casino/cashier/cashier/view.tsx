// The content of the cashier page for a player: the two tabs without the frame of a panel.

import { useQuery } from "../../../island/queries";
import { LOBBY, path } from "../../config/config";
import { go } from "../../stores/location";
import { CouponTab } from "../coupon_tab/coupon_tab";
import { CashierTabs } from "../ui/tabs";

/** The props of the cashier on its own page. */
export interface CashierProps {
  /** The message for a failure without a message of its own. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
}

/** Renders the tabs. There is no panel to close, so KEEP PLAYING links to the games. */
export function View(props: CashierProps) {
  const texts = useQuery("cashier");
  if (!texts) return undefined;
  const coupons = <CouponTab {...props} texts={texts} onKeepPlaying={() => go(path(LOBBY))} />;
  return <CashierTabs {...props} texts={texts} coupons={coupons} />;
}
