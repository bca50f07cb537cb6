// The field for a code: redeems it or runs its other action, and recommends a coupon if the code is invalid (rows 4.5, 5-24 to 5-26).

import { type ReactNode, useState } from "react";
import type { Failure } from "../../api/outcome";
import { type MessageTexts, useWords } from "../../content/messages";
import { fill } from "../../content/texts";
import type { Promotion, Redeemed } from "../../coupons/api/coupons";
import { codeMeaning } from "../../coupons/model/code_meaning";
import { affiliateCoupon, forgetCoupon } from "../../coupons/model/coupon_cookies";
import { isInvalidCode } from "../../coupons/model/coupon_messages";
import { redeemWords } from "../../coupons/model/redeem_messages";
import { redeemCoupon } from "../../coupons/store/coupons";
import { ContactLink, useChat } from "../../coupons/ui/contact_link";
import { CouponCode, type RefusedCode } from "../../coupons/ui/coupon_code";
import { tellMaintenance } from "../../hooks/maintenance";
import { IconButton } from "../../ui/controls/button";
import { openPanel } from "../../ui/dialogs/open_panel";
import { useAction } from "../../ui/use_action";
import type { PlayerProps } from "./props";

/** The content below the field. */
type Below =
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
export function CodeEntry({ listed, tip, words, email, fallback, name }: CodeEntryProps) {
  const findWords = useWords(fallback);
  const hasChat = useChat();
  const [refused, setRefused] = useState<RefusedCode>();
  const [below, setBelow] = useState<Below>({ kind: "nothing" });
  const hasTip = below.kind === "tip" && Boolean(tip);

  function refuse(code: string, text: string, said: MessageTexts, isInvalid: boolean) {
    setRefused(text ? { code, text, isInvalid } : undefined);
    setBelow(isInvalid ? { kind: "tip", text: said.coupon?.recommend ?? "" } : { kind: "nothing" });
  }

  async function fail(code: string, failure: Failure, rewardType: string | undefined) {
    const said = await findWords();
    if (await tellMaintenance(failure, said, name)) return setRefused(undefined);
    const coupon = { code, isReward: false, ...(rewardType === undefined ? {} : { rewardType }) };
    refuse(code, redeemWords(failure, coupon, said, name), said, isInvalidCode(failure, said));
  }

  async function send(code: string): Promise<Redeemed | undefined> {
    setBelow({ kind: "nothing" });
    const meaning = codeMeaning(code, listed, affiliateCoupon());
    const said = await findWords();
    if (meaning.kind === "cashier") openPanel("cashier");
    if (meaning.kind === "invalid") refuse(code, fill(said.coupon?.invalid ?? said.fallback, { code }), said, true);
    if (meaning.kind === "chat") {
      const text = fill(said.chat?.cashback ?? "", { code });
      if (hasChat) openPanel("chat", text);
      else setBelow({ kind: "mail", text });
    }
    if (meaning.kind !== "coupon") return undefined;
    const outcome = await redeemCoupon(meaning.coupon);
    if (outcome.kind !== "ok") return void (await fail(code, outcome, meaning.coupon.rewardType));
    forgetCoupon(code);
    setBelow({ kind: "done" });
    return outcome.value;
  }

  const { isBusy, start } = useAction("coupon code", send);

  const { page } = words;
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
        onEdit={() => setBelow({ kind: "nothing" })}
        onSubmit={(code) => void start(code)}
      />
      <div role="status">
        {below.kind === "done" && <p className="promotions__done">{page.redeemed}</p>}
        {below.kind === "mail" && (
          <ContactLink chat={page.trouble} mail={page.trouble_mail} email={email} text={below.text} />
        )}
        {hasTip && <p>{below.text}</p>}
      </div>
      {hasTip && (
        <div className="promotions__tip">
          {tip}
          <IconButton
            icon="x"
            label={page.close}
            onClick={() => {
              setBelow({ kind: "nothing" });
              setRefused(undefined);
            }}
          />
        </div>
      )}
    </>
  );
}
