// Where the page is scrolled to. A place that is not there yet is waited for, and one that was reached is held: lists that the browser draws and fonts come after the page.

import { listen } from "../../../signals";

/** A place on the page, in CSS pixels. */
export interface ScrollPosition {
  readonly x: number;
  readonly y: number;
}

/** The scrolling of the page. */
export interface Scroll {
  /** Where the page is, or is about to be. */
  position(): ScrollPosition;
  /** Goes there now, or as soon as the page is long enough, and stays there while what comes late changes its length. */
  restore(place: ScrollPosition): void;
  /** Nothing is waited for or held any more. */
  settle(): void;
}

/** So long a list, or a font, may take. */
const patience_ms = 5000;
/** By these the player shows where the page is wanted. */
const HANDS = ["wheel", "touchmove", "pointerdown", "keydown"];

/** Begins to follow. */
export function startScroll(): Scroll {
  let place: ScrollPosition = { x: scrollX, y: scrollY };
  let wanted: ScrollPosition | undefined;
  let isReached = false;
  let until_ms = 0;

  function settle() {
    wanted = undefined;
    growth.disconnect();
    place = { x: scrollX, y: scrollY };
  }

  const isThere = ({ y }: ScrollPosition) => Math.abs(scrollY - y) < 2;

  function attempt() {
    if (!wanted) return;
    if (performance.now() > until_ms) return settle();
    scrollTo({ left: wanted.x, top: wanted.y, behavior: "instant" });
    isReached ||= isThere(wanted);
  }

  const growth = new ResizeObserver(attempt);
  listen("croupier:drawn", attempt);
  for (const kind of HANDS) addEventListener(kind, () => wanted && settle(), { capture: true, passive: true });
  addEventListener(
    "scroll",
    () => {
      if (!wanted) place = { x: scrollX, y: scrollY };
      // Whoever else scrolls knows better.
      else if (isReached && !isThere(wanted)) settle();
    },
    { passive: true },
  );
  return {
    position: () => wanted ?? place,
    settle,
    restore(to) {
      wanted = to;
      isReached = false;
      until_ms = performance.now() + patience_ms;
      attempt();
      growth.observe(document.body);
    },
  };
}
