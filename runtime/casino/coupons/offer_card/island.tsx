// The card of one coupon for signed-in players, on a page about its offer (A6): they can redeem it there.

import type { Data } from "croupier:types";
import { lazyComponent } from "@croupier/loader/lazy-component";
import { useQuery } from "@croupier/loader/queries";
import { useStore } from "@croupier/loader/use-store";
import { isSameCode } from "../../api/values";
import { $balance, $user, refreshMoney } from "../../player/player";
import { $session } from "../../session/session";
import { NOTHING } from "../../stores/server_data";
import { hasAnswer } from "../../stores/wait_for_store";
import { Button, Link } from "../../ui/controls/button";
import { Skeleton } from "../../ui/display/content";
import type { CardProps } from "../card/card";
import { $activeCoupon, $promotions } from "../store/coupons";

/** The island's props. */
interface OfferCardProps {
  readonly code: string;
  readonly texts: Data["welcome"]["texts"]["claim"];
  /** The message if the coupons fail to load, with the retry button (A129). */
  readonly empty: Pick<Data["messages"]["empty"], "coupons" | "retry">;
}

const Waiting = () => <Skeleton shape="block" />;
const Card = lazyComponent<CardProps>(() => import("../card/card").then(({ PromotionCard }) => PromotionCard), {
  placeholder: Waiting,
});

/** Renders the card, or a link to the coupons page if the player does not have the coupon. */
export function Island(props: OfferCardProps) {
  const player = useStore($session, undefined);
  return player ? <Offer key={player.pid} {...props} /> : <Waiting />;
}

function Offer({ code, texts, empty }: OfferCardProps) {
  const cards = useQuery("cards");
  const active = useStore($activeCoupon, NOTHING);
  const promotions = useStore($promotions, NOTHING);
  const { data: balance } = useStore($balance, NOTHING);
  const { data: user } = useStore($user, NOTHING);

  const coupon = active.data ?? undefined;
  const isActive = isSameCode(coupon?.promotion.code, code);
  const promotion = isActive
    ? coupon?.promotion
    : promotions.data?.find((candidate) => isSameCode(candidate.code, code));

  if (!cards || !hasAnswer(active) || !hasAnswer(promotions))
    return (
      <div aria-busy="true">
        <p className="visually-hidden">{texts.loading}</p>
        <Waiting />
      </div>
    );

  if (!promotion && (active.data === undefined || promotions.data === undefined))
    return (
      <p>
        {empty.coupons}{" "}
        <Button kind="quiet" busy={active.loading || promotions.loading} onClick={refreshMoney}>
          {empty.retry}
        </Button>
      </p>
    );

  if (!promotion)
    return (
      <p>
        {texts.unavailable} <Link to="/lobby/promotions/">{texts.coupons}</Link>
      </p>
    );

  return (
    <Card
      promotion={promotion}
      status={isActive && coupon ? coupon.status : "available"}
      texts={cards}
      symbol={balance?.symbol ?? "$"}
      playerClass={user?.playerClass}
      replaces={isActive ? undefined : coupon}
    />
  );
}
