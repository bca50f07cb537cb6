// The card of the daily reward on the promotions page (rows 2.8-03, 2.8-07 to 2.8-09, A30).

import "./daily.css";
import { useStore } from "@croupier/loader/use-store";
import { useCallback, useEffect, useState } from "react";
import { fill } from "../../content/format";
import { PromotionCard } from "../../coupons/card/card";
import { CardBody } from "../../coupons/card/card_body";
import { TitleSentence } from "../../coupons/card/card_parts";
import { LateContents } from "../../coupons/card/details";
import type { CardTexts } from "../../coupons/model/terms";
import { $activeCoupon, type ActiveCoupon } from "../../coupons/store/coupons";
import { NOTHING } from "../../stores/server_data";
import { useNow } from "../../ui/display/countdown";
import { chooseButtons, type Daily, type DailyTexts, dailyState, rewardText } from "../model/daily";
import { $daily, markRedeemed } from "../store/daily";

/** Props of the card. */
export interface DailyCardProps {
  /** content/data/cards.toml. */
  readonly texts: CardTexts & { readonly daily: DailyTexts };
  /** The symbol of the player's currency (A132). */
  readonly symbol: string;
  readonly playerClass?: string | undefined;
  /** The active coupon; `null` if there is none. */
  readonly active: ActiveCoupon | null;
}

/** Renders the reward or its final state; nothing if the service reported no reward. */
export function DailyCard(props: DailyCardProps) {
  const daily = useStore($daily, undefined);
  const now_ms = useNow(daily && daily.promotion.expiry_s * 1000);
  const { loading } = useStore($activeCoupon, NOTHING);
  const [isRedeemed, setRedeemed] = useState(false);

  // The card shows the success until the player's coupon is reloaded.
  useEffect(() => {
    if (isRedeemed && !loading) markRedeemed();
  }, [isRedeemed, loading]);

  if (!daily || now_ms === undefined) return null;

  const state = dailyState(daily, props.active, now_ms);
  const { daily: dailyTexts } = props.texts;

  if (state !== "available")
    return (
      <RewardEnded text={dailyTexts[state]} next={dailyTexts.tomorrow} focus={isRedeemed && state === "claimed"} />
    );
  return <Available {...props} daily={daily} onRedeemed={() => setRedeemed(true)} />;
}

/** A reward that can be redeemed, or that waits for the end of the active coupon. */
function Available({
  daily,
  active,
  onRedeemed,
  ...cardProps
}: DailyCardProps & { readonly daily: Daily; readonly onRedeemed: () => void }) {
  const { daily: texts } = cardProps.texts;
  const { title, text } = rewardText(texts, daily.promotion);
  const promotion = {
    ...daily.promotion,
    title,
    description: text || daily.promotion.description,
    ...(import.meta.env.LANGUAGES && {
      titleSentence: { sentence: texts.title, subject: daily.promotion },
      // The description is that of the page.
      isTranslated: Boolean(text),
    }),
  };
  const buttons = chooseButtons(active);

  if (buttons.kind === "waits")
    return (
      <CardBody {...cardProps} promotion={promotion} status="available" Contents={LateContents}>
        <p className="daily__note">
          {import.meta.env.LANGUAGES ? (
            <TitleSentence sentence={texts.in_play} subject={buttons.otherCoupon} />
          ) : (
            fill(texts.in_play, { title: buttons.otherCoupon.title })
          )}
        </p>
      </CardBody>
    );

  return (
    <PromotionCard
      {...cardProps}
      promotion={promotion}
      status="available"
      replaces={active ?? undefined}
      onRedeemed={onRedeemed}
    />
  );
}

/** A reward that is claimed or has expired. It takes the focus from the removed button. */
function RewardEnded({ text, next, focus }: { readonly text: string; readonly next: string; readonly focus: boolean }) {
  const focusHeading = useCallback(
    (heading: HTMLElement | null) => {
      if (focus) heading?.focus();
    },
    [focus],
  );

  return (
    <article className="daily-over">
      <h3 className="daily-over__title" tabIndex={-1} ref={focusHeading}>
        {text}
      </h3>
      <p>{next}</p>
    </article>
  );
}
