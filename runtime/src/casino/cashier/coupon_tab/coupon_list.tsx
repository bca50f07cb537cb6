// The list of coupons to choose from in the cashier, with a button back (rows 2.7-04, 2.7-13, A25).

import { useEffect, useState } from "react";
import { useQuery } from "../../../island/queries";
import type { Messages } from "../../content/messages";
import type { ActiveCoupon } from "../../coupons/api/coupons";
import { PromotionCard } from "../../coupons/card/card";
import { available } from "../../coupons/model/order";
import { $activeCoupon, $promotions } from "../../coupons/store/coupons";
import { useData } from "../../hooks/use_data";
import { refreshMoney } from "../../player/store/player";
import { NOTHING } from "../../stores/server_data";
import { Button } from "../../ui/controls/button";
import { ErrorBoundary } from "../../ui/error_boundary";
import { useStore } from "../../ui/use_store";
import type { CouponViewProps } from "./coupon_tab";

/** Props of the list. */
export interface CouponListProps extends CouponViewProps {
  /** A coupon that waits for its deposit. Choosing another cancels it, after confirmation. */
  readonly active: ActiveCoupon | undefined;
  /** The balance in cents; `undefined` while it is unknown. */
  readonly cents: number | undefined;
  /** Returns to the previous view, at the player's request or after a redeem. */
  readonly onDone: () => void;
}

/** Renders the list. */
export function CouponList({ active, cents, onDone, texts, cardTexts, ...props }: CouponListProps) {
  const messages = useQuery<Messages>("messages");
  const promotions = useData($promotions);
  const { loading } = useStore($activeCoupon, NOTHING);
  const [isRedeemed, setRedeemed] = useState(false);

  // The card shows the success until the previous view can show the new coupon.
  useEffect(() => {
    if (isRedeemed && !loading) onDone();
  }, [isRedeemed, loading, onDone]);

  const offers = available(promotions ?? [], cents, [active?.promotion.code]);
  return (
    <>
      <div className="coupon-tab__head">
        <Button kind="quiet" icon="arrow-left" onClick={onDone}>
          {texts.coupons.back}
        </Button>
        <h3>{texts.coupons.list}</h3>
      </div>
      {offers.length > 0 ? (
        <ul className="coupon-tab__list">
          {offers.map((promotion) => (
            <li key={promotion.code}>
              <ErrorBoundary part="coupon card">
                <PromotionCard
                  {...props}
                  promotion={promotion}
                  status="available"
                  texts={cardTexts}
                  replaces={active}
                  onRedeemed={() => setRedeemed(true)}
                />
              </ErrorBoundary>
            </li>
          ))}
        </ul>
      ) : (
        <p>{messages?.empty.coupons}</p>
      )}
      {!promotions && (
        <Button kind="quiet" wide onClick={refreshMoney}>
          {texts.retry}
        </Button>
      )}
    </>
  );
}
