// A hook with the actions of a coupon card and their messages (rows 4.4, 8-19, 8-22, A35).

import { useEffect, useState } from "react";
import type { Failure } from "../../api/outcome";
import { failureText, type MessageTexts, useTexts } from "../../content/messages";
import { fill } from "../../content/texts";
import { showMaintenance } from "../../hooks/maintenance";
import { NOTHING } from "../../stores/server_data";
import { requestConfirmation, showMessage } from "../../ui/dialogs/ask";
import { useAction } from "../../ui/use_action";
import { useStore } from "../../ui/use_store";
import type { ActiveCoupon, Promotion, Redeemed } from "../api/coupons";
import { redeemFailureText } from "../model/redeem_messages";
import { $activeCoupon, cancelCoupon, redeemCoupon } from "../store/coupons";
import { settleSpins } from "../store/free_spins";

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
export function useCoupon({ promotion, replaces, fallback, name, onRedeemed }: CouponUse) {
  const { loading } = useStore($activeCoupon, NOTHING);
  const loadMessages = useTexts(fallback);
  const [phase, setPhase] = useState<Phase>("nothing");
  const [message, setMessage] = useState("");

  // The success overlay closes when the reloaded coupon is shown (A35, A63).
  useEffect(() => {
    if (phase === "success" && !loading) setPhase("nothing");
  }, [phase, loading]);

  useEffect(() => {
    if (phase !== "error") return;
    const timer = setTimeout(() => setPhase("nothing"), ERROR_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  async function showFailure(failure: Failure, toText: (messages: MessageTexts) => string) {
    const messages = await loadMessages();
    const text = (await showMaintenance(failure, messages, name)) ? "" : toText(messages);
    setMessage(text);
    setPhase(text ? "error" : "nothing");
  }

  /** Asks for confirmation and cancels the coupon that waits for a deposit. Returns false if the coupon remains. */
  async function confirmAndCancel(code: string): Promise<boolean> {
    const messages = await loadMessages();
    if (!(await requestConfirmation(messages.dialogues?.couponCancel))) return false;
    setPhase("cancelling");
    const outcome = await cancelCoupon(code);
    if (outcome.kind === "ok") return true;
    await showFailure(outcome, ({ coupon }) => coupon?.cancel ?? failureText(outcome, messages, name));
    return false;
  }

  async function cancel() {
    setMessage("");
    if (await confirmAndCancel(promotion.code)) setPhase("nothing");
  }

  /** Reports the failure in a dialog, because the coupon has moved to a different card. */
  async function showLostSpins() {
    const { dialogues } = await loadMessages();
    const dialogText = dialogues?.freeSpins;
    // If the dialog fails to load, the card shows the message.
    if (dialogText && !(await showMessage(dialogText))) setMessage(dialogText.text);
  }

  async function redeem() {
    setMessage("");
    const replaced = replaces?.status === "requested" ? replaces.promotion : undefined;
    if (replaced && !(await confirmAndCancel(replaced.code))) return;
    setPhase("claiming");
    const outcome = await redeemCoupon(promotion);
    if (outcome.kind !== "ok")
      return showFailure(outcome, (messages) => {
        const text = redeemFailureText(outcome, promotion, messages, name);
        return replaced ? `${fill(messages.coupon?.replaced ?? "", { title: replaced.title })} ${text}`.trim() : text;
      });
    setPhase("success");
    void import("../model/coupon_cookies").then(
      ({ deleteCoupon }) => deleteCoupon(promotion.code),
      () => undefined,
    );
    onRedeemed?.(outcome.value);
    if (outcome.value.hasFreeSpins && (await settleSpins()) === "failed") await showLostSpins();
  }

  const onError = async () => showFailure({ kind: "malformed" }, ({ fallback }) => fallback);
  const { start: startRedeem } = useAction("redeem", redeem, onError);
  const { start: startCancel } = useAction("cancel coupon", cancel, onError);
  return { phase, message, redeem: () => void startRedeem(), cancel: () => void startCancel() };
}
