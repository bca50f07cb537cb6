// Counts an amount of money up in an element, without React.

import { formatMoney } from "../../content/format";

/** Duration of the animation, in milliseconds. */
const DURATION_MS = 1200;

/** Returns the amount between `from` and `to` at `progress` (0 to 1) of the animation; never outside of the two. */
export function amountAt(from: number, to: number, progress: number): number {
  const clamped = Math.min(1, Math.max(0, progress));
  // Eases out.
  return Math.round(from + (to - from) * (1 - (1 - clamped) ** 3));
}

/** An amount in whole cents, and the symbol of its currency. */
export interface Amount {
  readonly cents: number;
  readonly symbol: string;
}

/**
 * Writes the amounts from `from` to `cents` into `element`, and calls `onWrite` with each. Decreases, invisible elements and reduced
 * motion skip the animation. Returns a function that stops it.
 */
export function countUp(
  element: Element,
  from: number,
  { cents, symbol }: Amount,
  onWrite: (cents: number) => void = () => {},
  isVisible: boolean = isOnScreen(element),
): () => void {
  const write = (amount: number) => {
    onWrite(amount);
    element.textContent = formatMoney(amount, symbol);
  };

  if (cents < from || !isVisible || matchMedia("(prefers-reduced-motion: reduce)").matches) {
    write(cents);
    return () => {};
  }

  const started_ms = performance.now();
  let frame = requestAnimationFrame(function draw(now_ms) {
    const progress = (now_ms - started_ms) / DURATION_MS;
    write(amountAt(from, cents, progress));
    if (progress < 1) frame = requestAnimationFrame(draw);
  });

  return () => cancelAnimationFrame(frame);
}

/** An amount in an element of its own, as `AnimatedAmount` renders it. `end` writes the last amount at once. */
export function createAmount({ cents, symbol }: Amount) {
  const element = Object.assign(document.createElement("span"), { className: "money" });
  let [last, shown] = [cents, cents];
  let stop = () => {};

  const write = () => {
    element.textContent = formatMoney(last, symbol);
  };
  write();

  return {
    element,
    /** Counts up to `next`. Pass `isVisible` if it is known, because reading it can force a layout. */
    show(next: number, isVisible?: boolean) {
      stop();
      last = next;
      const onWrite = (amount: number) => {
        shown = amount;
      };
      if (next !== shown) stop = countUp(element, shown, { cents: next, symbol }, onWrite, isVisible);
    },
    end() {
      stop();
      write();
    },
  };
}

/** Returns whether an element is on the screen, vertically. */
export function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
