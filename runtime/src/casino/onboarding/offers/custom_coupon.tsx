// ENTER A COUPON CODE: the field comes in place of the button, with the code that the visitor chose or was promised (rows 4.2-30, A65, A66).

import { useState } from "react";
import { CouponCode, type RefusedCode } from "../../cashier/coupon_code";
import { couponWords, isInvalidCode } from "../../cashier/coupon_words";
import { useWords } from "../../content/messages";
import { affiliateCoupon, couponCookie } from "../../links/cookies";
import { $promotions, redeemCoupon } from "../../stores/coupons";
import { NOTHING } from "../../stores/player";
import { Button } from "../../ui/button";
import { tellMaintenance } from "../../ui/maintenance";
import { useStore } from "../../ui/use_store";
import type { OfferProps } from "./option";
import { afterRedeem } from "./redeemed";

/** The button, and after a press the field; what is wrong with a code stands below it. */
export function CustomCoupon({ option, isFirst, fallback, name, finish }: OfferProps) {
  const findWords = useWords(fallback);
  const { data: promotions = [] } = useStore($promotions, NOTHING);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<RefusedCode>();

  /** A reward is known by the player's list, or because a partner promised it as one (A60, A66). */
  function isReward(code: string): boolean {
    const partner = affiliateCoupon();
    const isPromised = partner?.code === code && partner.kind === "reward";
    return isPromised || promotions.some((one) => one.isReward && one.code.toUpperCase() === code);
  }

  async function redeem(code: string) {
    setBusy(true);
    try {
      const outcome = await redeemCoupon({ code, isReward: isReward(code) });
      if (outcome.kind === "ok") return finish(await afterRedeem(code, outcome.value));
      const words = await findWords();
      const isTold = await tellMaintenance(outcome, words, name);
      const text = isTold ? "" : couponWords(outcome, code, words, name);
      setRefused(text ? { code, text, isInvalid: isInvalidCode(outcome, words) } : undefined);
    } finally {
      setBusy(false);
    }
  }

  if (isOpen)
    return (
      <CouponCode
        initial={couponCookie() || (affiliateCoupon()?.code ?? "")}
        isBusy={isBusy}
        refused={refused}
        onSubmit={(code) => void redeem(code)}
      />
    );
  return (
    <Button kind={isFirst ? "filled" : "quiet"} wide onClick={() => setOpen(true)}>
      {option.title}
    </Button>
  );
}
