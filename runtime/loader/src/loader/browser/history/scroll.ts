// Tracks and restores the scroll position. Restoring repeats while late lists and fonts change the length of the page.

import { listenUntil } from "../../../signals";

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
  restore(position: ScrollPosition): void;
  /** Stops restoring and accepts the current position. */
  stopRestoring(): void;
}

/** How long restoring waits for lists and fonts. */
const RESTORE_TIMEOUT_MS = 5000;
/** Input events that stop restoring, because the user may scroll with them. */
const INPUT_EVENTS = ["wheel", "touchmove", "pointerdown", "keydown"];

/** Tracks the scroll position until the signal is aborted. */
export function startScroll(signal: AbortSignal): Scroll {
  let current: ScrollPosition = { x: scrollX, y: scrollY };
  let target: ScrollPosition | undefined;
  let isReached = false;
  let until_ms = 0;

  function stopRestoring() {
    target = undefined;
    sizeObserver.disconnect();
    current = { x: scrollX, y: scrollY };
  }

  const isAt = ({ y }: ScrollPosition) => Math.abs(scrollY - y) < 2;

  const isCutOff = ({ y }: ScrollPosition) =>
    y > scrollY && scrollY + innerHeight > document.documentElement.scrollHeight - 2;

  function scrollToTarget() {
    if (!target) return;
    if (performance.now() > until_ms) return stopRestoring();

    scrollTo({ left: target.x, top: target.y, behavior: "instant" });
    // A list that is rendered again may make the page shorter for a moment, which scrolls it.
    isReached = isAt(target);
  }

  const sizeObserver = new ResizeObserver(scrollToTarget);
  listenUntil(signal, "croupier:drawn", scrollToTarget);

  for (const kind of INPUT_EVENTS)
    addEventListener(
      kind,
      () => {
        if (target) stopRestoring();
      },
      { capture: true, passive: true, signal },
    );

  addEventListener(
    "scroll",
    () => {
      if (!target) current = { x: scrollX, y: scrollY };
      // Other code has scrolled the page, and its position takes precedence. Only a page that became shorter scrolls to its end.
      else if (isReached && !isAt(target) && !isCutOff(target)) stopRestoring();
    },
    { passive: true, signal },
  );
  signal.addEventListener("abort", stopRestoring);

  return {
    position: () => target ?? current,
    stopRestoring,
    restore(position) {
      target = position;
      isReached = false;
      until_ms = performance.now() + RESTORE_TIMEOUT_MS;
      scrollToTarget();
      sizeObserver.observe(document.body);
    },
  };
}
