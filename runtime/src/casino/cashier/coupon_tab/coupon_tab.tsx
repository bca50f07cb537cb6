// The cashier's tab COUPONS: actions for the player's coupon and balance, and the coupons to choose from (rows 2.7).

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useQuery } from "../../../island/queries";
import type { CardTexts } from "../../coupons/model/card_messages";
import { $activeCoupon, $promotions } from "../../coupons/store/coupons";
import { useData } from "../../hooks/use_data";
import { $balance, $user } from "../../player/store/player";
import { Button } from "../../ui/controls/button";
import { findBalanceState } from "../model/balance_state";
import type { CashierTexts } from "../model/messages";
import { NoCouponView } from "./no_coupon_view";
import { useReloadedStores } from "./use_fresh";
import "./coupon_tab.css";

/** Props of the tab. */
export interface CouponTabProps {
  readonly texts: CashierTexts;
  /** The message for a failure without a message of its own. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
  /** Returns to the games. */
  readonly onKeepPlaying: () => void;
}

/** Props of each view of the tab. */
export interface CouponViewProps extends Omit<CouponTabProps, "onKeepPlaying"> {
  readonly cardTexts: CardTexts;
  /** The symbol of the player's currency. */
  readonly symbol: string;
  readonly playerClass: string | undefined;
}

/** Renders the tab. All data is reloaded when the tab opens, and older data is not shown (rows 2.7-14, 4.7-01). */
export function CouponTab({ onKeepPlaying, ...props }: CouponTabProps) {
  const cardTexts = useQuery<CardTexts>("cards");
  const isLoaded = useReloadedStores($activeCoupon, $promotions, $balance);
  const active = useData($activeCoupon);
  const balance = useData($balance);
  const playerClass = useData($user)?.playerClass;
  const [isChoosing, setChoosing] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const isMounted = useRef(false);

  // The control that had the focus was removed with its view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the view that has just been drawn
  useLayoutEffect(() => {
    if (isMounted.current) container.current?.focus();
    isMounted.current = true;
  }, [isChoosing]);

  const balanceState = findBalanceState(active, balance);
  const isList = isChoosing && balanceState.kind !== "redeemed";
  const { views, isLost: hasFailed, retry } = useViews(isLoaded && (isList || "active" in balanceState));

  if (hasFailed)
    return (
      <div className="cashier__view">
        <p role="alert">{props.texts.coupons.unknown}</p>
        <Button kind="quiet" wide onClick={retry}>
          {props.texts.retry}
        </Button>
      </div>
    );
  const viewProps = cardTexts && { ...props, cardTexts, playerClass, symbol: balance?.symbol ?? "$" };
  const renderView = () => {
    if (!viewProps || !isLoaded) return undefined;
    if (isList)
      return (
        views && (
          <views.CouponList
            {...viewProps}
            active={active ?? undefined}
            cents={balance?.cents}
            onDone={() => setChoosing(false)}
          />
        )
      );
    if (!("active" in balanceState))
      return <NoCouponView {...viewProps} balanceState={balanceState} onChoose={() => setChoosing(true)} />;
    return (
      views && (
        <views.ActiveCouponView
          {...viewProps}
          active={balanceState.active}
          onOther={() => setChoosing(true)}
          onKeepPlaying={onKeepPlaying}
        />
      )
    );
  };
  return (
    <div className="cashier__view" ref={container} tabIndex={-1}>
      {renderView() ?? (
        <p className="coupon-tab__loading" role="status">
          {props.texts.loading}
        </p>
      )}
    </div>
  );
}

type Views = typeof import("./coupon_views");

/** Loads the views with cards once they are needed. A failed load can be retried. */
function useViews(isWanted: boolean) {
  const [views, setViews] = useState<Views>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isWanted || views || hasFailed) return;
    import("./coupon_views").then(setViews, () => setFailed(true));
  }, [isWanted, views, hasFailed]);
  return { views, isLost: hasFailed, retry: () => setFailed(false) };
}
