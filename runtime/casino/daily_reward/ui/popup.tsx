// The content of the daily reward's popup: benefit, requirements, conflicts with other coupons and buttons (rows 2.11, 4.6, A37).

import "./daily.css";
import { useQuery } from "@croupier/loader/queries";
import { useAction } from "@croupier/loader/use-action";
import { useStore } from "@croupier/loader/use-store";
import { type ComponentProps, type ReactNode, useCallback, useEffect, useState } from "react";
import { type ExpiryTexts, fill, isSingular } from "../../content/format";
import { TitleSentence } from "../../coupons/card/card_parts";
import { type CardTexts, minDepositText, wageringText } from "../../coupons/model/terms";
import { couponFailureText } from "../../coupons/model/typed_code";
import { type ReplaceResult, redeemCoupon, replaceCoupon } from "../../coupons/store/coupon_commands";
import { $activeCoupon, type ActiveCoupon, type Promotion } from "../../coupons/store/coupons";
import { settleSpins } from "../../coupons/store/free_spins";
import { DepositButton } from "../../deposit/ui/deposit_button";
import { $balance } from "../../player/player";
import { NOTHING } from "../../stores/server_data";
import { Button } from "../../ui/controls/button";
import { Skeleton } from "../../ui/display/content";
import { Countdown, useNow } from "../../ui/display/countdown";
import { type ToText, useFailure } from "../../ui/use_failure";
import { chooseButtons, type Daily, type DailyTexts, dailyState, rewardText } from "../model/daily";
import { $daily, $dismissed_ms, markRedeemed } from "../store/daily";

/** The texts of content/data/cards.toml that the popup uses. */
export interface DailyCards {
  readonly daily: DailyTexts;
  readonly terms: Pick<CardTexts["terms"], keyof ExpiryTexts | "deposit_from">;
  readonly asks: CardTexts["asks"];
}

/** Props that the container passes to the popup. */
export interface PopupProps {
  readonly close: () => void;
}

/** Renders the popup. It closes automatically when the player signs out or dismisses it in another tab. */
export function Popup({ close, ...props }: PopupProps) {
  const daily = useStore($daily, $daily.get());
  const texts = useQuery("cards");
  const dismissed_ms = useStore($dismissed_ms, $dismissed_ms.get());
  const [initialDismissed_ms] = useState(dismissed_ms);
  useEffect(() => {
    if (!daily || dismissed_ms !== initialDismissed_ms) close();
  }, [daily, dismissed_ms, initialDismissed_ms, close]);
  return daily && texts && <Offer {...props} daily={daily} texts={texts} close={close} />;
}

interface OfferProps extends PopupProps {
  readonly daily: Daily;
  readonly texts: DailyCards;
}

/** Renders the reward. It names the player's other coupon before any button is pressed. */
function Offer({ daily, texts, close }: OfferProps) {
  const { data: active, error } = useStore($activeCoupon, NOTHING);
  const now_ms = useNow(daily.promotion.expiry_s * 1000);
  const { promotion } = daily;
  const { title, text } = rewardText(texts.daily, promotion);
  const state = dailyState(daily, active ?? null, now_ms ?? 0);
  const dailyTexts = texts.daily;
  const [spinsNote, setSpinsNote] = useState<SpinsNote>();

  return (
    <div className="daily">
      <div className="daily__gift">
        <h3 className="daily__title">
          {import.meta.env.LANGUAGES ? <TitleSentence sentence={texts.daily.title} subject={promotion} /> : title}
        </h3>
        {text && <p>{text}</p>}
        <Requirements promotion={promotion} texts={texts} />
        {state === "available" && (
          <p className="daily__until">
            <Countdown exact expiry_s={promotion.expiry_s} texts={texts.terms} />
          </p>
        )}
      </div>
      {state === "claimed" && (
        <RewardEnded text={dailyTexts.done}>
          <div role="alert">
            {spinsNote && <p className={spinsNote.isError ? "form__error" : ""}>{spinsNote.text}</p>}
          </div>
          <DepositButton size="big" />
          <Button kind="quiet" size="big" wide onClick={close}>
            {dailyTexts.close}
          </Button>
        </RewardEnded>
      )}
      {state === "expired" && (
        <RewardEnded text={`${dailyTexts.expired}. ${dailyTexts.tomorrow}.`}>
          <Button kind="quiet" size="big" wide onClick={close}>
            {dailyTexts.close}
          </Button>
        </RewardEnded>
      )}
      {state === "available" &&
        (active === undefined && !error ? (
          <Skeleton shape="block" />
        ) : (
          <Choices daily={daily} active={active ?? null} texts={dailyTexts} close={close} onSpinsNote={setSpinsNote} />
        ))}
    </div>
  );
}

/** Renders the requirements of the reward. */
function Requirements({
  promotion,
  texts: { asks, terms },
}: {
  readonly promotion: Promotion;
  readonly texts: DailyCards;
}) {
  const { data } = useStore($balance, NOTHING);
  const wagering = wageringText(promotion.playthrough);

  return (
    <dl className="daily__asks">
      <div>
        <dt>{asks.deposit}</dt>
        <dd>{minDepositText(promotion, data?.symbol ?? "$", terms.deposit_from) || asks.no_deposit}</dd>
      </div>
      {wagering && (
        <div>
          <dt>{asks.wagering}</dt>
          <dd>{wagering}</dd>
        </div>
      )}
    </dl>
  );
}

