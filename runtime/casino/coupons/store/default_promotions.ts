// The store of the promotions for all visitors (row 7.4-02). Only the coupons page shows them.

import { publicData } from "../../stores/server_data";
import { loadDefaultPromotions } from "../api/default_promotions";
import type { Promotion } from "../api/promotions";

/** The promotions in the order of the file, cached for five minutes. */
export const $defaultPromotions = publicData<readonly Promotion[]>(
  "promotions of everybody",
  () => loadDefaultPromotions(),
  { fresh_ms: 300_000 },
);

/** Returns a function that returns the promotions of the server if they differ from those in the HTML. */
export function newerThan(shown: readonly Promotion[]) {
  const shownText = JSON.stringify(shown);
  return (loaded: readonly Promotion[] | undefined): readonly Promotion[] | undefined =>
    loaded && JSON.stringify(loaded) !== shownText ? loaded : undefined;
}
