// A word or a number that marks something: NEW, an amount of coupons, 21+.

import type { ReactNode } from "react";

/** A mark of one to three words; `round` for a sign of a few letters in a ring. */
export function Badge({
  kind = "plain",
  children,
}: {
  readonly kind?: "plain" | "accent" | "positive" | "round";
  readonly children: ReactNode;
}) {
  return <span className={kind === "plain" ? "badge" : `badge badge--${kind}`}>{children}</span>;
}
