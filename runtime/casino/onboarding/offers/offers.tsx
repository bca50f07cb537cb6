// The offers on pages after a form: the welcome coupon, and a coupon by its code. A button redeems a coupon, and later opens the cashier
// (rows 2.10, A36).

import type { Data } from "croupier:types";
import { useQuery } from "@croupier/loader/queries";
import { useAction } from "@croupier/loader/use-action";
import { useStore } from "@croupier/loader/use-store";
import { type ReactNode, useState } from "react";
import type { Failure } from "../../api/outcome";
import { isSameCode } from "../../api/values";
import type { CompletionOption } from "../../content/failure_messages";
import { fill } from "../../content/format";
import { useTexts } from "../../content/messages";
import type { Redeemed } from "../../coupons/api/coupon_changes";
import type { Promotion } from "../../coupons/api/promotions";
import { affiliateCoupon, couponCookie, deleteCoupon } from "../../coupons/model/coupon_cookies";
import { codeMeaning, couponFailureText, isInvalidCode, redeemFailureText } from "../../coupons/model/typed_code";
import { redeemCoupon } from "../../coupons/store/coupon_commands";
import { $activeCoupon, $promotions, type ActiveCoupon } from "../../coupons/store/coupons";
import { afterRedeem } from "../../coupons/store/free_spins";
import { CouponCode, type RefusedCode } from "../../coupons/ui/coupon_code";
import type { OnboardingDefinition } from "../../forms/definition";
import { openPanel } from "../../stores/location";
import { NOTHING } from "../../stores/server_data";
import { Button, type ButtonStyle } from "../../ui/controls/button";
import { explain, showMaintenance } from "../../ui/use_failure";
import type { RequestResult } from "../model/request";

/** The props of an offer. */
export interface OfferProps {
  readonly option: CompletionOption;
  /** Whether it is the primary action of its page. */
  readonly isFirst: boolean;
  /** The definition of the form that the page follows. */
  readonly definition: OnboardingDefinition;
  /** Processes the result: the page that follows. */
  readonly finish: (result: RequestResult) => void;
}

/** Renders an option whose action is WELCOME_OFFER or CUSTOM_COUPON (rows 4.2-29, 4.2-30). */
export function OfferOption(props: OfferProps) {
  const { type, about } = props.option.action;
  if (type === "WELCOME_OFFER") return <WelcomeOffer {...props} />;
  return about ? <CouponOption {...props} code={about} /> : <CustomCoupon {...props} />;
}

/** Redeems the welcome coupon; a failure has its own page (row 8-13). */
function WelcomeOffer({ option, isFirst, finish }: OfferProps) {
  const welcome = useQuery<Data["promotions/dep200"]>("offer");
  const { load } = useTexts();
  const code = welcome?.code ?? "";

  return (
    <RedeemButton
      coupon={{ code, isReward: false }}
      title={option.title}
      kind={isFirst ? "filled" : "quiet"}
      disabled={!welcome}
      onRedeemed={async (redeemed) => finish(await afterRedeem(code, redeemed))}
      onFailed={async (failure) => {
        const messages = await load();
        if (await showMaintenance(failure, messages)) return;
        const screen = messages.flows?.welcome_offer;
        finish(screen ? { kind: "screen", screen } : { kind: "failed", failure });
      }}
    />
  );
}

/** Redeems the coupon of the page and stays on the page; a failure shows `onerror` (row 8-16). */
function CouponOption({ option, isFirst, definition, finish, code }: OfferProps & { code: string }) {
  const { load } = useTexts();
  const [error, setError] = useState<ReactNode>("");

  return (
    <>
      <RedeemButton
        coupon={{ code, isReward: false }}
        title={option.title}
        kind={isFirst ? "filled" : "quiet"}
        onRedeemed={() => deleteCoupon(code)}
        onFailed={async (failure) => {
          const messages = await load();
          if (await showMaintenance(failure, messages)) return;
          if (definition.onerror) return finish({ kind: "screen", screen: definition.onerror });
          setError(couponFailureText(failure, code, messages));
        }}
      />
      <div role="alert">{error && <p className="form__error">{error}</p>}</div>
    </>
  );
}

/** Renders the button, and after a click the field; errors of a code are shown below the field. */
export function CustomCoupon({ option, isFirst, finish }: OfferProps) {
  const { fallback, load } = useTexts();
  const { data: promotions = [] } = useStore($promotions, NOTHING);
  const [isOpen, setOpen] = useState(false);
  const [refused, setRefused] = useState<RefusedCode>();

  /** Processes a code according to its meaning; most codes are redeemed. */
  async function redeemCode(code: string) {
    const meaning = codeMeaning(code, promotions, affiliateCoupon());
    const messages = await load();

    if (meaning.kind === "cashier") return openPanel("cashier");
    if (meaning.kind === "chat") return openPanel("chat", fill(messages.chat?.cashback ?? "", { code }));
    if (meaning.kind === "invalid") {
      const text = fill(messages.coupon?.invalid ?? messages.fallback, { code });
      return setRefused({ code, text, isInvalid: true });
    }

    const outcome = await redeemCoupon(meaning.coupon);
    if (outcome.kind === "ok") return finish(await afterRedeem(code, outcome.value));
    const text = await explain(outcome, messages, () => redeemFailureText(outcome, meaning.coupon, messages));
    setRefused(text ? { code, text, isInvalid: isInvalidCode(outcome, messages) } : undefined);
  }

  const { isBusy, start } = useAction("redeem", redeemCode, (code) =>
    setRefused({ code, text: fallback, isInvalid: false }),
  );

  if (isOpen)
    return (
      <CouponCode
        initial={couponCookie() || (affiliateCoupon()?.code ?? "")}
        isBusy={isBusy}
        refused={refused}
        onSubmit={(code) => void start(code)}
      />
    );

  return (
    <Button kind={isFirst ? "filled" : "quiet"} wide onClick={() => setOpen(true)}>
      {option.title}
    </Button>
  );
}

/** Props of the button. */
export interface RedeemButtonProps extends Omit<ButtonStyle, "wide"> {
  readonly coupon: Pick<Promotion, "code" | "isReward">;
  /** The label while the coupon is available; defaults to REDEEM NOW (row 2.10-01). */
  readonly title?: string | undefined;
  readonly disabled?: boolean;
  readonly onRedeemed?: (redeemed: Redeemed) => void | Promise<void>;
  readonly onFailed: (failure: Failure) => void | Promise<void>;
}

/** Renders the button. The first press redeems; later presses show the coupon in the cashier. */
export function RedeemButton({ coupon, title, onRedeemed, onFailed, ...buttonProps }: RedeemButtonProps) {
  const texts = useQuery("cashier");
  const { data: active } = useStore($activeCoupon, NOTHING);
  const [newStatus, setNewStatus] = useState<ActiveCoupon["status"]>();
  const status = newStatus ?? (active && isSameCode(active.promotion.code, coupon.code) ? active.status : "available");

  const { isBusy, start } = useAction(
    "redeem",
    async () => {
      const outcome = await redeemCoupon(coupon);
      if (outcome.kind !== "ok") return onFailed(outcome);
      setNewStatus(outcome.value.inLobby ? "redeemed" : "requested");
      await onRedeemed?.(outcome.value);
    },
    () => onFailed({ kind: "malformed" }),
  );

  const labels = { available: title || texts?.redeem, requested: texts?.requested, redeemed: texts?.redeemed };
  return (
    <Button
      {...buttonProps}
      wide
      busy={isBusy}
      onClick={() => (status === "available" ? void start() : openPanel("cashier"))}
    >
      {labels[status]}
    </Button>
  );
}
