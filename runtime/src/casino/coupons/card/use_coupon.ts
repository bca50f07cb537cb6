// A hook with the actions of a coupon card and their messages (rows 4.4, 8-19, 8-22, A35).

import { useEffect, useState } from "react";
import type { Failure } from "../../api/outcome";
import { useWords, type Words, wordsOf } from "../../content/messages";
import { fill } from "../../content/texts";
import { tellMaintenance } from "../../hooks/maintenance";
import { NOTHING } from "../../stores/server_data";
import { ask, tell } from "../../ui/dialogs/ask";
import { useAction } from "../../ui/use_action";
import { useStore } from "../../ui/use_store";
import type { ActiveCoupon, Promotion, Redeemed } from "../api/coupons";
import { redeemWords } from "../model/redeem_messages";
import { $activeCoupon, cancelCoupon, redeemCoupon } from "../store/coupons";
import { settleSpins } from "../store/free_spins";

/** The action in progress or its result. */
export type Doing = "nothing" | "claiming" | "success" | "cancelling" | "error";

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

/** Returns the actions redeem and cancel. `said` is the last failure's message, which remains until the next action. */
export function useCoupon({ promotion, replaces, fallback, name, onRedeemed }: CouponUse) {
  const { loading } = useStore($activeCoupon, NOTHING);
  const findWords = useWords(fallback);
  const [doing, setDoing] = useState<Doing>("nothing");
  const [said, setSaid] = useState("");

  // The success overlay closes when the reloaded coupon is shown (A35, A63).
  useEffect(() => {
    if (doing === "success" && !loading) setDoing("nothing");
  }, [doing, loading]);

  useEffect(() => {
    if (doing !== "error") return;
    const timer = setTimeout(() => setDoing("nothing"), ERROR_MS);
    return () => clearTimeout(timer);
  }, [doing]);

  async function fail(failure: Failure, wording: (words: Words) => string) {
    const words = await findWords();
    const text = (await tellMaintenance(failure, words, name)) ? "" : wording(words);
    setSaid(text);
    setDoing(text ? "error" : "nothing");
  }

  /** Asks for confirmation and cancels the coupon that waits for a deposit. Returns false if the coupon remains. */
  async function cancelled(code: string): Promise<boolean> {
    const words = await findWords();
    if (!(await ask(words.dialogues?.couponCancel))) return false;
    setDoing("cancelling");
    const outcome = await cancelCoupon(code);
    if (outcome.kind === "ok") return true;
    await fail(outcome, ({ coupon }) => coupon?.cancel ?? wordsOf(outcome, words, name));
    return false;
  }

  async function cancel() {
    setSaid("");
    if (await cancelled(promotion.code)) setDoing("nothing");
  }

  /** Reports the failure in a dialog, because the coupon has moved to a different card. */
  async function tellSpinsLost() {
    const { dialogues } = await findWords();
    const question = dialogues?.freeSpins;
    // If the dialog fails to load, the card shows the message.
    if (question && !(await tell(question))) setSaid(question.text);
  }

  async function redeem() {
    setSaid("");
    const old = replaces?.status === "requested" ? replaces.promotion : undefined;
    if (old && !(await cancelled(old.code))) return;
    setDoing("claiming");
    const outcome = await redeemCoupon(promotion);
    if (outcome.kind !== "ok")
      return fail(outcome, (words) => {
        const message = redeemWords(outcome, promotion, words, name);
        return old ? `${fill(words.coupon?.replaced ?? "", { title: old.title })} ${message}`.trim() : message;
      });
    setDoing("success");
    void import("../model/coupon_cookies").then(
      ({ forgetCoupon }) => forgetCoupon(promotion.code),
      () => undefined,
    );
    onRedeemed?.(outcome.value);
    if (outcome.value.hasFreeSpins && (await settleSpins()) === "failed") await tellSpinsLost();
  }

  const failed = async () => fail({ kind: "malformed" }, ({ fallback }) => fallback);
  const { start: startRedeem } = useAction("redeem", redeem, failed);
  const { start: startCancel } = useAction("cancel coupon", cancel, failed);
  return { doing, said, redeem: () => void startRedeem(), cancel: () => void startCancel() };
}
