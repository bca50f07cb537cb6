// The promotions for all visitors, from the static host (row 7.4-02). Only the coupons page shows them.

import type { CallOptions } from "../../api/client";
import { getRtgcouponsJson } from "../../api/contract/calls";
import { mapOk, type Outcome } from "../../api/outcome";
import { load } from "../../api/site";
import { config, path } from "../../config/config";
import { publicData } from "../../stores/server_data";
import { type Promotion, toPromotion } from "../api/promotions";

/** Loads the promotions that are the same for all visitors. */
export async function loadDefaultPromotions(options: CallOptions = {}): Promise<Outcome<readonly Promotion[]>> {
  const outcome = await load(getRtgcouponsJson, path(config().games.coupons_url), {}, options);
  return mapOk(outcome, (list) => list.map(toPromotion));
}

/** The promotions in the order of the file, cached for five minutes. */
export const $defaultPromotions = publicData<readonly Promotion[]>(
  "promotions of everybody",
  () => loadDefaultPromotions(),
  { fresh_ms: 300_000 },
);

/** Returns a function that returns the promotions of the server if they differ from those in the HTML. */
export function newerThan(shown: readonly Promotion[]) {
  const shownText = JSON.stringify(shown);
  return (promotions: readonly Promotion[] | undefined): readonly Promotion[] | undefined =>
    promotions && JSON.stringify(promotions) !== shownText ? promotions : undefined;
}
