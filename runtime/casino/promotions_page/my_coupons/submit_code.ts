// Redeems a typed code or runs its other action (rows 4.5, A86, A87). It loads with the first code that a player submits.

import type { ReactNode } from "react";
import { fill } from "../../content/format";
import type { MessageTexts } from "../../content/messages";
import type { Promotion } from "../../coupons/api/promotions";
import { affiliateCoupon, deleteCoupon } from "../../coupons/model/coupon_cookies";
import { codeMeaning, isInvalidCode, redeemFailureText } from "../../coupons/model/typed_code";
import { redeemCoupon } from "../../coupons/store/coupon_commands";
import { openPanel } from "../../stores/location";
import { showMaintenance } from "../../ui/use_failure";

/** The result of a code. */
export type CodeResult =
  /** The code opened the chat, the cashier or the maintenance dialog. */
  | { readonly kind: "nothing" }
  /** The code was refused. An invalid one does not exist, and the recommendation `tip` is shown. */
  | { readonly kind: "refused"; readonly text: ReactNode; readonly isInvalid: boolean; readonly tip: string }
  /** There is no chat: the page shows a link to send the question by email. */
  | { readonly kind: "mail"; readonly text: string }
  | { readonly kind: "done" };

/** The page of the field. */
export interface CodePage {
  /** The player's promotions. */
  readonly listed: readonly Promotion[];
  readonly hasChat: boolean;
  readonly loadMessages: () => Promise<MessageTexts>;
}

/** Runs the action of the code. */
export async function submitCode(code: string, { listed, hasChat, loadMessages }: CodePage): Promise<CodeResult> {
  const meaning = codeMeaning(code, listed, affiliateCoupon());
  const messages = await loadMessages();

  const refuse = (text: ReactNode, isInvalid: boolean): CodeResult => ({
    kind: "refused",
    text,
    isInvalid,
    tip: messages.coupon?.recommend ?? "",
  });

  if (meaning.kind === "invalid") return refuse(fill(messages.coupon?.invalid ?? messages.fallback, { code }), true);

  if (meaning.kind === "cashier") openPanel("cashier");
  if (meaning.kind === "chat") {
    const text = fill(messages.chat?.cashback ?? "", { code });
    if (!hasChat) return { kind: "mail", text };
    openPanel("chat", text);
  }
  if (meaning.kind !== "coupon") return { kind: "nothing" };

  const { coupon } = meaning;
  const outcome = await redeemCoupon(coupon);
  if (outcome.kind === "ok") {
    deleteCoupon(code);
    return { kind: "done" };
  }

  if (await showMaintenance(outcome, messages)) return { kind: "nothing" };
  return refuse(redeemFailureText(outcome, { ...coupon, code }, messages), isInvalidCode(outcome, messages));
}
