// The panel CASHIER with the two tabs. It replaces the form that is shown (rows 2.6-01, 2.7, 4.2-25).

import { useQuery } from "@croupier/loader/queries";
import { useStore } from "@croupier/loader/use-store";
import { type ReactNode, useEffect } from "react";
import { Frame } from "../../panel/frame";
import type { PanelProps } from "../../panel/panel";
import { $session } from "../../session/session";
import { CouponTab } from "../coupon_tab/coupon_tab";
import { CashierTabs } from "./tabs";

/** Props of the component. */
export interface CashierPanelProps extends PanelProps {
  /** Content above the tabs. */
  readonly above?: ReactNode;
}

/** Renders the panel. Guests have to log in first. */
export function Panel({ above, ...props }: CashierPanelProps) {
  const { panel, show, close } = props;
  const texts = useQuery("cashier");
  const player = useStore($session, $session.get());

  useEffect(() => {
    if (!player) show(panel);
  }, [player, show, panel]);

  return (
    <Frame {...props} title={texts?.title ?? props.texts.loading} focus>
      {above}
      {texts && <CashierTabs texts={texts} coupons={<CouponTab texts={texts} onKeepPlaying={close} />} />}
    </Frame>
  );
}
