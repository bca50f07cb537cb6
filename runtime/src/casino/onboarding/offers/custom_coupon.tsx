// ENTER A COUPON CODE: a field replaces the button, prefilled with the code that the visitor chose or was promised (rows 4.2-30, A65,
// A66).

import { useState } from "react";
import { useTexts } from "../../content/messages";
import { fill } from "../../content/texts";
import { codeMeaning } from "../../coupons/model/code_meaning";
import { affiliateCoupon, couponCookie } from "../../coupons/model/coupon_cookies";
import { isInvalidCode } from "../../coupons/model/coupon_messages";
import { redeemFailureText } from "../../coupons/model/redeem_messages";
import { redeemCoupon } from "../../coupons/store/coupon_commands";
import { $promotions } from "../../coupons/store/coupons";
import { CouponCode, type RefusedCode } from "../../coupons/ui/coupon_code";
import { showMaintenance } from "../../hooks/maintenance";
import { NOTHING } from "../../stores/server_data";
import { Button } from "../../ui/controls/button";
import { openPanel } from "../../ui/dialogs/open_panel";
import { useAction } from "../../ui/use_action";
import { useStore } from "../../ui/use_store";
import type { OfferProps } from "./option";
import { afterRedeem } from "./redeemed";

/** Renders the button, and after a click the field; errors of a code are shown below the field. */
export function CustomCoupon({ option, isFirst, fallback, name, finish }: OfferProps) {
  const loadMessages = useTexts(fallback);
  const { data: promotions = [] } = useStore($promotions, NOTHING);
  const [isOpen, setOpen] = useState(false);
  const [refused, setRefused] = useState<RefusedCode>();

  /** Processes a code according to its meaning; most codes are redeemed. */
  async function redeemCode(code: string) {
    const meaning = codeMeaning(code, promotions, affiliateCoupon());
    const messages = await loadMessages();
    if (meaning.kind === "cashier") return openPanel("cashier");
    if (meaning.kind === "chat") return openPanel("chat", fill(messages.chat?.cashback ?? "", { code }));
    if (meaning.kind === "invalid") {
      const text = fill(messages.coupon?.invalid ?? messages.fallback, { code });
      return setRefused({ code, text, isInvalid: true });
    }
    const outcome = await redeemCoupon(meaning.coupon);
    if (outcome.kind === "ok") return finish(await afterRedeem(code, outcome.value));
    const isMaintenance = await showMaintenance(outcome, messages, name);
    const text = isMaintenance ? "" : redeemFailureText(outcome, meaning.coupon, messages, name);
    setRefused(text ? { code, text, isInvalid: isInvalidCode(outcome, messages) } : undefined);
  }

  const [lastCode, setLastCode] = useState("");
  const { isBusy, start } = useAction("redeem", redeemCode, () =>
    setRefused({ code: lastCode, text: fallback, isInvalid: false }),
  );
  const redeem = (code: string) => {
    setLastCode(code);
    return start(code);
  };

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
