// The field for a code: redeems it or runs its other action, and recommends a coupon if the code is invalid (rows 4.5, 5-24 to 5-26).

import { type ReactNode, useState } from "react";
import type { Failure } from "../../api/outcome";
import { type MessageTexts, useTexts } from "../../content/messages";
import { fill } from "../../content/texts";
import type { Promotion, Redeemed } from "../../coupons/api/coupons";
import { codeMeaning } from "../../coupons/model/code_meaning";
import { affiliateCoupon, deleteCoupon } from "../../coupons/model/coupon_cookies";
import { isInvalidCode } from "../../coupons/model/coupon_messages";
import { redeemFailureText } from "../../coupons/model/redeem_messages";
import { redeemCoupon } from "../../coupons/store/coupons";
import { ContactLink, useChat } from "../../coupons/ui/contact_link";
import { CouponCode, type RefusedCode } from "../../coupons/ui/coupon_code";
import { showMaintenance } from "../../hooks/maintenance";
import { IconButton } from "../../ui/controls/button";
import { openPanel } from "../../ui/dialogs/open_panel";
import { useAction } from "../../ui/use_action";
import type { PlayerProps } from "./props";

/** The content below the field. */
type CodeResult =
  | { readonly kind: "nothing" }
  | { readonly kind: "tip"; readonly text: string }
  /** Shown if there is no chat: a link to send the question by email. */
  | { readonly kind: "mail"; readonly text: string }
  | { readonly kind: "done" };

/** Props of the component in addition to those of the page. */
interface CodeEntryProps extends PlayerProps {
  /** The player's promotions. */
  readonly listed: readonly Promotion[];
  /** The recommended card after an invalid code, if there is one (A88). */
  readonly tip: ReactNode;
}

/** Renders the field and the result of the last code. */
export function CodeEntry({ listed, tip, texts, email, fallback, name }: CodeEntryProps) {
  const loadMessages = useTexts(fallback);
  const hasChat = useChat();
  const [refused, setRefused] = useState<RefusedCode>();
  const [result, setResult] = useState<CodeResult>({ kind: "nothing" });
  const hasTip = result.kind === "tip" && Boolean(tip);

  function showRefusal(code: string, text: string, messages: MessageTexts, isInvalid: boolean) {
    setRefused(text ? { code, text, isInvalid } : undefined);
    setResult(isInvalid ? { kind: "tip", text: messages.coupon?.recommend ?? "" } : { kind: "nothing" });
  }

  async function showFailure(code: string, failure: Failure, rewardType: string | undefined) {
    const messages = await loadMessages();
    if (await showMaintenance(failure, messages, name)) return setRefused(undefined);
    const coupon = { code, isReward: false, ...(rewardType === undefined ? {} : { rewardType }) };
    showRefusal(code, redeemFailureText(failure, coupon, messages, name), messages, isInvalidCode(failure, messages));
  }

  async function processCode(code: string): Promise<Redeemed | undefined> {
    setResult({ kind: "nothing" });
    const meaning = codeMeaning(code, listed, affiliateCoupon());
    const messages = await loadMessages();
    if (meaning.kind === "cashier") openPanel("cashier");
    if (meaning.kind === "invalid")
      showRefusal(code, fill(messages.coupon?.invalid ?? messages.fallback, { code }), messages, true);
    if (meaning.kind === "chat") {
      const text = fill(messages.chat?.cashback ?? "", { code });
      if (hasChat) openPanel("chat", text);
      else setResult({ kind: "mail", text });
    }
    if (meaning.kind !== "coupon") return undefined;
    const outcome = await redeemCoupon(meaning.coupon);
    if (outcome.kind !== "ok") return void (await showFailure(code, outcome, meaning.coupon.rewardType));
    deleteCoupon(code);
    setResult({ kind: "done" });
    return outcome.value;
  }

  const { isBusy, start } = useAction("coupon code", processCode);

  const { page } = texts;
  return (
    <>
      <CouponCode
        initial=""
        isBusy={isBusy}
        refused={refused}
        label={page.code_label}
        submit={page.submit}
        isPlain
        isHalted={hasTip}
        onEdit={() => setResult({ kind: "nothing" })}
        onSubmit={(code) => void start(code)}
      />
      <div role="status">
        {result.kind === "done" && <p className="promotions__done">{page.redeemed}</p>}
        {result.kind === "mail" && (
          <ContactLink chat={page.trouble} mail={page.trouble_mail} email={email} text={result.text} />
        )}
        {hasTip && <p>{result.text}</p>}
      </div>
      {hasTip && (
        <div className="promotions__tip">
          {tip}
          <IconButton
            icon="x"
            label={page.close}
            onClick={() => {
              setResult({ kind: "nothing" });
              setRefused(undefined);
            }}
          />
        </div>
      )}
    </>
  );
}