/** Renders the final state of the reward. It takes the focus from the removed button. */
function RewardEnded({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const focus = useCallback((element: HTMLElement | null) => element?.focus(), []);
  return (
    <>
      <p className="daily__ended" tabIndex={-1} ref={focus}>
        {text}
      </p>
      <div className="daily__actions">{children}</div>
    </>
  );
}

/** A text about free spins: they could not be assigned to a game (row 8-21), or the player has to choose one (A110). */
interface SpinsNote {
  readonly text: string;
  readonly isError: boolean;
}

interface ChoicesProps extends Omit<OfferProps, "texts"> {
  readonly texts: DailyTexts;
  readonly active: ActiveCoupon | null;
  /** Called if the reward is redeemed, but its spins have no game yet. */
  readonly onSpinsNote: (note: SpinsNote) => void;
}

/** Renders the buttons while the reward is available. The dismissing button is as large and prominent as the redeeming one. */
function Choices({ daily, active, texts, close, onSpinsNote }: ChoicesProps) {
  const buttons = chooseButtons(active);
  const replaces = buttons.kind === "replaces" ? buttons.otherCoupon : undefined;
  const { error, isBusy, start } = useRedeem(daily.promotion, replaces, onSpinsNote);

  return (
    <>
      {buttons.kind !== "free" && (
        <p className="daily__note">
          <CouponSentence
            sentence={buttons.kind === "replaces" ? texts.replaces : texts.in_play}
            coupon={buttons.otherCoupon}
          />
        </p>
      )}
      <div role="alert">{error && <p className="form__error">{error}</p>}</div>
      <div className="daily__actions">
        {buttons.kind !== "waits" && (
          <Button size="big" wide busy={isBusy} onClick={() => void start()}>
            {texts.redeem}
          </Button>
        )}
        <Button kind={buttons.kind === "waits" ? "filled" : "quiet"} size="big" wide onClick={close}>
          {buttons.kind === "free" ? texts.dismiss : texts.later}
        </Button>
      </div>
    </>
  );
}

/** Returns what REDEEM NOW does, and the message of its last failure. `replaces` is the coupon that is cancelled first. */
function useRedeem(
  promotion: Promotion,
  replaces: Promotion | undefined,
  onSpinsNote: ChoicesProps["onSpinsNote"],
): ReturnType<typeof useAction> & { readonly error: ReactNode } {
  const { fallback, load, explain } = useFailure();
  // The message remains until the next try, because not every user can read a text that disappears (WCAG 2.2.1).
  const [error, setError] = useState<ReactNode>("");

  async function redeemReward() {
    setError("");
    const result = await redeemDailyReward(promotion, replaces);
    if (result.kind !== "redeemed") return showError(result);
    if (!result.redeemed.hasFreeSpins) return;

    const { spins } = result.redeemed;
    const spinsResult = await settleSpins();
    const { coupon } = await load();
    if (spinsResult === "failed") onSpinsNote({ text: coupon?.free_spins ?? fallback, isError: true });
    if (spinsResult === "choose")
      onSpinsNote({
        text: fill(coupon?.[isSingular(spins) ? "spins_choose_one" : "spins_choose"] ?? "", { n: spins }),
        isError: false,
      });
  }

  async function showError({ kind, failure }: Exclude<RedeemResult, { kind: "redeemed" }>) {
    const toText: ToText = (_, messages) => {
      const { cancel = fallback, replaced = "" } = messages.coupon ?? {};
      const message = kind === "kept" ? cancel : couponFailureText(failure, promotion.code, messages);
      if (kind !== "lost" || !replaces) return message;
      return (
        <>
          <CouponSentence sentence={replaced} coupon={replaces} /> {message}
        </>
      );
    };
    setError(await explain(failure, toText));
  }

  return { ...useAction("daily reward", redeemReward, () => setError(fallback)), error };
}

interface CouponSentenceProps {
  readonly sentence: string;
  readonly coupon: ComponentProps<typeof TitleSentence>["subject"];
}

/** Renders a sentence with the title of a coupon. Sites with one language need no element for the language of the title. */
function CouponSentence({ sentence, coupon }: CouponSentenceProps) {
  return import.meta.env.LANGUAGES ? (
    <TitleSentence sentence={sentence} subject={coupon} />
  ) : (
    fill(sentence, { title: coupon.title })
  );
}

/** Redeems the reward. `replaces` is the coupon that is cancelled first. */
export async function redeemDailyReward(
  promotion: Promotion,
  replaces: Promotion | undefined,
): Promise<ReplaceResult | Failed> {
  const result = replaces ? await replaceCoupon(replaces.code, promotion) : await redeemOnly(promotion);
  if (result.kind === "redeemed") markRedeemed();
  return result;
}

/** Nothing was redeemed, and no coupon was cancelled. */
type Failed = { readonly kind: "failed" } & Pick<Extract<ReplaceResult, { kind: "lost" }>, "failure">;

/** The result of REDEEM NOW. */
export type RedeemResult = ReplaceResult | Failed;

async function redeemOnly(promotion: Promotion): Promise<RedeemResult> {
  const outcome = await redeemCoupon(promotion);
  return outcome.kind === "ok" ? { kind: "redeemed", redeemed: outcome.value } : { kind: "failed", failure: outcome };
}
