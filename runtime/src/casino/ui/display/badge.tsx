// Badges: a short label such as NEW, a number of coupons, or 21+.

import type { ReactNode } from "react";

/** A badge of one to three words; `round` is for a few letters in a ring. */
export function Badge({
  kind = "plain",
  children,
}: {
  readonly kind?: "plain" | "accent" | "positive" | "round";
  readonly children: ReactNode;
}) {
  return <span className={kind === "plain" ? "badge" : `badge badge--${kind}`}>{children}</span>;
}
