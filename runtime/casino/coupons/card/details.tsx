// The toggle that opens the details of a coupon on its card (row 2.9-03), and the lazy component of the details.

import { lazyComponent } from "@croupier/loader/lazy-component";
import { type ComponentType, type RefObject, useEffect, useRef, useState } from "react";
import { Skeleton } from "../../ui/display/content";
import type { Promotion } from "../api/promotions";
import type { CardTexts } from "../model/terms";

/** Delay between opening the details and scrolling the card into view, in milliseconds (row 9-22, A133). */
const SCROLL_MS = 350;

type OpenedBy = "by player" | "by link";

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
  /** The id of the card's title, which is part of the toggle's accessible name. Ids of the details start with it. */
  readonly titleId: string;
}

/** Renders the toggle and the details. Without scripts the details are visible. */
export function Details({ promotion, texts, symbol, playerClass, titleId, isOpen, Contents }: DetailsProps) {
  const control = useRef<HTMLButtonElement>(null);
  const [openedBy, setOpened] = useState<OpenedBy>();
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setOpened("by link");
  }

  return (
    <div className="coupon__more">
      <button
        type="button"
        className="coupon__toggle"
        id={`${titleId}toggle`}
        ref={control}
        aria-expanded={openedBy !== undefined}
        aria-controls={`${titleId}details`}
        aria-labelledby={`${titleId}toggle ${titleId}`}
        onClick={() => setOpened(openedBy ? undefined : "by player")}
      >
        {texts.buttons.details}
      </button>
      <div className="coupon__details" id={`${titleId}details`} hidden={!openedBy}>
        <Contents {...{ promotion, texts, symbol, playerClass }} isOpen={openedBy !== undefined} />
      </div>
      {openedBy && <Scroll key={openedBy} {...{ openedBy, control }} />}
    </div>
  );
}

/** Scrolls the card into view after its details are opened. A component of its own, so that closed details have no effects. */
function Scroll({
  openedBy,
  control,
}: {
  readonly openedBy: OpenedBy;
  readonly control: RefObject<HTMLElement | null>;
}) {
  useEffect(() => {
    const timer = setTimeout(() => {
      const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const block = openedBy === "by link" ? "start" : "nearest";
      control.current?.closest("article")?.scrollIntoView({ block, behavior: isCalm ? "instant" : "smooth" });
    }, SCROLL_MS);
    return () => clearTimeout(timer);
  }, [openedBy, control]);

  return null;
}

const Contents = lazyComponent<ContentsProps>(() => import("./contents").then(({ Contents }) => Contents), {
  placeholder: () => <Skeleton shape="block" />,
});

/** Renders the details while they are open. After a failed load, closing and opening them retries. */
export function LateContents(props: ContentsProps) {
  return props.isOpen && <Contents {...props} />;
}
