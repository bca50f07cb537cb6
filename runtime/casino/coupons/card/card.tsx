// The card of a promotion for signed-in players, and a hook with its state and its actions: redeem, cancel, deposit, play (rows 2.9-09 to
// 2.9-14, 4.4, A35). The code of the actions loads at the first press.

import { lazyComponent } from "@croupier/loader/lazy-component";
import { useAction } from "@croupier/loader/use-action";
import { useSelector } from "@croupier/loader/use-store";
import { memo, type ReactNode, useEffect, useState } from "react";
import { LOBBY } from "../../config/config";
import { useTexts } from "../../content/messages";
import type { DepositButtonProps } from "../../deposit/ui/deposit_button";
import { openPanel } from "../../stores/location";
import { Button, buttonClass, Link } from "../../ui/controls/button";
import type { Redeemed } from "../api/coupon_changes";
import type { Promotion } from "../api/promotions";
import { $activeCoupon, type ActiveCoupon, spinsGame } from "../store/coupons";
import { CardBody, type CardFacts, type Overlay } from "./card_body";
import { LateContents } from "./details";

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

/** The action in progress or its result. */
export type Phase = "nothing" | "claiming" | "success" | "cancelling" | "error";

/** Time that the error overlay is shown, in milliseconds (row 9-18). */
const ERROR_MS = 2000;

/** Parameters of `useCoupon`. */
export interface CouponUse {
  readonly promotion: Promotion;
  readonly replaces?: ActiveCoupon | undefined;
  readonly onRedeemed?: ((redeemed: Redeemed) => void) | undefined;
}

/**
 * Returns the actions redeem and cancel. `message` is the last failure's message, which remains until the next action. The caller
 * renders `overlayEnd`, which closes the overlay.
 */
export function useCoupon(use: CouponUse) {
  const { replaces } = use;
  const { fallback, load: loadMessages } = useTexts();
  const [phase, setPhase] = useState<Phase>("nothing");
  const [message, setMessage] = useState<ReactNode>("");
  const card = { setPhase, setMessage, loadMessages };

  async function runRedeem() {
    setMessage("");
    // A coupon that waits for a deposit is cancelled first, after confirmation (A25).
    const replaced = replaces?.status === "requested" ? replaces.promotion : undefined;
    if (!replaced) setPhase("claiming");
    await (await import("./coupon_actions")).redeemCard(use, replaced, card);
  }

  async function runCancel() {
    setMessage("");
    await (await import("./coupon_actions")).cancelCard(use, card);
  }

  function onError() {
    setMessage(fallback);
    setPhase("error");
  }

  const { start: startRedeem } = useAction("redeem", runRedeem, onError);
  const { start: startCancel } = useAction("cancel coupon", runCancel, onError);

  // Only a card with an overlay runs the effects that end it.
  let overlayEnd: ReactNode;
  if (phase === "success") overlayEnd = <SuccessEnd setPhase={setPhase} />;
  if (phase === "error") overlayEnd = <ErrorEnd setPhase={setPhase} />;

  return { phase, message, overlayEnd, redeem: () => void startRedeem(), cancel: () => void startCancel() };
}

interface EndProps {
  readonly setPhase: (phase: Phase) => void;
}

/** Closes the success overlay when the reloaded coupon is shown (A35, A63). */
function SuccessEnd({ setPhase }: EndProps) {
  const isLoading = useSelector($activeCoupon, ({ loading }) => loading, true);
  useEffect(() => {
    if (!isLoading) setPhase("nothing");
  }, [isLoading, setPhase]);
  return null;
}

/** Closes the error overlay after `ERROR_MS`. */
function ErrorEnd({ setPhase }: EndProps) {
  useEffect(() => {
    const timer = setTimeout(() => setPhase("nothing"), ERROR_MS);
    return () => clearTimeout(timer);
  }, [setPhase]);
  return null;
}

/** Renders the button. After a failed load, a press retries. */
export const LateDeposit = lazyComponent<DepositButtonProps & { readonly label: string }>(
  () => import("../../deposit/ui/deposit_button").then(({ DepositButton }) => DepositButton),
  {
    placeholder: ({ kind, size, label }) => (
      <Button {...{ kind, size }} wide busy>
        {label}
      </Button>
    ),
    errorView: ({ kind, size, label }, retry) => (
      <Button {...{ kind, size }} wide onClick={retry}>
        {label}
      </Button>
    ),
  },
);
