// Gallery section of the coupon card in its states, with the site's own promotions as data.

import type { Promotion as Given } from "../../api/contract/schema";
import { type Promotion, toPromotion } from "../../coupons/api/promotions";
import { CardBody, type CardBodyProps } from "../../coupons/card/card_body";
import { LateContents } from "../../coupons/card/details";
import type { CardTexts } from "../../coupons/model/terms";
import { Button } from "../../ui/controls/button";
import { Section } from "./shown";

/** The props of the section, which the template passes. */
export interface CardsProps {
  readonly texts: CardTexts;
  /** Promotions in the format of rtgcoupons.json. */
  readonly promotions: readonly Given[];
}

const DAY_S = 86_400;

/**
 * Renders a deposit coupon and a free-spins coupon: available, requested, redeemed, expiring soon, and with each overlay.
 * Details stay closed, because open details would scroll the page.
 */
export function Cards({ texts, promotions }: CardsProps) {
  const all = promotions.map(toPromotion);
  const match = all.find(({ bonus }) => bonus.length > 0);
  const spins = all.find(({ freeSpinGames, spins }) => spins.length > 0 && freeSpinGames.length > 0);
  if (!match || !spins) return null;

  const soon_s = Math.floor(Date.now() / 1000) + DAY_S / 2;
  const { buttons, overlay } = texts;

  const card = (promotion: Promotion, state: Partial<CardBodyProps>, ...labels: readonly string[]) => (
    <CardBody {...{ promotion, texts }} status="available" symbol="$" Contents={LateContents} {...state}>
      {labels.map((label, index) => (
        <Button key={label} wide kind={index === 0 ? "filled" : "quiet"}>
          {label}
        </Button>
      ))}
    </CardBody>
  );

  const states = [
    ["For visitors", card(match, {}, buttons.guest)],
    ["On offer", card(match, {}, buttons.available)],
    ["On offer, without a deposit", card(spins, {}, buttons.available)],
    ["Over soon", card({ ...match, expiry_s: soon_s }, {}, buttons.available)],
    ["Waits for a deposit", card(match, { status: "requested" }, buttons.deposit, buttons.cancel)],
    ["In play", card({ ...match, wagered: 412_50, toWager: 900_00 }, { status: "redeemed" }, buttons.redeemed)],
    ["In play, spins left", card({ ...spins, spinsRemaining: 12 }, { status: "redeemed" }, buttons.redeemed)],
    ["Is claimed", card(match, { overlay: { kind: "claiming", text: overlay.claiming } }, buttons.available)],
    ["Was claimed", card(match, { overlay: { kind: "success", text: overlay.success } }, buttons.available)],
    [
      "Could not be claimed",
      card(match, { overlay: { kind: "error", text: "This coupon was used already." } }, buttons.available),
    ],
  ] as const;

  return (
    <Section title="Coupon">
      <ul className="parts__cards">
        {states.map(([state, example]) => (
          <li key={state}>
            <p>{state}</p>
            {example}
          </li>
        ))}
      </ul>
    </Section>
  );
}
