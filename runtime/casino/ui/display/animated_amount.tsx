// An amount of money that counts up to a new value while it is visible.

import { useEffect, useRef, useState } from "react";
import { formatMoney } from "../../content/format";
import { type Amount, countUp } from "./count_up";

/** Renders an amount with two decimals. If the symbol can change, use it as the component's `key`: React does not know later texts. */
export function AnimatedAmount({ cents, symbol }: Amount) {
  const span = useRef<HTMLSpanElement>(null);
  const shown = useRef(cents);
  // React renders only the first text. Each frame then writes the text node directly, so that no component renders again.
  const [first] = useState(() => formatMoney(cents, symbol));

  useEffect(() => {
    if (!span.current || shown.current === cents) return;
    return countUp(span.current, shown.current, { cents, symbol }, (amount) => {
      shown.current = amount;
    });
  }, [cents, symbol]);

  return (
    <span className="money" ref={span}>
      {first}
    </span>
  );
}
