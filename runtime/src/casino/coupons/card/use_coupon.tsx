// A hook with the state of a coupon card and its actions, which load at the first press (rows 4.4, A35).

import { type ReactNode, useEffect, useState } from "react";
import { useTexts } from "../../content/messages";
import type { DepositButtonProps } from "../../deposit/ui/deposit_button";
import { Button } from "../../ui/controls/button";
import { lazyComponent } from "../../ui/lazy_component";
import { useAction } from "../../ui/use_action";
import { useSelector } from "../../ui/use_store";
import type { Redeemed } from "../api/coupon_changes";
import type { Promotion } from "../api/promotions";
import { $activeCoupon, type ActiveCoupon } from "../store/coupons";

/** The action in progress or its result. */
export type Phase = "nothing" | "claiming" | "success" | "cancelling" | "error";

/** Time that the error overlay is shown, in milliseconds (row 9-18). */
const ERROR_MS = 2000;

/** Parameters of `useCoupon`. */
export interface CouponUse {
  readonly promotion: Promotion;
  readonly replaces?: ActiveCoupon | undefined;
  readonly onRedeemed?: ((redeemed: Redeemed) => void) | undefined;
}

/**
 * Returns the actions redeem and cancel. `message` is the last failure's message, which remains until the next action. The caller
 * renders `overlayEnd`, which closes the overlay.
 */
export function useCoupon(use: CouponUse) {
  const { replaces } = use;
  const { fallback, load: loadMessages } = useTexts();
  const [phase, setPhase] = useState<Phase>("nothing");
  const [message, setMessage] = useState("");
  const card = { setPhase, setMessage, loadMessages };

  async function runRedeem() {
    setMessage("");
    // A coupon that waits for a deposit is cancelled first, after confirmation (A25).
    const replaced = replaces?.status === "requested" ? replaces.promotion : undefined;
    if (!replaced) setPhase("claiming");
    await (await import("./coupon_actions")).redeemCard(use, replaced, card);
  }

  async function runCancel() {
    setMessage("");
    await (await import("./coupon_actions")).cancelCard(use, card);
  }

  function onError() {
    setMessage(fallback);
    setPhase("error");
  }
  const { start: startRedeem } = useAction("redeem", runRedeem, onError);
  const { start: startCancel } = useAction("cancel coupon", runCancel, onError);
  // Only a card with an overlay runs the effects that end it.
  let overlayEnd: ReactNode;
  if (phase === "success") overlayEnd = <SuccessEnd setPhase={setPhase} />;
  if (phase === "error") overlayEnd = <ErrorEnd setPhase={setPhase} />;
  return { phase, message, overlayEnd, redeem: () => void startRedeem(), cancel: () => void startCancel() };
}

interface EndProps {
  readonly setPhase: (phase: Phase) => void;
}

/** Closes the success overlay when the reloaded coupon is shown (A35, A63). */
function SuccessEnd({ setPhase }: EndProps) {
  const isLoading = useSelector($activeCoupon, ({ loading }) => loading, true);
  useEffect(() => {
    if (!isLoading) setPhase("nothing");
  }, [isLoading, setPhase]);
  return null;
}

/** Closes the error overlay after `ERROR_MS`. */
function ErrorEnd({ setPhase }: EndProps) {
  useEffect(() => {
    const timer = setTimeout(() => setPhase("nothing"), ERROR_MS);
    return () => clearTimeout(timer);
  }, [setPhase]);
  return null;
}

/** Renders the button. After a failed load, a press retries. */
export const LateDeposit = lazyComponent<DepositButtonProps & { readonly label: string }>(
  () => import("../../deposit/ui/deposit_button").then(({ DepositButton }) => DepositButton),
  {
    placeholder: ({ kind, size, label }) => (
      <Button {...{ kind, size }} wide busy>
        {label}
      </Button>
    ),
    errorView: ({ kind, size, label }, retry) => (
      <Button {...{ kind, size }} wide onClick={retry}>
        {label}
      </Button>
    ),
  },
);
