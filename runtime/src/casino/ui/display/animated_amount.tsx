// An amount of money that counts up to a new value while it is visible.

import { useEffect, useRef, useState } from "react";
import { formatMoney } from "../../content/money";

/** Props of `AnimatedAmount`. */
export interface AnimatedAmountProps {
  /** Whole cents. */
  readonly cents: number;
  /** If the symbol can change, use it as the component's `key`: React does not know the texts after the first one. */
  readonly symbol: string;
}

/** Duration of the animation, in milliseconds. */
const DURATION_MS = 1200;

/** Returns the amount between `from` and `to` at `part` (0 to 1) of the animation; never outside of the two. */
export function amountAt(from: number, to: number, part: number): number {
  const gone = Math.min(1, Math.max(0, part));
  // Eases out.
  return Math.round(from + (to - from) * (1 - (1 - gone) ** 3));
}

/** Renders an amount with two decimals. Decreases, invisible amounts and reduced motion skip the animation. */
export function AnimatedAmount({ cents, symbol }: AnimatedAmountProps) {
  const span = useRef<HTMLSpanElement>(null);
  const shown = useRef(cents);
  // React renders only the first text. Each frame then writes the text node directly, so that no component renders again.
  const [first] = useState(() => formatMoney(cents, symbol));

  useEffect(() => {
    const element = span.current;
    const from = shown.current;
    if (!element || from === cents) return;
    const write = (amount: number) => {
      shown.current = amount;
      element.textContent = formatMoney(amount, symbol);
    };
    if (cents < from || !isOnScreen(element) || matchMedia("(prefers-reduced-motion: reduce)").matches)
      return write(cents);
    const started_ms = performance.now();
    let frame = requestAnimationFrame(function draw(now_ms) {
      const part = (now_ms - started_ms) / DURATION_MS;
      write(amountAt(from, cents, part));
      if (part < 1) frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [cents, symbol]);

  return (
    <span className="money" ref={span}>
      {first}
    </span>
  );
}

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
