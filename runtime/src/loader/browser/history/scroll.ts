// Tracks and restores the scroll position. Restoring repeats while late lists and fonts change the length of the page.

import { listen } from "../../../signals";

/** A scroll position in CSS pixels. */
export interface ScrollPosition {
  readonly x: number;
  readonly y: number;
}

/** Tracks and restores the scroll position of the page. */
export interface Scroll {
  /** Returns the current position, or the position that is being restored. */
  position(): ScrollPosition;
  /** Scrolls to the position as soon as the page is long enough, and keeps it while late content changes the length. */
  restore(place: ScrollPosition): void;
  /** Stops restoring and accepts the current position. */
  settle(): void;
}

/** How long restoring waits for lists and fonts. */
const patience_ms = 5000;
/** Input events that stop restoring, because the player may scroll with them. */
const HANDS = ["wheel", "touchmove", "pointerdown", "keydown"];

/** Starts to track the scroll position. */
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
      // Other code has scrolled the page, and its position takes precedence.
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
