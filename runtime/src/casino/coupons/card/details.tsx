// The toggle that opens the details of a coupon on its card (row 2.9-03).

import { type ComponentType, useEffect, useId, useRef, useState } from "react";
import type { Promotion } from "../api/promotions";
import type { CardTexts } from "../model/card_messages";

/** Delay between opening the details and scrolling the card into view, in milliseconds (row 9-22, A133). */
const SCROLL_MS = 350;

/** Props of the contents. */
export interface ContentsProps {
  readonly promotion: Promotion;
  readonly texts: CardTexts;
  readonly symbol: string;
  readonly playerClass: string | undefined;
  readonly isOpen: boolean;
}

/** Props of the details. If `isOpen` is set, they open initially and the page scrolls to the top of the card. */
export interface DetailsProps extends ContentsProps {
  readonly Contents: ComponentType<ContentsProps>;
  /** The id of the card's title, which is part of the toggle's accessible name. */
  readonly titleId: string;
}

/** Renders the toggle and the details. Without scripts the details are visible. */
export function Details({ promotion, texts, symbol, playerClass, titleId, isOpen, Contents }: DetailsProps) {
  const id = useId();
  const control = useRef<HTMLButtonElement>(null);
  const [openedBy, setOpened] = useState<"by player" | "by link">();

  useEffect(() => {
    if (isOpen) setOpened("by link");
  }, [isOpen]);

  useEffect(() => {
    if (!openedBy) return;
    const timer = setTimeout(() => {
      const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const block = openedBy === "by link" ? "start" : "nearest";
      control.current?.closest("article")?.scrollIntoView({ block, behavior: isCalm ? "instant" : "smooth" });
    }, SCROLL_MS);
    return () => clearTimeout(timer);
  }, [openedBy]);

  return (
    <div className="coupon__more">
      <button
        type="button"
        className="coupon__toggle"
        id={`${id}toggle`}
        ref={control}
        aria-expanded={openedBy !== undefined}
        aria-controls={`${id}details`}
        aria-labelledby={`${id}toggle ${titleId}`}
        onClick={() => setOpened(openedBy ? undefined : "by player")}
      >
        {texts.buttons.details}
      </button>
      <div className="coupon__details" id={`${id}details`} hidden={!openedBy}>
        <Contents {...{ promotion, texts, symbol, playerClass }} isOpen={openedBy !== undefined} />
      </div>
    </div>
  );
}
