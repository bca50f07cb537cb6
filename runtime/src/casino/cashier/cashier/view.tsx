// What stands on the page of the cashier for a player: the two tabs, without the frame that a panel has.

import { useQuery } from "../../../island/queries";
import { path } from "../../config/config";
import { go } from "../../ui/go";
import { CouponTab } from "../coupon_tab/coupon_tab";
import type { CashierWords } from "../model/messages";
import { CashierTabs } from "../ui/tabs";
import type { CashierProps } from "./island";

/** Where games are. */
const LOBBY = "/lobby/games/";

/** The tabs. There is no layer to close, so who keeps playing is led to the games. */
export function View(props: CashierProps) {
  const words = useQuery<CashierWords>("cashier");
  if (!words) return undefined;
  const coupons = <CouponTab {...props} words={words} onKeepPlaying={() => go(path(LOBBY))} />;
  return <CashierTabs {...props} words={words} coupons={coupons} />;
}
