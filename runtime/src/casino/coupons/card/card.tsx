// The card of a promotion for signed-in players, with its actions: redeem, cancel, deposit, play (rows 2.9-09 to 2.9-14, 4.4).

import { memo } from "react";
import { LOBBY } from "../../config/config";
import { openPanel } from "../../stores/location";
import { Button, buttonClass, Link } from "../../ui/controls/button";
import { lazyComponent } from "../../ui/lazy_component";
import type { Redeemed } from "../api/coupon_changes";
import { type ActiveCoupon, spinsGame } from "../store/coupons";
import { CardBody, type CardFacts, type Overlay } from "./card_body";
import { LateContents } from "./details";
import { LateDeposit, useCoupon } from "./use_coupon";

/** Props of a card. */
export interface CardProps extends CardFacts {
  /** The player's other coupon. If it waits for a deposit, it is cancelled first, after confirmation (A25). */
  readonly replaces?: ActiveCoupon | undefined;
  readonly onRedeemed?: ((redeemed: Redeemed) => void) | undefined;
}

/** Renders the card for a signed-in player; visitors get `GuestCard`. A list that renders again leaves cards with equal props alone. */
export const PromotionCard = memo(function PromotionCard(props: CardProps) {
  const { promotion, status, texts } = props;
  const { phase, message, overlayEnd, redeem, cancel } = useCoupon(props);
  const overlayTexts = { claiming: texts.overlay.claiming, success: texts.overlay.success, error: message };
  const hasOverlay = phase === "claiming" || phase === "success" || phase === "error";
  const overlay: Overlay | undefined = hasOverlay ? { kind: phase, text: overlayTexts[phase] } : undefined;

  return (
    <CardBody {...props} overlay={overlay} Contents={LateContents}>
      {status === "available" && (
        <Button wide busy={phase !== "nothing" && phase !== "error"} onClick={redeem}>
          {texts.buttons.available}
        </Button>
      )}
      {status === "requested" && (
        <>
          <LateDeposit label={texts.buttons.deposit} />
          <Button kind="quiet" wide busy={phase === "cancelling"} onClick={cancel}>
            {texts.buttons.cancel}
          </Button>
        </>
      )}
      {status === "redeemed" && <Play promotion={promotion} texts={texts} />}
      {message && <p className="form__error">{message}</p>}
      {overlayEnd}
    </CardBody>
  );
});

type PlayProps = Pick<CardProps, "promotion" | "texts">;

const GameChoice = lazyComponent<PlayProps>(() => import("./game_choice").then(({ GameChoice }) => GameChoice), {
  placeholder: (props) => <PlayNow {...props} />,
});

/** Opens the game of the coupon's spins, else the lobby. If there are several games, the player chooses one first (A110). */
function Play(props: PlayProps) {
  const { spinsRemaining, freeSpinGames } = props.promotion;
  const hasChoice = spinsRemaining > 0 && freeSpinGames.length > 1;
  return hasChoice ? <GameChoice {...props} /> : <PlayNow {...props} />;
}

function PlayNow({ promotion, texts }: PlayProps) {
  const game = promotion.spinsRemaining > 0 && spinsGame(promotion);
  const { redeemed: label } = texts.buttons;
  return game ? (
    <Button wide onClick={() => openPanel("game", game)}>
      {label}
    </Button>
  ) : (
    <Link to={LOBBY} className={buttonClass({ wide: true })}>
      {label}
    </Link>
  );
}
