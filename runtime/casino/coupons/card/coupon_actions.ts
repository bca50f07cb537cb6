// Redeems and cancels the coupon of a card, and shows the result on it (rows 4.4, 8-19, 8-22, A35).

import { createElement, Fragment, type ReactNode } from "react";
import type { Failure } from "../../api/outcome";
import { failureText } from "../../content/failure_messages";
import { fill } from "../../content/format";
import type { MessageTexts } from "../../content/messages";
import { $session } from "../../session/session";
import { requestConfirmation, showMessage } from "../../ui/open";
import { explain, type ToText } from "../../ui/use_failure";
import type { Promotion } from "../api/promotions";
import { deleteCoupon } from "../model/coupon_cookies";
import { redeemFailureText } from "../model/typed_code";
import { cancelCoupon, redeemCoupon } from "../store/coupon_commands";
import { settleSpins } from "../store/free_spins";
import type { CouponUse, Phase } from "./card";

/** The state of a card that the actions change. */
export interface CardState {
  readonly setPhase: (phase: Phase) => void;
  readonly setMessage: (message: ReactNode) => void;
  readonly loadMessages: () => Promise<MessageTexts>;
}

/** Redeems the coupon. The coupon `replaced` is cancelled first, after confirmation. */
export async function redeemCard(use: CouponUse, replaced: Promotion | undefined, card: CardState): Promise<void> {
  const { promotion, onRedeemed } = use;
  const player = $session.get();
  if (replaced && !(await confirmAndCancel(replaced.code, card))) return;

  card.setPhase("claiming");
  const outcome = await redeemCoupon(promotion, player);
  if (outcome.kind !== "ok")
    return showFailure(outcome, card, (failure, messages) => {
      const text = redeemFailureText(failure, promotion, messages);
      return replaced
        ? createElement(Fragment, null, fill(messages.coupon?.replaced ?? "", { title: replaced.title }), " ", text)
        : text;
    });

  card.setPhase("success");
  deleteCoupon(promotion.code);
  onRedeemed?.(outcome.value);
  if (outcome.value.hasFreeSpins && (await settleSpins()) === "failed") await showLostSpins(card);
}

/** Cancels the coupon, which waits for a deposit, after confirmation. */
export async function cancelCard({ promotion }: CouponUse, card: CardState): Promise<void> {
  if (await confirmAndCancel(promotion.code, card)) card.setPhase("nothing");
}

/** Returns false if the coupon remains. */
async function confirmAndCancel(code: string, card: CardState): Promise<boolean> {
  // Another player may sign in while the dialog is open.
  const player = $session.get();
  const messages = await card.loadMessages();
  if (!(await requestConfirmation(messages.dialogues?.couponCancel))) return false;
  card.setPhase("cancelling");
  const outcome = await cancelCoupon(code, player);
  if (outcome.kind === "ok") return true;
  await showFailure(outcome, card, (failure, texts) => texts.coupon?.cancel ?? failureText(failure, texts));
  return false;
}

async function showFailure(failure: Failure, { setMessage, setPhase, loadMessages }: CardState, toText: ToText) {
  const text = await explain(failure, await loadMessages(), toText);
  setMessage(text);
  setPhase(text ? "error" : "nothing");
}

/** Reports the failure in a dialog, because the coupon has moved to a different card. */
async function showLostSpins({ setMessage, loadMessages }: CardState) {
  const { dialogues } = await loadMessages();
  const dialogText = dialogues?.freeSpins;
  // If the dialog fails to load, the card shows the message.
  if (dialogText && !(await showMessage(dialogText))) setMessage(dialogText.text);
}
