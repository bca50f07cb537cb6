// Compares the promotions of the server with those in the HTML.

import type { Promotion } from "../api/promotions";

/** Returns a function that returns the promotions of the server if they differ from those in the HTML. */
export function newerThan(shown: readonly Promotion[]) {
  const shownText = JSON.stringify(shown);
  return (promotions: readonly Promotion[] | undefined): readonly Promotion[] | undefined =>
    promotions && JSON.stringify(promotions) !== shownText ? promotions : undefined;
}
