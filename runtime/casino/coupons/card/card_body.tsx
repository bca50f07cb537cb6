// The layout of a promotion card for players and visitors: benefit, requirements and a slot for actions (rows 2.9).

import "./card.css";
import "./progress.css";
import { type ComponentType, type ReactNode, useId } from "react";
import { formatMoney } from "../../content/format";
import { Countdown } from "../../ui/display/countdown";
import { isCashback, type Promotion } from "../api/promotions";
import { benefitText, figureText } from "../model/benefits";
import { type CardTexts, maxBet, minDepositText, wageringText } from "../model/terms";
import { Badge, type Motif, Picture, Progress, ServerText, TitleSentence } from "./card_parts";
import { type ContentsProps, Details } from "./details";

/** The status of a promotion for the player (row 3-21, A63). */
type CardStatus = "available" | "requested" | "redeemed";

/** The overlay on a card during and after an action (A35). */
export interface Overlay {
  readonly kind: "claiming" | "success" | "error";
  readonly text: ReactNode;
}

/** Props that all cards share. */
export interface CardFacts {
  readonly promotion: Promotion;
  readonly status: CardStatus;
  /** Texts of content/data/cards.toml: a prop on the coupons page, the static query `cards` elsewhere. */
  readonly texts: CardTexts;
  /** The symbol of the player's currency (A132). */
  readonly symbol: string;
  /** Selects the largest bet (rows 6-06 to 6-08). */
  readonly playerClass?: string | undefined;
  /** Whether the details are open initially. */
  readonly isOpen?: boolean | undefined;
}

/** Props of the card layout. */
export interface CardBodyProps extends CardFacts {
  readonly overlay?: Overlay | undefined;
  /** Renders the details: part of the HTML for visitors, a lazy component for players. */
  readonly Contents: ComponentType<ContentsProps>;
  /** Actions and their messages. */
  readonly children?: ReactNode;
}

/** Renders the card. */
export function CardBody({
  Contents,
  promotion,
  status,
  texts,
  symbol,
  playerClass,
  isOpen,
  overlay,
  children,
}: CardBodyProps) {
  const id = useId();
  const { code, title, image, expiry_s } = promotion;

  return (
    <article
      className={`coupon coupon--${status}`}
      aria-labelledby={id}
      aria-busy={overlay?.kind === "claiming" || undefined}
      data-coupon={code}
      data-status={status}
    >
      <div className="coupon__sheet">
        <Picture image={image} figure={figureText(promotion, texts.gives, symbol)} motif={chooseMotif(promotion)} />
        <div className="coupon__head">
          <p className="coupon__marks">
            <span className="coupon__code">{code}</span>
            {status !== "available" && <Badge kind="positive">{texts.status[status]}</Badge>}
            {expiry_s > 0 && (
              <span className="coupon__time">
                <Countdown expiry_s={expiry_s} texts={texts.terms} />
              </span>
            )}
          </p>
          <h3 className="coupon__title" id={id}>
            {import.meta.env.LANGUAGES ? <PromotionTitle promotion={promotion} /> : title}
          </h3>
          <p className="coupon__gives">{benefitText(promotion, texts.gives, symbol)}</p>
        </div>
        <Requirements {...{ promotion, texts, symbol, playerClass }} />
        {status === "redeemed" && <Progress {...{ promotion, texts, symbol }} />}
        {children && <div className="coupon__actions">{children}</div>}
        <Details {...{ Contents, promotion, texts, symbol, playerClass }} titleId={id} isOpen={isOpen === true} />
      </div>
      <div className={overlay ? `coupon__overlay coupon__overlay--${overlay.kind}` : "coupon__overlay"} role="status">
        {overlay && <p>{overlay.text}</p>}
      </div>
    </article>
  );
}

/** Renders the title of a promotion with its language. */
function PromotionTitle({ promotion: { title, titleSentence, isTranslated } }: Pick<CardFacts, "promotion">) {
  if (titleSentence) return <TitleSentence {...titleSentence} />;
  return <ServerText isTranslated={isTranslated}>{title}</ServerText>;
}

/** Renders the requirements: deposit, wagering and largest bet. */
function Requirements({
  promotion,
  texts,
  symbol,
  playerClass,
}: Pick<CardBodyProps, "promotion" | "texts" | "symbol" | "playerClass">) {
  const { asks } = texts;
  const wagering = wageringText(promotion.playthrough);
  const bet = maxBet(texts.max_bet, promotion.code, playerClass);

  return (
    <dl className="coupon__asks">
      <div>
        <dt>{asks.deposit}</dt>
        <dd>{minDepositText(promotion, symbol, texts.terms.deposit_from) || asks.no_deposit}</dd>
      </div>
      {wagering && (
        <div>
          <dt>{asks.wagering}</dt>
          <dd>{wagering}</dd>
        </div>
      )}
      {!isCashback(promotion) && (
        <div>
          <dt>{asks.max_bet}</dt>
          <dd>{formatMoney(bet, symbol, "short")}</dd>
        </div>
      )}
    </dl>
  );
}

/** Returns the motif for cards without a picture. A promotion has the same motif everywhere. */
function chooseMotif(promotion: Promotion): Motif {
  if (isCashback(promotion)) return "wave";
  if (Math.max(0, ...promotion.bonus) > 0) return "lantern";
  return promotion.spins.length > 0 ? "koi" : "coin";
}
