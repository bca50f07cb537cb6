// The tab COUPONS for a player whose coupon waits for a deposit or is in play (rows 2.7-07 to 2.7-12).

import type { ActiveCoupon } from "../../coupons/api/coupons";
import { CardBody } from "../../coupons/card/card_body";
import { LateContents } from "../../coupons/card/late_contents";
import { LateDeposit } from "../../coupons/card/late_deposit";
import { useCoupon } from "../../coupons/card/use_coupon";
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
  const { texts, cardTexts, symbol, playerClass, fallback, name } = props;
  const { coupons } = texts;
  const { promotion, status } = active;
  const { phase, message, overlayEnd, cancel } = useCoupon({ promotion, fallback, name });
  const isWaiting = status === "requested";
  return (
    <>
      <h3>{coupons.coupon}</h3>
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
      {isWaiting ? (
        <>
          <LateDeposit label={coupons.with_this} fallback={fallback} name={name} />
          <Button kind="quiet" wide onClick={onOther}>
            {coupons.with_another}
          </Button>
        </>
      ) : (
        <>
          <p>{coupons.in_play}</p>
          <p className="coupon-tab__note">{coupons.note}</p>
          <LateDeposit kind="quiet" label={coupons.now} fallback={fallback} name={name} />
          <Button wide onClick={onKeepPlaying}>
            {coupons.keep_playing}
          </Button>
        </>
      )}
    </>
  );
}
