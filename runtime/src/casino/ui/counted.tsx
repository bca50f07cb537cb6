// An amount that grows while somebody looks: it is counted up from one figure of the server to the next.

import { useEffect, useRef, useState } from "react";
import { formatMoney } from "../content/money";

/** What it is drawn from. */
export interface CountedProps {
  /** Whole cents. */
  readonly cents: number;
  /** Where it can become another, it is the key, too: figures are written past what React knows. */
  readonly symbol: string;
}

/** So long an amount is counted, in milliseconds. */
const COUNT_MS = 1200;

/** The amount on its way from one figure to the next, where `part` of it is gone: 0 to 1. Never beyond either. */
export function amountAt(from: number, to: number, part: number): number {
  const gone = Math.min(1, Math.max(0, part));
  // Slower towards its end.
  return Math.round(from + (to - from) * (1 - (1 - gone) ** 3));
}

/** Draws it with two decimals. Less than before, out of sight, or with reduced motion, the new amount stands there at once. */
export function Counted({ cents, symbol }: CountedProps) {
  const place = useRef<HTMLSpanElement>(null);
  const shown = useRef(cents);
  // What React has drawn stays as it was; the figures are written past it, without drawing anything else.
  const [first] = useState(() => formatMoney(cents, symbol));

  useEffect(() => {
    const element = place.current;
    const from = shown.current;
    if (!element || from === cents) return;
    const write = (amount: number) => {
      shown.current = amount;
      element.textContent = formatMoney(amount, symbol);
    };
    if (cents < from || !isSeen(element) || matchMedia("(prefers-reduced-motion: reduce)").matches) return write(cents);
    const begun_ms = performance.now();
    let frame = requestAnimationFrame(function draw(now_ms) {
      const part = (now_ms - begun_ms) / COUNT_MS;
      write(amountAt(from, cents, part));
      if (part < 1) frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [cents, symbol]);

  return (
    <span className="money" ref={place}>
      {first}
    </span>
  );
}

function isSeen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
