// The content of the cashier page for a player: the two tabs without the frame of a panel.

import { useQuery } from "../../../island/queries";
import { path } from "../../config/config";
import { go } from "../../ui/go";
import { CouponTab } from "../coupon_tab/coupon_tab";
import type { CashierTexts } from "../model/messages";
import { CashierTabs } from "../ui/tabs";
import type { CashierProps } from "./island";

/** The path of the games. */
const LOBBY = "/lobby/games/";

/** Renders the tabs. There is no panel to close, so KEEP PLAYING links to the games. */
export function View(props: CashierProps) {
  const texts = useQuery<CashierTexts>("cashier");
  if (!texts) return undefined;
  const coupons = <CouponTab {...props} texts={texts} onKeepPlaying={() => go(path(LOBBY))} />;
  return <CashierTabs {...props} texts={texts} coupons={coupons} />;
}
