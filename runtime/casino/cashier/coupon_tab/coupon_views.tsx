// The cashier's views with cards in one chunk, which many players never need.

import { ErrorBoundary } from "@croupier/loader/error-boundary";
import { useQuery } from "@croupier/loader/queries";
import { useStore } from "@croupier/loader/use-store";
import { useEffect, useState } from "react";
import { LateDeposit, PromotionCard, useCoupon } from "../../coupons/card/card";
import { CardBody } from "../../coupons/card/card_body";
import { LateContents } from "../../coupons/card/details";
import { available } from "../../coupons/model/order";
import { $activeCoupon, $promotions, type ActiveCoupon } from "../../coupons/store/coupons";
import { refreshMoney } from "../../player/player";
import { NOTHING } from "../../stores/server_data";
import { Button } from "../../ui/controls/button";
import type { CouponViewProps } from "./coupon_tab";

/** Props of the view. */
export interface ActiveCouponViewProps extends CouponViewProps {
  readonly active: ActiveCoupon;
  readonly onOther: () => void;
  readonly onKeepPlaying: () => void;
}

/** Renders the coupon's card and its actions. */
export function ActiveCouponView({ active, onOther, onKeepPlaying, ...props }: ActiveCouponViewProps) {
  const { texts, cardTexts, symbol, playerClass } = props;
  const { coupons } = texts;
  const { promotion, status } = active;
  const { phase, message, overlayEnd, cancel } = useCoupon({ promotion });
  const isWaiting = status === "requested";

  return (
    <>
      <h3>{coupons.coupon}</h3>
      <ErrorBoundary part="coupon card">
        <CardBody {...{ promotion, status, symbol, playerClass }} texts={cardTexts} Contents={LateContents}>
          {isWaiting && (
            <Button kind="quiet" wide busy={phase === "cancelling"} onClick={cancel}>
              {cardTexts.buttons.cancel}
            </Button>
          )}
          {message && (
            <p className="form__error" role="alert">
              {message}
            </p>
          )}
          {overlayEnd}
        </CardBody>
      </ErrorBoundary>
      {isWaiting ? (
        <>
          <LateDeposit label={coupons.with_this} />
          <Button kind="quiet" wide onClick={onOther}>
            {coupons.with_another}
          </Button>
        </>
      ) : (
        <>
          <p>{coupons.in_play}</p>
          <p className="coupon-tab__note">{coupons.note}</p>
          <LateDeposit kind="quiet" label={coupons.now} />
          <Button wide onClick={onKeepPlaying}>
            {coupons.keep_playing}
          </Button>
        </>
      )}
    </>
  );
}

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
  const messages = useQuery("messages");
  const promotions = useStore($promotions, NOTHING).data;
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
