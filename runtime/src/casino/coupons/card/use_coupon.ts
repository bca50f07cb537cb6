// A hook with the state of a coupon card and its actions, which load at the first press (rows 4.4, A35).

import { useEffect, useState } from "react";
import { useTexts } from "../../content/messages";
import { useAction } from "../../ui/use_action";
import { useSelector } from "../../ui/use_selector";
import type { Redeemed } from "../api/coupon_changes";
import type { ActiveCoupon } from "../api/coupons";
import type { Promotion } from "../api/promotions";
import { $activeCoupon } from "../store/coupons";

/** The action in progress or its result. */
export type Phase = "nothing" | "claiming" | "success" | "cancelling" | "error";

/** Time that the error overlay is shown, in milliseconds (row 9-18). */
const ERROR_MS = 2000;

/** Parameters of `useCoupon`. */
export interface CouponUse {
  readonly promotion: Promotion;
  readonly replaces?: ActiveCoupon | undefined;
  readonly fallback: string;
  readonly name: string;
  readonly onRedeemed?: ((redeemed: Redeemed) => void) | undefined;
}

/** Returns the actions redeem and cancel. `message` is the last failure's message, which remains until the next action. */
export function useCoupon(use: CouponUse) {
  const { replaces, fallback } = use;
  const loading = useSelector($activeCoupon, (active) => active.loading, true);
  const loadMessages = useTexts(fallback);
  const [phase, setPhase] = useState<Phase>("nothing");
  const [message, setMessage] = useState("");
  const card = { setPhase, setMessage, loadMessages };

  // The success overlay closes when the reloaded coupon is shown (A35, A63).
  useEffect(() => {
    if (phase === "success" && !loading) setPhase("nothing");
  }, [phase, loading]);

  useEffect(() => {
    if (phase !== "error") return;
    const timer = setTimeout(() => setPhase("nothing"), ERROR_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  async function redeem() {
    setMessage("");
    // A coupon that waits for a deposit is cancelled first, after confirmation (A25).
    const replaced = replaces?.status === "requested" ? replaces.promotion : undefined;
    if (!replaced) setPhase("claiming");
    await (await import("./coupon_actions")).redeem(use, replaced, card);
  }

  async function cancel() {
    setMessage("");
    await (await import("./coupon_actions")).cancel(use, card);
  }

  function onError() {
    setMessage(fallback);
    setPhase("error");
  }
  const { start: startRedeem } = useAction("redeem", redeem, onError);
  const { start: startCancel } = useAction("cancel coupon", cancel, onError);
  return { phase, message, redeem: () => void startRedeem(), cancel: () => void startCancel() };
}
