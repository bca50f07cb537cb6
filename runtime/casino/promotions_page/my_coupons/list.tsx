// The list of coupons for players: the active coupon, then redeemable ones (rows 2.8-03, 2.8-05, 2.8-06).
// The field for a code is shown if no coupon is active.

import { send } from "@croupier/loader";
import { ErrorBoundary } from "@croupier/loader/error-boundary";
import { useSelector, useStore } from "@croupier/loader/use-store";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { PromotionCard } from "../../coupons/card/card";
import { available, findByCode } from "../../coupons/model/order";
import { $activeCoupon, $promotions, type ActiveCoupon, type Promotion } from "../../coupons/store/coupons";
import { $daily } from "../../daily_reward/store/daily";
import { DailyCard } from "../../daily_reward/ui/daily_card";
import { $balance, $user, refreshMoney } from "../../player/player";
import { NOTHING } from "../../stores/server_data";
import { hasAnswer } from "../../stores/wait_for_store";
import { Button } from "../../ui/controls/button";
import { type PlayerProps, Side, useParameter, Waiting } from "../page";
import { CodeEntry } from "./code_entry";

/** Renders the list once all its data is loaded. */
export function List(props: PlayerProps) {
  // Until then, an answer renders nothing again. The list requests its stores at once, not one after the other.
  const answers = [
    useSelector($activeCoupon, hasAnswer, false),
    useSelector($promotions, hasAnswer, false),
    useSelector($balance, hasAnswer, false),
    useSelector($user, hasAnswer, false),
  ];
  const hasAnswers = !answers.includes(false);

  // A store that reloads after a failure has no answer at first. The list stays, with the code that a player has typed.
  const [isReady, setReady] = useState(hasAnswers);
  if (hasAnswers && !isReady) setReady(true);

  // The scroll position can be restored only when the content has its full height.
  useEffect(() => {
    if (isReady) send("croupier:drawn", { part: "promotions" });
  }, [isReady]);

  return isReady ? <Coupons {...props} /> : <Waiting label={props.texts.page.loading} />;
}

/** Returns the player's coupons, and what their cards show of the player. The URL parameter `promo` opens a card (A29). */
function useCoupons() {
  const promo = useParameter("promo");
  const active = useStore($activeCoupon, NOTHING);
  const promotions = useStore($promotions, NOTHING);
  const balance = useStore($balance, NOTHING).data;
  const user = useStore($user, NOTHING).data;
  const daily = useStore($daily, undefined);

  const coupon = active.data ?? undefined;
  const list = available(promotions.data ?? [], balance?.cents, [coupon?.promotion.code, daily?.promotion.code]);
  const opened = findByCode([...(coupon ? [coupon.promotion] : []), ...list], promo);
  return { active, promotions, coupon, list, opened, symbol: balance?.symbol ?? "$", playerClass: user?.playerClass };
}

/** Renders the coupons. */
function Coupons(props: PlayerProps) {
  const { texts, empty, email } = props;
  const { active, promotions, coupon, list, opened, symbol, playerClass } = useCoupons();
  const heading = useFocusKept(active.data);

  const card = (promotion: Promotion, status: ActiveCoupon["status"] | "available") => (
    <ErrorBoundary part="coupon card">
      <PromotionCard
        {...{ promotion, status, texts, symbol, playerClass }}
        isOpen={promotion === opened}
        replaces={status === "available" ? coupon : undefined}
      />
    </ErrorBoundary>
  );

  const side = (
    <Side key="side" texts={texts} email={email}>
      {coupon && <p>{texts.page.one_at_a_time}</p>}
      {active.data === undefined && <Empty text={empty.active} retry={empty.retry} isBusy={active.loading} />}
      {active.data === null && (
        <CodeEntry {...props} listed={promotions.data ?? []} renderCard={(tip) => card(tip, "available")} />
      )}
    </Side>
  );

  return (
    <>
      {!coupon && side}
      <div className="promotions__list">
        {coupon && (
          <Section id="promotions-active" title={texts.page.active} heading={heading}>
            {card(coupon.promotion, coupon.status)}
          </Section>
        )}
        <DailyCard {...{ texts, symbol, playerClass }} active={active.data ?? null} />
        <Yours {...{ texts, empty }} heading={coupon ? undefined : heading} isBusy={promotions.loading}>
          {list.map((promotion) => (
            <li key={promotion.code}>{card(promotion, "available")}</li>
          ))}
        </Yours>
      </div>
      {coupon && side}
    </>
  );
}

interface YoursProps extends Pick<PlayerProps, "texts" | "empty">, Pick<SectionProps, "heading"> {
  readonly isBusy: boolean;
  /** The coupons. */
  readonly children: readonly ReactNode[];
}

/** Renders the coupons that a player can redeem. An empty list can be loaded again, like one that failed to load. */
function Yours({ texts, empty, heading, isBusy, children }: YoursProps) {
  return (
    <Section id="promotions-yours" title={texts.page.yours} heading={heading}>
      {children.length > 0 ? <ul>{children}</ul> : <Empty text={empty.coupons} retry={empty.retry} isBusy={isBusy} />}
    </Section>
  );
}

interface EmptyProps {
  readonly text: string;
  readonly retry: string;
  readonly isBusy: boolean;
}

/** Renders a message in place of data that is missing, with a button that loads all data about coupons again. */
function Empty({ text, retry, isBusy }: EmptyProps) {
  return (
    <p className="promotions__empty">
      {text}
      <Button kind="quiet" busy={isBusy} onClick={refreshMoney}>
        {retry}
      </Button>
    </p>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly heading: RefObject<HTMLHeadingElement | null> | undefined;
  readonly children: ReactNode;
}

/** Renders a section whose heading can get the focus. */
function Section({ id, title, heading, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Moves the focus to the heading if the focused control disappears because its coupon became active or ended. */
function useFocusKept(active: ActiveCoupon | null | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const code = active?.promotion.code;
  const before = useRef(active === undefined ? undefined : { code });

  useEffect(() => {
    if (active === undefined) return;
    const hasChanged = before.current !== undefined && before.current.code !== code;
    before.current = { code };
    if (hasChanged && document.activeElement === document.body) heading.current?.focus();
  }, [active, code]);

  return heading;
}
