// The cashier's tab COUPONS: actions for the player's coupon and balance, and the coupons to choose from (rows 2.7).

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useQuery } from "../../../island/queries";
import type { CardWords } from "../../coupons/model/card_messages";
import { $activeCoupon, $promotions } from "../../coupons/store/coupons";
import { useData } from "../../hooks/use_data";
import { $balance, $user } from "../../player/store/player";
import { Button } from "../../ui/controls/button";
import { standingOf } from "../model/balance_state";
import type { CashierWords } from "../model/messages";
import { Choice } from "./no_coupon_view";
import { useFresh } from "./use_fresh";
import "./coupon_tab.css";

/** Props of the tab. */
export interface CouponTabProps {
  readonly words: CashierWords;
  /** The message for a failure without a message of its own. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
  /** Returns to the games. */
  readonly onKeepPlaying: () => void;
}

/** Props of each view of the tab. */
export interface CouponViewProps extends Omit<CouponTabProps, "onKeepPlaying"> {
  readonly cardWords: CardWords;
  /** The symbol of the player's currency. */
  readonly symbol: string;
  readonly playerClass: string | undefined;
}

/** Renders the tab. All data is reloaded when the tab opens, and older data is not shown (rows 2.7-14, 4.7-01). */
export function CouponTab({ onKeepPlaying, ...given }: CouponTabProps) {
  const cardWords = useQuery<CardWords>("cards");
  const hasCome = useFresh($activeCoupon, $promotions, $balance);
  const active = useData($activeCoupon);
  const balance = useData($balance);
  const playerClass = useData($user)?.playerClass;
  const [isChoosing, setChoosing] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);

  // The control that had the focus was removed with its view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the view that has just been drawn
  useLayoutEffect(() => {
    if (hasMoved.current) place.current?.focus();
    hasMoved.current = true;
  }, [isChoosing]);

  const standing = standingOf(active, balance);
  const isList = isChoosing && standing.kind !== "redeemed";
  const { views, isLost, retry } = useViews(hasCome && (isList || "active" in standing));

  if (isLost)
    return (
      <div className="cashier__view">
        <p role="alert">{given.words.coupons.unknown}</p>
        <Button kind="quiet" wide onClick={retry}>
          {given.words.retry}
        </Button>
      </div>
    );
  const view = cardWords && { ...given, cardWords, playerClass, symbol: balance?.symbol ?? "$" };
  const shown = () => {
    if (!view || !hasCome) return undefined;
    if (isList)
      return (
        views && (
          <views.CouponList
            {...view}
            active={active ?? undefined}
            cents={balance?.cents}
            onDone={() => setChoosing(false)}
          />
        )
      );
    if (!("active" in standing)) return <Choice {...view} standing={standing} onChoose={() => setChoosing(true)} />;
    return (
      views && (
        <views.ActiveChoice
          {...view}
          active={standing.active}
          onOther={() => setChoosing(true)}
          onKeepPlaying={onKeepPlaying}
        />
      )
    );
  };
  return (
    <div className="cashier__view" ref={place} tabIndex={-1}>
      {shown() ?? (
        <p className="coupon-tab__loading" role="status">
          {given.words.loading}
        </p>
      )}
    </div>
  );
}

type Views = typeof import("./coupon_views");

/** Loads the views with cards once they are needed. A failed load can be retried. */
function useViews(isWanted: boolean) {
  const [views, setViews] = useState<Views>();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (!isWanted || views || isLost) return;
    import("./coupon_views").then(setViews, () => setLost(true));
  }, [isWanted, views, isLost]);
  return { views, isLost, retry: () => setLost(false) };
}
