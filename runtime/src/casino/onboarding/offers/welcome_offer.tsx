// Offers of one coupon: the welcome offer, whose promotion content/data/welcome.toml names, and any other by its code (rows 2.10, 4.2-29).

import { useState } from "react";
import { useQuery } from "../../../island/queries";
import { useTexts } from "../../content/messages";
import { deleteCoupon } from "../../coupons/model/coupon_cookies";
import { couponFailureText } from "../../coupons/model/coupon_messages";
import { RedeemButton } from "../../coupons/ui/redeem_button";
import { showMaintenance } from "../../hooks/maintenance";
import type { OfferProps } from "./option";
import { afterRedeem } from "./redeemed";

/** Redeems the welcome coupon; a failure has its own page (row 8-13). */
export function WelcomeOffer({ option, isFirst, fallback, name, finish }: OfferProps) {
  const welcome = useQuery<{ readonly code: string }>("welcome");
  const loadMessages = useTexts(fallback);
  const code = welcome?.code ?? "";
  return (
    <RedeemButton
      coupon={{ code, isReward: false }}
      title={option.title}
      kind={isFirst ? "filled" : "quiet"}
      disabled={!welcome}
      onRedeemed={async (redeemed) => finish(await afterRedeem(code, redeemed))}
      onFailed={async (failure) => {
        const messages = await loadMessages();
        if (await showMaintenance(failure, messages, name)) return;
        const screen = messages.flows?.welcome_offer;
        finish(screen ? { kind: "screen", screen } : { kind: "failed", failure });
      }}
    />
  );
}

/** Redeems the coupon of the page and stays on the page; a failure shows `onerror` (row 8-16). */
export function CouponOption({
  option,
  isFirst,
  definition,
  fallback,
  name,
  finish,
  code,
}: OfferProps & { code: string }) {
  const loadMessages = useTexts(fallback);
  const [error, setError] = useState("");
  return (
    <>
      <RedeemButton
        coupon={{ code, isReward: false }}
        title={option.title}
        kind={isFirst ? "filled" : "quiet"}
        onRedeemed={() => deleteCoupon(code)}
        onFailed={async (failure) => {
          const messages = await loadMessages();
          if (await showMaintenance(failure, messages, name)) return;
          if (definition.onerror) return finish({ kind: "screen", screen: definition.onerror });
          setError(couponFailureText(failure, code, messages, name));
        }}
      />
      <div role="alert">{error && <p className="form__error">{error}</p>}</div>
    </>
  );
}
