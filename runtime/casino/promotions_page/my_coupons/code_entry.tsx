// The field for a code: redeems it or runs its other action, and recommends a coupon if the code is invalid (rows 4.5, 5-24 to 5-26).

import { useAction } from "@croupier/loader/use-action";
import { useStore } from "@croupier/loader/use-store";
import { type ReactNode, useState } from "react";
import { useTexts } from "../../content/messages";
import type { Promotion } from "../../coupons/api/promotions";
import { recommended } from "../../coupons/model/order";
import { $defaultPromotions } from "../../coupons/store/default_promotions";
import { CouponCode, type RefusedCode } from "../../coupons/ui/coupon_code";
import { $nothing, NOTHING } from "../../stores/server_data";
import { IconButton } from "../../ui/controls/button";
import { ContactLink, type PlayerProps, useChat } from "../page";
import type { CodeResult } from "./submit_code";

const NO_RESULT: CodeResult = { kind: "nothing" };

type Defaults = Pick<ReturnType<typeof $defaultPromotions.get>, "data" | "loading">;

/** Props of the component in addition to those of the page. */
interface CodeEntryProps extends PlayerProps {
  /** The player's promotions. */
  readonly listed: readonly Promotion[];
  /** Renders the card of the promotion that an invalid code recommends (A88). */
  readonly renderCard: (promotion: Promotion) => ReactNode;
}

/** Renders the field and the result of the last code. */
export function CodeEntry({ listed, renderCard, texts, email }: CodeEntryProps) {
  const { fallback, load: loadMessages } = useTexts();
  const hasChat = useChat();
  const [refused, setRefused] = useState<RefusedCode>();
  const [result, setResult] = useState<CodeResult>(NO_RESULT);
  const [isUsed, setUsed] = useState(false);

  // The recommendation is requested when the player starts to type.
  const { data: defaults } = useStore<Defaults, typeof NOTHING>(isUsed ? $defaultPromotions : $nothing, NOTHING);
  const tip = result.kind === "refused" && result.isInvalid ? recommended(defaults ?? []) : undefined;

  async function submit(code: string) {
    setUsed(true);
    setResult(NO_RESULT);

    const { submitCode } = await import("./submit_code");
    const next = await submitCode(code, { listed, hasChat, loadMessages });
    setRefused(next.kind === "refused" && next.text ? { code, ...next } : undefined);
    setResult(next);
  }

  const { isBusy, start } = useAction("coupon code", submit, (code) =>
    setRefused({ code, text: fallback, isInvalid: false }),
  );

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
        isHalted={tip !== undefined}
        onEdit={() => {
          setUsed(true);
          setResult(NO_RESULT);
        }}
        onSubmit={(code) => void start(code)}
      />
      <Result {...{ page, email, result }} hasTip={tip !== undefined} />
      {tip && (
        <div className="promotions__tip">
          {renderCard(tip)}
          <IconButton
            icon="x"
            label={page.close}
            onClick={() => {
              setResult(NO_RESULT);
              setRefused(undefined);
            }}
          />
        </div>
      )}
    </>
  );
}

interface ResultProps extends Pick<CodeEntryProps, "email"> {
  readonly page: CodeEntryProps["texts"]["page"];
  readonly result: CodeResult;
  /** Whether a promotion is recommended below. */
  readonly hasTip: boolean;
}

/** Renders the result of a code. A refusal without a recommendation is shown below the field. */
function Result({ page, email, result, hasTip }: ResultProps) {
  return (
    <div role="status">
      {result.kind === "done" && <p className="promotions__done">{page.redeemed}</p>}
      {result.kind === "mail" && (
        <ContactLink chat={page.trouble} mail={page.trouble_mail} email={email} text={result.text} />
      )}
      {hasTip && result.kind === "refused" && <p>{result.tip}</p>}
    </div>
  );
}
